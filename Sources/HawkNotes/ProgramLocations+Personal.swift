import Foundation
import GTKBridge
import Phrases

/// Why the locations of the user's files are unknown.
enum LocationProblem: Error, Equatable {
    /// There is no home folder, neither in the environment nor in the user database.
    case noHome
    /// The name of the folder in an environment variable is not UTF-8.
    case notUTF8(variable: String)

    /// The problem, in words for the user.
    var text: String {
        switch self {
        case .noHome:
            localized(
                "Your home folder is not known: HOME does not name one, and your account has none."
            )
        case .notUTF8(let variable):
            localized(
                "The folder that %1 names cannot be used: its name is not valid UTF-8. Rename the folder, or set %1 to another one.",
                variable
            )
        }
    }
}

extension ProgramLocations {
    /// The program's own folders among the user's files.
    struct PersonalFolders {
        var data: URL
        var state: URL
        var cache: URL
    }

    /// The folders, or why they are unknown. Creates none.
    var personalFolders: Result<PersonalFolders, LocationProblem> {
        Result { () throws(LocationProblem) in
            PersonalFolders(
                data: try folder("XDG_DATA_HOME", ".local/share"),
                state: try folder("XDG_STATE_HOME", ".local/state"),
                cache: try folder("XDG_CACHE_HOME", ".cache")
            )
        }
    }

    /// The folder of the autostart entries; nil when it is unknown, which the program can cope
    /// with.
    var autostartFolder: URL? {
        guard let folder = try? baseFolder("XDG_CONFIG_HOME", ".config") else { return nil }
        return folder.appendingPathComponent("autostart")
    }

    private func folder(
        _ variable: String,
        _ fallback: String
    ) throws(LocationProblem) -> URL {
        try baseFolder(variable, fallback).appendingPathComponent("hawk-notes")
    }

    /// A base folder of the XDG specification, according to which a relative path is ignored.
    private func baseFolder(
        _ variable: String,
        _ fallback: String
    ) throws(LocationProblem) -> URL {
        if unreadable.contains(variable) { throw .notUTF8(variable: variable) }
        if let path = environment[variable], path.hasPrefix("/") {
            return URL(fileURLWithPath: path)
        }
        return try home().appendingPathComponent(fallback)
    }

    private func home() throws(LocationProblem) -> URL {
        if unreadable.contains("HOME") { throw .notUTF8(variable: "HOME") }
        for path in [environment["HOME"], accountHome] {
            if let path, path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        }
        throw .noHome
    }

    /// Corrects the environment to the folders that the program uses: GLib and child processes take
    /// a relative path literally, and would put their files into the current folder.
    static func mendEnvironment() {
        func isRelative(_ variable: String) -> Bool {
            getenv(variable).map { $0.pointee != CChar(bitPattern: UInt8(ascii: "/")) } ?? false
        }
        for variable in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"]
        where isRelative(variable) {
            unsetenv(variable)
        }
        if getenv("HOME") == nil || isRelative("HOME") {
            if let home = AccountHome.path { setenv("HOME", home, 1) } else { unsetenv("HOME") }
        }
    }
}
