import Foundation
import TestSupport

@testable import HawkNotesModel

/// The series files that ship with the program.
enum BundledSeries {
    static let folder = SourceTree.data.appendingPathComponent("series")

    static let shadowSkye = SourceTree.seriesFile

    /// The file of each series in the folder.
    static func all() throws -> [URL] {
        try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension.isEmpty }
            .map { $0.appendingPathComponent("series.json") }
    }
}

extension Library {
    func importBundledSeries() throws {
        try importSeries(from: BundledSeries.shadowSkye)
    }
}
