/// Something that could not be read, or not as it was meant.
///
/// Values, not sentences: what a person reads is made of them elsewhere.
public struct ImportProblem: Hashable, Codable, Sendable {
    /// Why.
    public var reason: Reason
    /// The file, as a path below what was chosen; nil when it is the whole of it.
    public var file: String?
    /// The line, row or entry, from 1; nil when it is no single one.
    public var line: Int?

    /// A problem, and where it was found.
    public init(_ reason: Reason, file: String? = nil, line: Int? = nil) {
        self.reason = reason
        self.file = file
        self.line = line
    }

    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        // MARK: Left out

        /// The file is larger than is read: its size and the limit, in bytes.
        case fileTooLarge(size: Int, limit: Int)
        /// A line, field or text is longer than is read: the limit in bytes.
        case textTooLong(limit: Int)
        /// Things lie too deep in each other.
        case tooDeep(limit: Int)
        /// There are more files, rows, columns or chapters than are read.
        case tooMany(limit: Int)
        /// The system does not let it be read: its number for why.
        case unreadable(errno: Int32)
        /// It is no ordinary file: a link out of the folder, a device, a pipe.
        case notAFile
        /// A name in an archive leads out of it, or is no name.
        case unsafePath(String)
        /// The same name stands twice in an archive; the first counts.
        case duplicateName(String)
        /// It has a password, or a protection against copying.
        case encrypted
        /// It unpacks to more than a person would ever pack.
        case unpacksTooLarge(limit: Int)
        /// It declares entities, which can grow without bound or lead elsewhere.
        case declaresEntities
        /// It is not built as its format demands.
        case damaged
        /// A newer version of the program has written it, in a way that this one does not know.
        case newerVersion
        /// It is sound, and has nothing that belongs into a library.
        case nothingInIt
        /// A picture of a kind that is not shown, or none at all.
        case notAPicture
        /// Something that others refer to is not there, such as a cover or a list of chapters.
        case missingFile(String)
        /// Its seller has protected it, by what is named if that could be told; what is not locked is read.
        case protectedBySeller(String?)
        /// A drawing that is made of other pictures, which cannot be shown.
        case drawnOfPictures
        /// A row or file that says neither a title nor a name.
        case noTitle
        /// A column that is needed is not there.
        case missingColumn(String)
        /// A bookmark, which has no text. Only in reports of earlier versions.
        case bookmark
        /// A shorter copy of the highlight that follows it. Only in reports of earlier versions.
        case shorterCopy
        /// A shorter copy of the highlight that begins in a line of the same file.
        case copyOfLonger(line: Int)
        /// What a note was before it was edited; the later version begins in a line of the same file.
        case olderVersion(line: Int)
        /// Something that was there already, word by word, in the same file.
        case repeated

        /// Things of one kind that are not taken: how many there are, and the first of them.
        case leftOut(Kind, count: Int, example: String)

        // MARK: Read, and not as it was meant

        /// A document is not quite what its format demands, and was mended to be read.
        case repaired(Repair)
        /// A file was found under a name that is written in another way.
        case otherName(wanted: String, found: String)
        /// A book without a title has got the name of its file.
        case namedAfterFile(String)
        /// The file ends in the middle; what came before is read.
        case endsEarly
        /// In no encoding that it could be told by; taken for Western European.
        case guessedEncoding
        /// Some bytes are no text; they are marked where they stood.
        case brokenText
        /// A line about place and time that is in none of the known languages; kept as it is.
        case unknownLine(String)
        /// A date that cannot be told.
        case unknownDate(String)
        /// A date of numbers of which either may be the month; left out.
        case undecidedDate(String)
        /// The device had reached the publisher's limit, and has kept no text.
        case clippingLimit
        /// A web address that is neither http nor https; left out.
        case refusedAddress(String)
        /// A value that is not what it should be, such as an ISBN with a wrong check digit.
        case unknownValue(field: String, value: String)
    }

    /// What had to be mended in a document.
    public enum Repair: String, Hashable, Sendable {
        /// Something stood before its beginning.
        case beginning
        /// It is in another encoding than it declares.
        case encoding
        /// A name has a prefix that nothing declares.
        case prefix
        /// An `&` begins nothing.
        case ampersand
        /// Marks are missing, crossed or not what they should be: it was read as far as possible.
        case structure
        /// The properties of a note are not quite YAML: they were read line by line.
        case properties
    }

    /// Kinds of which one line tells all there are.
    public enum Kind: Hashable, Sendable {
        /// Rows that say something in a column that has no place in a library.
        case column(String)
        /// Books of which something is said that has no place in a library, by what it is called.
        case key(String)
        /// Bookmarks, which have no words.
        case bookmark
        /// Ratings in quarters of a star, which are rounded to halves.
        case quarterStars
        /// Highlights that the reader has discarded elsewhere.
        case discarded
        /// Headings, which are the chapters of what follows them and no notes.
        case heading
        /// Properties of notes and books that have no place in a library.
        case field(String)
        /// Forms for new notes.
        case form
        /// Files without a word.
        case emptyFile
        /// Headings that nothing stands below.
        case emptySection
        /// Earlier versions that another program keeps of its files.
        case backupCopy
        /// Pictures that notes show.
        case pictureInNote
        /// Addresses under which other programs show a highlight.
        case highlightLink
        /// Notes that lie in the trash of another program.
        case trashed
        /// What another program keeps beside its notes, such as tags and settings.
        case programData
    }
}
