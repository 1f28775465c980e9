import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// Finds the program's files, in the build tree and after an installation alike.
struct ProgramLocations {
    /// The program's version.
    static let version = "0.1.0"

    /// The path of the executable.
    var executable: URL
    /// The environment variables.
    var environment: [String: String]
    /// The variables with a folder whose name is not UTF-8. A path made from them would be a
    /// different one.
    var unreadable: Set<String> = []
    /// The account's home folder in the user database.
    var accountHome: String?
    /// Whether a file or folder exists.
    var exists: (URL) -> Bool

    /// The locations of this process.
    static var live: ProgramLocations {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "hawk-notes"
        return ProgramLocations(
            executable: URL(fileURLWithPath: path),
            environment: ProcessInfo.processInfo.environment,
            unreadable: Set(
                folderVariables.filter { variable in
                    getenv(variable).map { String(validatingCString: $0) == nil } ?? false
                }
            ),
            accountHome: AccountHome.path,
            exists: { FileManager.default.fileExists(atPath: $0.path) }
        )
    }

    /// The environment variables with folders of the user's files.
    private static let folderVariables = [
        "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    ]

    /// The configuration, or nil when the program's own data is not found, or there is a `problem`.
    var configuration: ApplicationConfiguration? {
        guard let data = dataDirectory, let locales = localeDirectory,
            case .success(let folders) = personalFolders
        else { return nil }
        var configuration = ApplicationConfiguration(
            version: Self.version,
            dataDirectory: data,
            iconDirectory: share(in: data, "icons"),
            localeDirectory: locales,
            libraryFile: folders.data.appendingPathComponent("library.sqlite"),
            stateDirectory: folders.state,
            webPageLibraries: libraries("libHawkNotesWebPage.so"),
            webDataDirectory: folders.data.appendingPathComponent("web"),
            webCacheDirectory: folders.cache.appendingPathComponent("web")
        )
        configuration.cacheDirectory = folders.cache
        configuration.searchIndexFile = folders.cache.appendingPathComponent("search.sqlite")
        configuration.handOnFolder = folders.cache.appendingPathComponent("dragged")
        configuration.importLibraries = libraries("libHawkNotesImport.so")
        // For tests, which have no time to wait.
        configuration.closingRunInterval = environment["HAWK_NOTES_CLOSING_RUN_MS"]
            .flatMap { UInt16($0) }.map { .milliseconds(Int($0)) }
        // For tests, which have one machine.
        configuration.hostName = environment["HAWK_NOTES_HOST"].flatMap { $0.isEmpty ? nil : $0 }
        configuration.leaseTime = environment["HAWK_NOTES_LEASE_MS"]
            .flatMap { UInt16($0) }.map { .milliseconds(Int($0)) }
        configuration.crashReports = CrashReports(
            in: folders.state.appendingPathComponent("crashes")
        )
        configuration.socketPath = LocalSocket.path(
            for: folders.state,
            in: environment["XDG_RUNTIME_DIR"]
        )
        configuration.loginEntry = loginEntry(identifier: configuration.identifier)
        let forgotten = ForgottenFiles.folders(of: configuration)
        configuration.forgetFiles = { ForgottenFiles.empty(forgotten) }
        return configuration
    }

    /// Why the locations of the user's files are unknown; nil when they are known.
    var problem: LocationProblem? {
        guard case .failure(let problem) = personalFolders else { return nil }
        return problem
    }

    /// The folder with the translations, or nil when the program's own data is not found.
    ///
    /// It may not exist: the texts are in English then.
    var localeDirectory: URL? {
        if let named = environment["HAWK_NOTES_LOCALE_DIR"], !named.isEmpty {
            return URL(fileURLWithPath: named)
        }
        guard let data = dataDirectory else { return nil }
        if let tree = sourceTree, data == Self.data(of: tree) {
            return tree.appendingPathComponent(".build/locale")
        }
        return share(in: data, "locale")
    }

    /// A folder beside the program's data in an installation, and inside of it in a source tree.
    private func share(in data: URL, _ name: String) -> URL {
        let isInstalled = data.lastPathComponent == "hawk-notes"
        return (isInstalled ? data.deletingLastPathComponent() : data).appendingPathComponent(name)
    }

    /// The paths of a library that is loaded on first use: in an installation, and in a build.
    private func libraries(_ name: String) -> [URL] {
        let bin = executable.deletingLastPathComponent()
        return [
            bin.appendingPathComponent("../lib/hawk-notes/\(name)").standardizedFileURL,
            bin.appendingPathComponent(name),
        ]
    }

    /// Prints on standard error where the data was searched.
    func reportMissingData() {
        let places = candidates.map { "  \($0.path)" }.joined(separator: "\n")
        Log.warn("The program's data (style.css, series) is missing. Looked in:\n\(places)")
    }

    /// The folder with the program's own data, or nil when it is not found.
    var dataDirectory: URL? {
        candidates.first { exists($0.appendingPathComponent("style.css")) }
    }

    /// The folder in the environment; the installed one; the one in the tree that the program was
    /// built from.
    private var candidates: [URL] {
        if let named = environment["HAWK_NOTES_DATA_DIR"], !named.isEmpty {
            return [URL(fileURLWithPath: named)]
        }
        let bin = executable.deletingLastPathComponent()
        var result = [bin.appendingPathComponent("../share/hawk-notes").standardizedFileURL]
        if let tree = sourceTree { result.append(Self.data(of: tree)) }
        return result
    }

    /// The tree that the program was built from, if it is still inside it.
    private var sourceTree: URL? {
        var folder = executable.deletingLastPathComponent()
        while folder.path != "/" {
            if exists(folder.appendingPathComponent("Package.swift")) { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private static func data(of tree: URL) -> URL { tree.appendingPathComponent("data") }
}
