import Foundation
import ImportBridge

/// The C libraries for archives, XML and tables, behind a library that is loaded on first use.
///
/// The program is not linked against them: it starts without them, and plain text formats work on
/// machines that have none of them. Each is loaded when a format needs it, independently of the
/// others, and is never unloaded.
public final class ImportLibrary: Sendable {
    /// A part of the functions; each part uses a library of its own.
    public typealias Part = ImportFunctions.Part

    /// The library of a part.
    struct Source {
        /// The sonames of suitable versions, the newest first.
        var names: [String]
        /// The package that contains it.
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

    /// A library that is not loaded yet.
    ///
    /// - Parameter paths: its possible paths; the first that exists is used.
    public convenience init(paths: [String]) {
        self.init(paths: paths, sources: Self.sources)
    }

    /// Uses other libraries for the parts.
    init(paths: [String], sources: [Part: Source]) {
        self.paths = paths
        self.sources = sources
    }

    /// The functions of some parts; loads the libraries for all of them.
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

/// A table that is made once, by whichever thread needs it first. After a failure the next call
/// tries again: a missing package may have been installed since.
private final class OnceBox: @unchecked Sendable {
    // Unchecked, because the lock provides the safety.
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
