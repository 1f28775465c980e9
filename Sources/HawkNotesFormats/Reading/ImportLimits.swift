/// Limits for untrusted files.
///
/// Far beyond real data, but low enough that no file exhausts the memory. Sizes are in bytes unless
/// stated otherwise.
public struct ImportLimits: Sendable {
    /// A file that is read as a stream. Larger ones are not read at all.
    public var fileSize = 4 << 30
    /// A file that must be in memory as a whole: a sidecar, a Markdown file, a package document.
    public var wholeFileSize = 16 << 20
    /// A line, field or string. Longer ones are left out and reported.
    public var textSize = 1 << 20
    /// A picture.
    public var pictureSize = 32 << 20
    /// Names, titles and the like, in characters. Longer ones are truncated.
    public var titleLength = 1_000
    /// The nesting depth of objects, tables and elements.
    public var depth = 64
    /// Attributes of an element.
    public var attributeCount = 1_000
    /// Elements and attributes of a damaged document, which must be in memory to be parsed.
    public var partCount = 500_000
    /// The nesting depth of folders.
    public var folderDepth = 32
    /// Files of a folder; our own export has one per note.
    public var fileCount = 2_000_000
    /// Columns of a table.
    public var columnCount = 1_000
    /// Items of all kinds in an import.
    public var itemCount = 5_000_000
    /// Books of an import.
    public var bookCount = 200_000
    /// Chapters of a book.
    public var chapterCount = 20_000
    /// Problems that are stored in detail; all are counted.
    public var problemCount = 1_000
    /// An archive.
    public var archiveSize = 1 << 30
    /// Entries of an archive.
    public var entryCount = 65_535

    /// The limits of the program.
    public init() {}
}
