import CGTK
import Glibc
import CWebPage

/// The web engine, in a library that is loaded on first use.
///
/// The program is not linked against WebKitGTK, which would slow down every start, and runs on
/// machines that do not have it. The library is never unloaded: an engine that has started cannot
/// be removed from a process.
@MainActor
public final class WebEngine {
    /// The engine's name and version.
    public let name: String

    let functions: HawkWebFunctions

    /// Loads the first of the libraries that exists. Takes as long as loading the engine.
    ///
    /// - Throws: `WebEngineError` if there is no library, or it has no engine.
    public convenience init(libraries paths: [String]) throws {
        guard let path = paths.first(where: { g_file_test($0, G_FILE_TEST_EXISTS) != 0 }) else {
            throw WebEngineError(.libraryMissing, path: paths.first ?? "", reason: "")
        }
        guard let library = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? ""
            throw WebEngineError(.engineMissing, path: path, reason: reason)
        }
        guard let entry = dlsym(library, HAWK_WEB_ENTRY_NAME) else {
            throw WebEngineError(.wrongVersion, path: path, reason: HAWK_WEB_ENTRY_NAME)
        }
        let table = unsafeBitCast(entry, to: HawkWebEntry.self)()
        try self.init(table, path: path)
    }

    /// Uses a library's function table if it is of this version.
    init(_ table: UnsafePointer<HawkWebFunctions>?, path: String) throws {
        let expected = HAWK_WEB_INTERFACE_VERSION
        guard let table, table.pointee.interface_version == expected else {
            let found = table.map { "\($0.pointee.interface_version)" } ?? "none"
            throw WebEngineError(.wrongVersion, path: path, reason: "\(found), not \(expected)")
        }
        if let missing = table.pointee.missing {
            throw WebEngineError(.builtWithout, path: path, reason: String(cString: missing))
        }
        functions = table.pointee
        name = table.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// Starts the engine, before the first session is made. The choice of the first call is final
    /// for the process.
    ///
    /// - Parameter hasSandbox: whether pages are sandboxed.
    /// - Returns: false if that choice is impossible here; the engine is not started then.
    public func start(hasSandbox: Bool) -> Bool {
        WebSandbox.with(sandbox: hasSandbox) { functions.start() }
    }
}

/// The reason why there is no web engine.
public struct WebEngineError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The kind of problem.
    public enum Code: Sendable {
        /// The program's own library is not in its place.
        case libraryMissing
        /// The library cannot be loaded, most often because the machine has no WebKitGTK.
        case engineMissing
        /// The program was built on a machine without WebKitGTK.
        case builtWithout
        /// The library belongs to another version of the program.
        case wrongVersion
        /// The system cannot sandbox the engine's processes.
        case sandboxMissing
    }

    /// The kind of problem.
    public var code: Code
    /// The path of the library; the first one that was tried if there is none.
    public var path: String
    /// The system's message.
    public var reason: String

    /// An error about a library.
    public init(_ code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// The whole error in one line.
    public var description: String {
        switch code {
        case .libraryMissing: "\(path): there is no such library"
        case .engineMissing: reason.isEmpty ? "\(path): cannot be opened" : reason
        case .builtWithout: "\(path): \(reason)"
        case .wrongVersion: "\(path): belongs to another version (\(reason))"
        case .sandboxMissing: "web pages have no sandbox here: \(reason)"
        }
    }
}

/// The cookies and caches that several web views share. They are dropped with the last view, except
/// in a session that stores them in files.
public final class WebSession: Object {
    /// A session that stores cookies and caches in two private folders, which no other user may
    /// read.
    public convenience init(engine: WebEngine, dataFolder: String, cacheFolder: String) {
        for folder in [dataFolder, cacheFolder] { g_mkdir_with_parents(folder, 0o700) }
        self.init(engine, engine.functions.new_session(dataFolder, cacheFolder))
    }

    /// A session that leaves no traces.
    public convenience init(ephemeral engine: WebEngine) {
        self.init(engine, engine.functions.new_session(nil, nil))
    }

    let engine: WebEngine

    private init(_ engine: WebEngine, _ session: UnsafeMutableRawPointer?) {
        guard let session else { preconditionFailure("the web engine made no session") }
        self.engine = engine
        super.init(adopting: session)
    }
}
