import Foundation
import HawkNotesModel

/// Where the program finds its files and what it calls itself.
public struct ApplicationConfiguration: Sendable {
    /// The application identifier, in reverse-DNS notation.
    public var identifier = applicationIdentifier
    /// The application identifier of the program itself, unless a test has another one.
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
    /// Where the library that shows web pages may be, the likeliest place first.
    public var webPageLibraries: [URL]
    /// Where the library that reads archives, XML and tables may be, the likeliest place first.
    public var importLibraries: [URL] = []
    /// The folder with the cookies of web pages.
    public var webDataDirectory: URL
    /// The folder with what web pages may have to load again.
    public var webCacheDirectory: URL
    /// The folder for what can be made anew, such as the copy of a library that another machine has open; nil
    /// where there is no place for it.
    public var cacheDirectory: URL?
    /// The index by which the library is searched, which may be deleted at any time; nil for one in memory.
    public var searchIndexFile: URL?
    /// The folder for files that are handed to other programs, which may be deleted at any time; nil where
    /// there is no place for them.
    public var handOnFolder: URL?
    /// How long after one window another may be closed to count as quitting; nil for the usual time.
    public var closingRunInterval: Duration?
    /// What this machine is called by others that share its files; nil for its own name and identity.
    public var hostName: String?
    /// How long another machine that uses the library may be silent before it counts as gone; nil for the
    /// usual time.
    public var leaseTime: Duration?
    /// What is left behind when the program dies of its own fault.
    public var crashReports: CrashReports?
    /// Removes what web pages have left and the crash reports, and says what of it could not be. Reads
    /// and writes files: it is not for the main thread.
    public var forgetFiles: (@Sendable () -> [any Error])?

    /// Where another process of the program that has no session bus in common with this one reaches it; nil
    /// where there is no place for that.
    public var socketPath: String?

    /// The entry by which the session starts the program after a login; nil when there is no place for
    /// one.
    public var loginEntry: LoginEntry?

    /// A configuration of places.
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

    /// What the library takes from the world around it.
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

    /// Whether the windows are kept there now.
    package var keepsOwnState = false

    /// The folder for a copy of the library while another machine has that open.
    package var copyFolder: URL? {
        cacheDirectory?.appendingPathComponent("copies")
            .appendingPathComponent(libraryEnvironment.host.identity)
    }

    /// The same, with the copy of the library in the place of the library.
    package var withCopyOfLibrary: ApplicationConfiguration {
        var configuration = self
        guard let copyFolder else { return self }
        configuration.libraryFile = copyFolder.appendingPathComponent(libraryFile.lastPathComponent)
        configuration.searchIndexFile = copyFolder.appendingPathComponent("search.sqlite")
        return configuration
    }

    /// The bundled series.
    package var seriesFile: URL {
        dataDirectory.appendingPathComponent("series/shadow-skye/series.json")
    }

    /// Where the preferences' schema is when the desktop does not know it.
    package var schemaDirectory: URL {
        dataDirectory.deletingLastPathComponent().appendingPathComponent("glib-2.0/schemas")
    }

    /// The style sheet.
    package var styleFile: URL { dataDirectory.appendingPathComponent("style.css") }
}
