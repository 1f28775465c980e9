import Foundation
import HawkNotesUI

/// Finds the program's files, in the build tree and after an installation alike.
struct ProgramLocations {
    /// The program's version.
    static let version = "0.1.0"

    /// Where the program itself is.
    var executable: URL
    /// The environment variables.
    var environment: [String: String]
    /// Whether there is a file or folder.
    var exists: (URL) -> Bool

    /// The places of this process.
    static var live: ProgramLocations {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
        return ProgramLocations(
            executable: URL(fileURLWithPath: path),
            environment: ProcessInfo.processInfo.environment,
            exists: { FileManager.default.fileExists(atPath: $0.path) }
        )
    }

    /// All places, or nil when the program's own data is nowhere.
    var configuration: ApplicationConfiguration? {
        guard let data = dataDirectory else { return nil }
        let isInstalled = data.lastPathComponent == "hawk-notes"
        let share = data.deletingLastPathComponent()
        return ApplicationConfiguration(
            version: Self.version,
            dataDirectory: data,
            iconDirectory: isInstalled
                ? share.appendingPathComponent("icons") : data.appendingPathComponent("icons"),
            localeDirectory: isInstalled
                ? share.appendingPathComponent("locale") : data.appendingPathComponent("locale"),
            libraryFile: home("XDG_DATA_HOME", ".local/share")
                .appendingPathComponent("hawk-notes/library.sqlite"),
            stateDirectory: home("XDG_STATE_HOME", ".local/state")
                .appendingPathComponent("hawk-notes"),
            webPageLibraries: webPageLibraries,
            webDataDirectory: home("XDG_DATA_HOME", ".local/share")
                .appendingPathComponent("hawk-notes/web"),
            webCacheDirectory: home("XDG_CACHE_HOME", ".cache")
                .appendingPathComponent("hawk-notes/web")
        )
    }

    /// Where an installation puts the library that shows web pages, and where a build leaves it.
    private var webPageLibraries: [URL] {
        let bin = executable.deletingLastPathComponent()
        let name = "libHawkNotesWebPage.so"
        return [
            bin.appendingPathComponent("../lib/hawk-notes/\(name)").standardizedFileURL,
            bin.appendingPathComponent(name),
        ]
    }

    /// Says on standard error where the data was looked for.
    func reportMissingData() {
        let places = candidates.map { "  \($0.path)\n" }.joined()
        let message = "hawk-notes: The program's data (style.css, series) is missing. Looked in:\n"
        FileHandle.standardError.write(Data((message + places).utf8))
    }

    private var dataDirectory: URL? {
        candidates.first { exists($0.appendingPathComponent("style.css")) }
    }

    /// The folder named in the environment; the installed one; the one in the tree that the program was
    /// built from.
    private var candidates: [URL] {
        if let named = environment["HAWK_NOTES_DATA_DIR"], !named.isEmpty {
            return [URL(fileURLWithPath: named)]
        }
        let bin = executable.deletingLastPathComponent()
        var result = [bin.appendingPathComponent("../share/hawk-notes").standardizedFileURL]
        var folder = bin
        while folder.path != "/" {
            if exists(folder.appendingPathComponent("Package.swift")) {
                result.append(folder.appendingPathComponent("data"))
                break
            }
            folder.deleteLastPathComponent()
        }
        return result
    }

    /// A base folder of the XDG specification, which says that a relative path is to be ignored.
    private func home(_ variable: String, _ fallback: String) -> URL {
        if let path = environment[variable], path.hasPrefix("/") {
            return URL(fileURLWithPath: path)
        }
        let home = environment["HOME"] ?? NSHomeDirectory()
        return URL(fileURLWithPath: home).appendingPathComponent(fallback)
    }
}
