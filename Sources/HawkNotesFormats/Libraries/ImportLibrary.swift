import Foundation
import ImportBridge

/// The C libraries for archives, XML and tables, behind a library that is opened when it is first needed.
///
/// The program is not linked against them: it starts without them, and formats that are plain text are read
/// on machines that have none of them. Each is opened when a format needs it, whichever of the others are
/// there, and none is ever closed again.
public final class ImportLibrary: Sendable {
    /// What can be read, each by a library of its own.
    public typealias Part = ImportFunctions.Part

    /// Where a part's library is found.
    struct Source {
        /// Sonames of the versions that will do, the newest first.
        var names: [String]
        /// The package with one of them.
        var package: ImportError.MissingPackage
    }

    static let sources: [Part: Source] = [
        .archives: Source(
            names: ["libarchive.so.13"],
            package: .init(names: ["libarchive13t64", "libarchive13"])
        ),
        .xml: Source(
            names: ["libxml2.so.16", "libxml2.so.2"],
            package: .init(names: ["libxml2-16", "libxml2"])
        ),
        .tables: Source(names: ["libcsv.so.3"], package: .init(names: ["libcsv3"])),
    ]

    private let paths: [String]
    private let sources: [Part: Source]
    private let opened = OnceBox()

    /// A library that has not been opened yet.
    ///
    /// - Parameter paths: where it may be; the first that is there is taken.
    public convenience init(paths: [String]) {
        self.init(paths: paths, sources: Self.sources)
    }

    /// The same, with the libraries for its parts elsewhere.
    init(paths: [String], sources: [Part: Source]) {
        self.paths = paths
        self.sources = sources
    }

    /// What reads some parts, once the libraries for all of them are open.
    ///
    /// Takes some milliseconds the first time.
    ///
    /// - Throws: `ImportError.needsPackages`, `.brokenInstallation`.
    func functions(for parts: [Part]) throws -> ImportFunctions {
        let functions = try opened.value { try Self.open(paths) }
        let missing = parts.compactMap { part -> ImportError.MissingPackage? in
            guard let source = sources[part], !functions.load(part, from: source.names) else {
                return nil
            }
            return source.package
        }
        guard missing.isEmpty else { throw ImportError.needsPackages(missing) }
        return functions
    }

    private static func open(_ paths: [String]) throws -> ImportFunctions {
        guard let path = paths.first(where: { access($0, R_OK) == 0 }) else {
            throw ImportError.brokenInstallation(paths.first ?? "")
        }
        do {
            return try ImportFunctions(path: path)
        } catch ImportFunctions.Problem.cannotOpen(let reason),
            ImportFunctions.Problem.broken(let reason)
        {
            throw ImportError.brokenInstallation(reason)
        }
    }
}

/// A table that is made once, on whichever thread comes first. A failure is tried again: what is missing may
/// have been installed meanwhile.
private final class OnceBox: @unchecked Sendable {
    // Unchecked, because the lock is what makes it so.
    private let lock = NSLock()
    private var table: ImportFunctions?

    func value(_ make: () throws -> ImportFunctions) throws -> ImportFunctions {
        lock.lock()
        defer { lock.unlock() }
        if let table { return table }
        let made = try make()
        table = made
        return made
    }
}
