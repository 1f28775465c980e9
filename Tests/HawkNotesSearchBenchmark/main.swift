import Foundation
import GRDB
import HawkNotesModel

// Measures the search of a library with very many notes, beside bare queries of SQLite to the same index.
//
// usage: HawkNotesSearchBenchmark FOLDER NOTES
// The library is made once, and kept in FOLDER.

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count >= 1000 else {
    print("usage: \(arguments[0]) FOLDER NOTES (1000 at least)")
    exit(2)
}
let folder = URL(fileURLWithPath: arguments[1]).appendingPathComponent("search-\(count)")
do {
    try await SearchBenchmark(folder: folder, count: count).run()
} catch {
    print("not measured: \(error)")
    exit(1)
}
