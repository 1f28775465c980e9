import Foundation

/// The files of the tree that the tests were built from.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let data = root.appendingPathComponent("data")
    static let seriesFile = data.appendingPathComponent("series/shadow-skye/series.json")
    static let styleFile = data.appendingPathComponent("style.css")
    static let icons = data.appendingPathComponent("icons")

    /// The texts of all Swift files below a folder, by their paths in the tree.
    static func swiftFiles(below folder: String) throws -> [String: String] {
        let directory = root.appendingPathComponent(folder)
        var texts: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        where path.hasSuffix(".swift") {
            texts["\(folder)/\(path)"] = try String(
                contentsOf: directory.appendingPathComponent(path),
                encoding: .utf8
            )
        }
        return texts
    }
}
