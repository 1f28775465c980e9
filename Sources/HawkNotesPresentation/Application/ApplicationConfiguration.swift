import Foundation
import HawkNotesModel

/// The paths, the name and the environment of the program.
public struct ApplicationConfiguration: Sendable {
    /// The application identifier, in reverse-DNS notation.
    public var identifier = applicationIdentifier
    /// The application identifier of the program itself, unless a test sets another one.
    package static let applicationIdentifier = "io.github.hawknotes.HawkNotes"
    /// The gettext domain of the program's texts.
    public static let textDomain = "hawk-notes"
    /// The program's version.
    public var version: String
    /// The folder with the style sheet, the icons and the series.
    public var dataDirectory: URL
    /// The folder with the icon themes.
    public var iconDirectory: URL
    /// The folder with the translations.
    public var localeDirectory: URL
    /// The database.
    public var libraryFile: URL
    /// The folder with the windows' state.
    public var stateDirectory: URL
    /// The candidates for the library that shows web pages, the likeliest first.
    public var webPageLibraries: [URL]
    /// The candidates for the library that reads archives, XML and tables, the likeliest first.
    public var importLibraries: [URL] = []
    /// The folder with the cookies of web pages.
    public var webDataDirectory: URL
    /// The folder with the cache of web pages, which may be deleted at any time.
    public var webCacheDirectory: URL
    /// The folder for files that can be created again, such as the copy of a library that another
    /// machine has open; nil if there is none.
    public var cacheDirectory: URL?
    /// The search index of the library, which may be deleted at any time; nil for one in memory.
    public var searchIndexFile: URL?
    /// The folder for files that are handed to other programs, which may be deleted at any time;
    /// nil if there is none.
    public var handOnFolder: URL?
    /// The maximum time between closing two windows that counts as quitting; nil for the default.
    public var closingRunInterval: Duration?
    /// The name of this machine for others that share its files; nil for its own name and identity.
    public var hostName: String?
    /// How long another machine that uses the library may be silent before it counts as gone; nil
    /// for the default.
    public var leaseTime: Duration?
    /// The reports of crashes.
    public var crashReports: CrashReports?
    /// Removes the data of web pages and the crash reports, and returns the errors. Reads and
    /// writes files: call it off the main thread.
    public var forgetFiles: (@Sendable () -> [any Error])?

    /// The path of the socket for other processes of the program that are not on the same session
    /// bus; nil if there is none.
    public var socketPath: String?

    /// The autostart entry by which the session starts the program after a login; nil if there is
    /// none.
    public var loginEntry: LoginEntry?

    /// Creates a configuration with these paths.
    public init(
        version: String,
        dataDirectory: URL,
        iconDirectory: URL,
        localeDirectory: URL,
        libraryFile: URL,
        stateDirectory: URL,
        webPageLibraries: [URL],
        webDataDirectory: URL,
        webCacheDirectory: URL
    ) {
        self.version = version
        self.dataDirectory = dataDirectory
        self.iconDirectory = iconDirectory
        self.localeDirectory = localeDirectory
        self.libraryFile = libraryFile
        self.stateDirectory = stateDirectory
        self.webPageLibraries = webPageLibraries
        self.webDataDirectory = webDataDirectory
        self.webCacheDirectory = webCacheDirectory
    }

    /// The environment of the library.
    package var libraryEnvironment: LibraryEnvironment {
        var environment = LibraryEnvironment.live
        if let hostName { environment.host = LeaseHost(identity: hostName, name: hostName) }
        if let leaseTime { environment.leaseTime = leaseTime / .seconds(1) }
        return environment
    }

    /// The file that says which machine has the library open.
    var libraryLease: URL { LibraryFiles(database: libraryFile).lease }
    /// The file that says which machine keeps its windows in the folder of the windows' state.
    package var stateLease: URL { stateDirectory.appendingPathComponent("lease") }

    /// The folder with the windows' state for as long as another machine keeps its own in the usual one.
    package var ownStateDirectory: URL {
        stateDirectory.appendingPathComponent("hosts")
            .appendingPathComponent(libraryEnvironment.host.identity)
    }

    /// Whether the windows are currently stored there.
    package var keepsOwnState = false

    /// The folder for a copy of the library while another machine has it open.
    package var copyFolder: URL? {
        cacheDirectory?.appendingPathComponent("copies")
            .appendingPathComponent(libraryEnvironment.host.identity)
    }

    /// The folder for a copy of another library while it is merged into the open one.
    package var mergeFolder: URL? {
        cacheDirectory?.appendingPathComponent("merging")
            .appendingPathComponent(libraryEnvironment.host.identity)
    }

    /// The same, with the copy of the library in place of the library.
    package var withCopyOfLibrary: ApplicationConfiguration {
        var configuration = self
        guard let copyFolder else { return self }
        configuration.libraryFile = copyFolder.appendingPathComponent(libraryFile.lastPathComponent)
        configuration.searchIndexFile = copyFolder.appendingPathComponent("search.sqlite")
        return configuration
    }

    /// The sample series.
    package var seriesFile: URL {
        dataDirectory.appendingPathComponent("series/shadow-skye/series.json")
    }

    /// The folder of the preferences' schema, for a desktop on which it is not installed.
    package var schemaDirectory: URL {
        dataDirectory.deletingLastPathComponent().appendingPathComponent("glib-2.0/schemas")
    }

    /// The style sheet.
    package var styleFile: URL { dataDirectory.appendingPathComponent("style.css") }
}
