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
        /// The dynamic loader cannot open it.
        case cannotOpen(String)
        /// It is opened, and is not what was expected.
        case broken(String)
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
        self.table = table.pointee
    }

    /// What can be read, each by a library of its own.
    public enum Part: Hashable, Sendable {
        /// ZIP archives.
        case archives
        /// XML.
        case xml
        /// Tables with separators.
        case tables

        fileprivate var number: HawkImportPart {
            switch self {
            case .archives: HAWK_IMPORT_ARCHIVES
            case .xml: HAWK_IMPORT_XML
            case .tables: HAWK_IMPORT_TABLES
            }
        }
    }

    /// Opens the library for a part, which then stays open; does nothing when the part has one.
    ///
    /// One that the process has already comes before all others: WebKitGTK brings a libxml2, and two versions
    /// of it are not to be mixed.
    ///
    /// - Parameter names: sonames of its versions, the best first.
    /// - Returns: false when there is none of them; after an installation it may be tried again.
    public func load(_ part: Part, from names: [String]) -> Bool {
        [true, false].contains { isOnlyIfInProcess in
            names.contains { table.load(part.number, $0, isOnlyIfInProcess) }
        }
    }
}

extension String {
    /// Text that C lends; empty where there is none.
    init(borrowed text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
