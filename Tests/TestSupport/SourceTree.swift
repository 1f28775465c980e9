import Foundation

/// The files of the tree that the tests were built from.
public enum SourceTree {
    /// The top folder.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program's data.
    public static let data = root.appendingPathComponent("data")
    /// The bundled series.
    public static let seriesFile = data.appendingPathComponent("series/shadow-skye/series.json")
    /// The style sheet.
    public static let styleFile = data.appendingPathComponent("style.css")
    /// The icon themes.
    public static let icons = data.appendingPathComponent("icons")

    /// The texts of all Swift files below a folder, by their paths in the tree.
    public static func swiftFiles(below folder: String) throws -> [String: String] {
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
