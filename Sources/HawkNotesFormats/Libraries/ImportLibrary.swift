import Foundation
import ImportBridge

/// The C libraries for archives, XML and tables, behind a library that is opened when it is first needed.
///
/// The program is not linked against them: it starts without them, and formats that are plain text are read
/// on machines that have none of them. The library is never closed again.
public final class ImportLibrary: Sendable {
    /// The packages of Debian that it is made of, and what their libraries' names begin with.
    private static let packages = [
        ("libarchive.so", "libarchive13"), ("libxml2.so", "libxml2"), ("libcsv.so", "libcsv3"),
    ]

    private let paths: [String]
    private let opened = OnceBox()

    /// A library that has not been opened yet.
    ///
    /// - Parameter paths: where it may be; the first that is there is taken.
    public init(paths: [String]) {
        self.paths = paths
    }

    /// What is missing for a format to be read.
    ///
    /// Opens the library, which takes some milliseconds the first time.
    ///
    /// - Returns: nil when nothing is.
    public func problem(for format: ImportFormatName) -> ImportError? {
        do {
            switch format {
            case .seriesFile, .kindleClippings, .koreaderJSON, .koreaderSidecar, .markdown: break
            case .readwise, .goodreads, .storyGraph, .calibreTable, .bookTable: _ = try tables()
            case .epub, .calibreLibrary: _ = try functions()
            }
            return nil
        } catch let error as ImportError {
            return error
        } catch {
            return .brokenInstallation("\(error)")
        }
    }

    /// Everything but tables.
    ///
    /// - Throws: `ImportError.needsPackages`, `.builtWithout`, `.brokenInstallation`.
    func functions() throws -> ImportFunctions {
        try opened.value { try Self.open(paths) }
    }

    /// The same, when tables can be read as well.
    func tables() throws -> ImportFunctions {
        let functions = try functions()
        if let package = functions.packageMissingForTables {
            throw ImportError.needsPackages([package])
        }
        return functions
    }

    private static func open(_ paths: [String]) throws -> ImportFunctions {
        guard let path = paths.first(where: { access($0, R_OK) == 0 }) else {
            throw ImportError.brokenInstallation(paths.first ?? "")
        }
        do {
            return try ImportFunctions(path: path)
        } catch ImportFunctions.Problem.cannotOpen(let reason) {
            throw error(opening: path, reason: reason)
        } catch ImportFunctions.Problem.broken(let reason) {
            throw ImportError.brokenInstallation(reason)
        } catch ImportFunctions.Problem.builtWithout(let libraries) {
            throw ImportError.builtWithout(
                libraries.map { ImportError.MissingLibrary(name: $0.name, package: $0.package) }
            )
        }
    }

    /// What the system's words about a library that cannot be opened come to.
    static func error(opening path: String, reason: String) -> ImportError {
        let missing = packages.filter { reason.contains("/\($0.0)") || reason.hasPrefix($0.0) }
        return missing.isEmpty
            ? .brokenInstallation(reason) : .needsPackages(missing.map { $0.1 })
    }
}

/// A table that is made once, on whichever thread comes first. A failure is tried again: a package may
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
