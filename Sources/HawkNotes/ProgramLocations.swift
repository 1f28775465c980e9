import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// Finds the program's files, in the build tree and after an installation alike.
struct ProgramLocations {
    /// The program's version.
    static let version = "0.1.0"

    /// Where the program itself is.
    var executable: URL
    /// The environment variables.
    var environment: [String: String]
    /// The variables that name a folder whose name is no UTF-8. A path made of them would be another one.
    var unreadable: Set<String> = []
    /// The home folder that the user database has for the account.
    var accountHome: String?
    /// Whether there is a file or folder.
    var exists: (URL) -> Bool

    /// The places of this process.
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

    /// The variables that say where a person's files are.
    private static let folderVariables = [
        "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    ]

    /// All places, or nil when the program's own data is nowhere, or there is a `problem`.
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

    /// Why it is not known where the person's files belong; nil when it is.
    var problem: LocationProblem? {
        guard case .failure(let problem) = personalFolders else { return nil }
        return problem
    }

    /// The folder with the translations, or nil when the program's own data is nowhere.
    ///
    /// It may be one that is not there: the texts are in English then.
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

    /// A folder that an installation puts beside the program's data, and the tree inside of it.
    private func share(in data: URL, _ name: String) -> URL {
        let isInstalled = data.lastPathComponent == "hawk-notes"
        return (isInstalled ? data.deletingLastPathComponent() : data).appendingPathComponent(name)
    }

    /// Where an installation puts a library that is opened when it is first needed, and where a build
    /// leaves it.
    private func libraries(_ name: String) -> [URL] {
        let bin = executable.deletingLastPathComponent()
        return [
            bin.appendingPathComponent("../lib/hawk-notes/\(name)").standardizedFileURL,
            bin.appendingPathComponent(name),
        ]
    }

    /// Says on standard error where the data was looked for.
    func reportMissingData() {
        let places = candidates.map { "  \($0.path)" }.joined(separator: "\n")
        Log.warn("The program's data (style.css, series) is missing. Looked in:\n\(places)")
    }

    /// The folder with the program's own data, or nil when it is nowhere.
    var dataDirectory: URL? {
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
        if let tree = sourceTree { result.append(Self.data(of: tree)) }
        return result
    }

    /// The tree that the program was built from, if it still stands in it.
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
