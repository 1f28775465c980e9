/// How much of a stranger's file is read.
///
/// Far beyond what people have, and near enough that no file takes the machine's memory. Sizes are in
/// bytes unless it says otherwise.
public struct ImportLimits: Sendable {
    /// One file that is read as a stream. A larger one is not begun.
    public var fileSize = 4 << 30
    /// One file that must be in memory as a whole: a sidecar, a Markdown file, a package document.
    public var wholeFileSize = 16 << 20
    /// One line, field or string. What is longer is left out, and said.
    public var textSize = 1 << 20
    /// One picture.
    public var pictureSize = 32 << 20
    /// Names, titles and the like, in characters. What is longer is cut.
    public var titleLength = 1_000
    /// How deep objects, tables and elements may lie in each other.
    public var depth = 64
    /// Attributes of one element.
    public var attributeCount = 1_000
    /// Elements and attributes of a damaged document, which must be in memory to be read.
    public var partCount = 500_000
    /// How deep folders may lie in each other.
    public var folderDepth = 32
    /// Files of a folder; an export of our own has one for each note.
    public var fileCount = 2_000_000
    /// Columns of a table.
    public var columnCount = 1_000
    /// Things of all kinds that one import brings.
    public var itemCount = 5_000_000
    /// Books of one import.
    public var bookCount = 200_000
    /// Chapters of one book.
    public var chapterCount = 20_000
    /// Problems that are kept word by word; all are counted.
    public var problemCount = 1_000
    /// One archive.
    public var archiveSize = 1 << 30
    /// Entries of an archive.
    public var entryCount = 65_535

    /// The limits of the program.
    public init() {}
}
