import Foundation

/// The name of a file or folder as the disk has it; carriers write names in any encoding.
package struct SharedName: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// For reports.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether it names an entry of a folder, and nothing above it or below it.
    var isPlain: Bool {
        !bytes.isEmpty && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/"))
            && text != "." && text != ".."
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// A place below the chosen folder. Its names are this program's own, or come from the listing of a
/// folder; none is ever taken from a file.
package struct SharedPath: Hashable, Sendable, Comparable {
    package var names: [SharedName]

    package init(_ names: [SharedName] = []) { self.names = names }

    package static func / (folder: Self, name: SharedName) -> Self { Self(folder.names + [name]) }

    package static func / (folder: Self, name: String) -> Self { folder / SharedName(name) }

    /// The folder that it is in.
    package var parent: Self { Self(names.dropLast()) }

    /// For reports.
    package var text: String { names.map(\.text).joined(separator: "/") }

    package static func < (left: Self, right: Self) -> Bool {
        left.names.lexicographicallyPrecedes(right.names)
    }
}

/// An entry of a folder.
package struct SharedEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, folder
        /// A link, which is never followed, a pipe, a device.
        case other
    }

    /// What changes when a file is written or replaced.
    package struct Version: Hashable, Sendable {
        package var size: Int
        /// Its last change in nanoseconds since 1970; unlike the modification time, carriers don't
        /// set it.
        package var changed: Int64
        /// The number of the file on the disk.
        package var number: UInt64

        package init(size: Int, changed: Int64, number: UInt64) {
            self.size = size
            self.changed = changed
            self.number = number
        }
    }

    package var name: SharedName
    package var kind: Kind
    package var version: Version

    package init(name: SharedName, kind: Kind, version: Version) {
        self.name = name
        self.kind = kind
        self.version = version
    }
}

/// The entries of a folder.
package struct SharedListing: Hashable, Sendable {
    package var entries: [SharedEntry]
    /// Whether these are all.
    package var isComplete: Bool

    package init(entries: [SharedEntry], isComplete: Bool) {
        self.entries = entries
        self.isComplete = isComplete
    }
}

/// The file operations in a shared folder; a crash can happen between any two.
///
/// A struct of closures, as tests replace single operations. No operation follows a link, in
/// whichever component of a path. Errors are `POSIXError`s.
package struct SharedFiles: Sendable {
    /// The entries of a folder, in any order and at most so many.
    package var list: @Sendable (_ folder: SharedPath, _ limit: Int) throws -> SharedListing
    /// The bytes of a regular file; nil if there is none, or it is something else.
    package var open: @Sendable (_ file: SharedPath) throws -> SharedBytes?
    /// Makes a folder in an existing one; nothing if it exists.
    package var makeFolder: @Sendable (_ folder: SharedPath) throws -> Void
    /// Makes an empty file; fails if the name exists.
    package var create: @Sendable (_ file: SharedPath) throws -> Void
    package var append: @Sendable (_ file: SharedPath, _ bytes: [UInt8]) throws -> Void
    /// Waits until a file's bytes are on the disk.
    package var sync: @Sendable (_ file: SharedPath) throws -> Void
    /// Waits until a folder's names are on the disk, as well as the file system can.
    package var syncFolder: @Sendable (_ folder: SharedPath) throws -> Void
    /// Renames a file within its folder.
    package var rename: @Sendable (_ file: SharedPath, _ name: SharedName) throws -> Void
    /// Removes a file; nothing if there is none.
    package var remove: @Sendable (_ file: SharedPath) throws -> Void

    package init(
        list: @escaping @Sendable (SharedPath, Int) throws -> SharedListing,
        open: @escaping @Sendable (SharedPath) throws -> SharedBytes?,
        makeFolder: @escaping @Sendable (SharedPath) throws -> Void,
        create: @escaping @Sendable (SharedPath) throws -> Void,
        append: @escaping @Sendable (SharedPath, [UInt8]) throws -> Void,
        sync: @escaping @Sendable (SharedPath) throws -> Void,
        syncFolder: @escaping @Sendable (SharedPath) throws -> Void,
        rename: @escaping @Sendable (SharedPath, SharedName) throws -> Void,
        remove: @escaping @Sendable (SharedPath) throws -> Void
    ) {
        self.list = list
        self.open = open
        self.makeFolder = makeFolder
        self.create = create
        self.append = append
        self.sync = sync
        self.syncFolder = syncFolder
        self.rename = rename
        self.remove = remove
    }
}
