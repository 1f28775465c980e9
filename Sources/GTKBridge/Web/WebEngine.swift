import CGTK
import Glibc
import CWebPage

/// The web engine, behind a library that is opened when it is first needed.
///
/// The program is not linked against WebKitGTK, which would make every start slower, and runs on
/// machines that do not have it. The library is never closed again: an engine that has begun cannot be
/// taken out of a process.
@MainActor
public final class WebEngine {
    /// The engine's name and version.
    public let name: String

    let functions: HawkWebFunctions

    /// Opens the first of the libraries that is there. Takes as long as loading the engine does.
    ///
    /// - Throws: `WebEngineError`, when there is no library, or nothing in it.
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

    /// Takes the table that a library has returned, if it is one of this version.
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

    /// Begins to work, before the first session is made. What was decided at the first call stays so as
    /// long as the process lives.
    ///
    /// - Parameter hasSandbox: whether pages are kept away from everything else.
    /// - Returns: false when that cannot be chosen here, and nothing has begun.
    public func start(hasSandbox: Bool) -> Bool {
        WebSandbox.with(sandbox: hasSandbox) { functions.start() }
    }
}

/// Why there is no web engine.
public struct WebEngineError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is missing.
    public enum Code: Sendable {
        /// The program's own library is not where it belongs.
        case libraryMissing
        /// The library cannot be opened, most often because the machine has no WebKitGTK.
        case engineMissing
        /// The program was built on a machine without WebKitGTK.
        case builtWithout
        /// The library belongs to another version of the program.
        case wrongVersion
        /// The system cannot keep the engine's processes away from everything else.
        case sandboxMissing
    }

    /// What is missing.
    public var code: Code
    /// The library; the first place where it was looked for, if it is nowhere.
    public var path: String
    /// What the system said.
    public var reason: String

    /// An error about a library.
    public init(_ code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// All of it in one line.
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

/// The cookies and caches that several web views share. They go when the last of them has gone; in a
/// session that keeps them in files, those stay.
public final class WebSession: Object {
    /// A session that keeps cookies and caches in two folders of its own, which no other user may read.
    public convenience init(engine: WebEngine, dataFolder: String, cacheFolder: String) {
        for folder in [dataFolder, cacheFolder] { g_mkdir_with_parents(folder, 0o700) }
        self.init(engine, engine.functions.new_session(dataFolder, cacheFolder))
    }

    /// A session that leaves nothing behind.
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
