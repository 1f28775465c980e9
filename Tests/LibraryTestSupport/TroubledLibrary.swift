import Foundation
import GRDB
import HawkNotesModel
import TestSupport

/// A library in a folder of its own, in which a second connection can forbid what it likes.
@MainActor
public final class TroubledLibrary {
    /// The library.
    public let library: Library
    private let folder: TemporaryDirectory
    private let other: DatabaseQueue

    private var file: URL { folder.url.appendingPathComponent("library.sqlite") }

    /// Opens a library with the bundled series.
    public init() throws {
        folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("library.sqlite")
        library = try Library.open(at: file, environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        var configuration = Configuration()
        configuration.busyMode = .timeout(20)
        other = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Refuses these changes of a table from now on.
    ///
    /// - Parameter condition: of which rows, in SQL.
    public func refuse(_ change: String, _ table: String, when condition: String = "1") throws {
        try other.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER "refuse \(change) \(table)" BEFORE \(change) ON \(table)
                    WHEN \(condition) BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """
            )
        }
    }

    /// Refuses nothing any more.
    public func refuseNothing() throws {
        try other.write { db in
            let names = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"
                    + " AND name LIKE 'refuse %'"
            )
            for name in names { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
        }
    }

    /// The library as the next run opens it. What this one has still to do is refused, as by a kill.
    public func reopen() throws -> Library {
        try library.close()
        return try Library.open(at: file, environment: .patient)
    }

    /// Closes it before its folder goes: what is still being saved must not come in between.
    public func close() {
        // Closed already, it says so.
        try? library.close()
    }
}

/// Holds up a library's work until it is let go, as a slow disk does.
public final class HeldLibrary: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Holds it up behind what it has to do already.
    @MainActor
    public init(_ library: Library) {
        library.perform { [semaphore] _ in
            semaphore.wait()
        } completion: { _ in
        }
    }

    /// Lets it go.
    public func release() { semaphore.signal() }
}
