import CImport
import Foundation

/// The C library for archives, XML and tables, opened: the only place where its pointers are held.
///
/// What is borrowed from C is copied before it is handed on, and what is read is handed to a body: it is
/// closed when that ends, however it does.
public struct ImportFunctions: @unchecked Sendable {
    // Unchecked, because these are the addresses of what never changes and never goes.
    let table: HawkImportFunctions

    /// Why a library cannot be used, in the words of the system or of the library.
    public enum Problem: Error {
        /// The dynamic loader cannot open it, mostly because one that it needs is not there.
        case cannotOpen(String)
        /// It is opened, and is not what was expected.
        case broken(String)
        /// It was built without other libraries: their names, and the packages of Debian that a build needs.
        case builtWithout([(name: String, package: String)])
    }

    /// Opens the library at a path; it is never closed again.
    ///
    /// - Throws: `Problem`.
    public init(path: String) throws {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw Problem.cannotOpen(dlerror().map { String(cString: $0) } ?? path)
        }
        guard let entry = dlsym(library, HAWK_IMPORT_ENTRY_NAME) else {
            throw Problem.broken("\(path): \(HAWK_IMPORT_ENTRY_NAME)")
        }
        let expected = HAWK_IMPORT_INTERFACE_VERSION
        let table = unsafeBitCast(entry, to: HawkImportEntry.self)()
        guard let table, table.pointee.interface_version == expected else {
            let found = table.map { "\($0.pointee.interface_version)" } ?? "none"
            throw Problem.broken("\(path): version \(found), not \(expected)")
        }
        let missing = UnsafeBufferPointer(
            start: table.pointee.missing,
            count: table.pointee.missing_count
        )
        guard missing.isEmpty else {
            throw Problem.builtWithout(
                missing.map { (String(borrowed: $0.name), String(borrowed: $0.package)) }
            )
        }
        self.table = table.pointee
    }

    /// The package of a library without which tables cannot be read; nil when it is there.
    public var packageMissingForTables: String? {
        table.missing_package.map { String(cString: $0) }
    }
}

extension String {
    /// Text that C lends; empty where there is none.
    init(borrowed text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
