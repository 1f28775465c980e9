/// How much of a shared folder is read: what lies there may come from anybody.
package struct SharingLimits: Hashable, Sendable {
    /// Bytes of a file; larger ones are not opened.
    package var fileSize = 16 << 20
    /// Bytes of a line.
    package var lineSize = 8 << 20
    /// Levels of arrays and objects in a line, and of folders.
    package var depth = 8
    /// Values in a line. Bounds the memory that a line takes.
    package var valuesOfLine = 200_000
    /// Entries of a folder.
    package var filesOfFolder = 10_000
    /// Computers that take part.
    package var computers = 64
    /// Folders in all; each computer needs one, and carriers add some.
    package var folders = 256

    package init() {}
}

/// How files are cut.
package enum SharedFileSize {
    /// A file is ended before it has more bytes than this.
    package static let file = 4 << 20
    /// A record with more bytes than this has a file of its own.
    package static let record = 64 << 10
}
