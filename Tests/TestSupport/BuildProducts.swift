import Foundation

/// What the build has put beside the tests.
public enum BuildProducts {
    /// The folder of the modules' interfaces.
    public static func modules() throws -> URL { try find("Modules") }

    /// The place of a program, a library or a folder, such as `ProcessTestProgram`.
    ///
    /// - Throws: an error that names it when it is not there.
    public static func find(_ name: String) throws -> URL {
        let url = place(of: name)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        return url
    }

    /// Where something of this name is put, whether it is there or not.
    public static func place(of name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
            .deletingLastPathComponent().appendingPathComponent(name)
    }
}
