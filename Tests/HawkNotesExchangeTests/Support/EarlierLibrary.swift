import Foundation
import GRDB
import LibraryTestSupport

@testable import HawkNotesModel

extension Library {
    /// Leaves the library as versions would have that noted nothing down of what sources say.
    func forgetDigests() throws {
        try write("forget") { db in
            (try db.forgetImportDigests(), [])
        }
    }

    /// Leaves the library as versions would have that knew books by their titles alone.
    func forgetFileIdentifiers() throws {
        try write("forget") { db in
            try db.execute(sql: "DELETE FROM importedItem WHERE kind = 'alias'")
            return ((), [])
        }
    }
}
