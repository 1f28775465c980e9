import CImport
import Foundation

/// The loaded C library for archives, XML and tables: the only place with its pointers.
///
/// Data borrowed from C is copied before it is passed on. Readers are passed to a closure, and are
/// closed when it returns or throws.
public struct ImportFunctions: @unchecked Sendable {
    // Unchecked, because these are addresses of immutable data that is never freed.
    let table: HawkImportFunctions

    /// Why a library cannot be used, with the message of the system or of the library.
    public enum Problem: Error {
        /// The dynamic loader cannot load it.
        case cannotOpen(String)
        /// It was loaded, but is not the expected library.
        case broken(String)
    }

    /// Loads the library at a path; it is never unloaded.
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
        self.table = table.pointee
    }

    /// A part of the functions; each part uses a library of its own.
    public enum Part: Hashable, Sendable {
        /// ZIP archives.
        case archives
        /// XML.
        case xml
        /// Delimiter-separated tables.
        case tables

        fileprivate var number: HawkImportPart {
            switch self {
            case .archives: HAWK_IMPORT_ARCHIVES
            case .xml: HAWK_IMPORT_XML
            case .tables: HAWK_IMPORT_TABLES
            }
        }
    }

    /// Loads the library of a part, which then stays loaded; does nothing if the part has one.
    ///
    /// A library that is already in the process takes precedence: WebKitGTK loads a libxml2, and
    /// two versions of it must not be mixed.
    ///
    /// - Parameter names: sonames of its versions, the best first.
    /// - Returns: false if none of them exists; call this again after an installation.
    public func load(_ part: Part, from names: [String]) -> Bool {
        [true, false].contains { isOnlyIfInProcess in
            names.contains { table.load(part.number, $0, isOnlyIfInProcess) }
        }
    }
}

extension String {
    /// A borrowed text of C; empty for NULL.
    init(borrowed text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
