import Foundation

@testable import HawkNotesModel

/// The series files that ship with the program.
enum BundledSeries {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/series")

    static let shadowSkye = folder.appendingPathComponent("shadow-skye/series.json")
}

extension Library {
    func importBundledSeries() throws {
        try importSeries(from: BundledSeries.shadowSkye)
    }
}
