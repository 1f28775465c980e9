/// A problem of an import: a part that was skipped or changed.
///
/// Values, not sentences: the presentation makes the texts.
public struct ImportProblem: Hashable, Codable, Sendable {
    /// The reason.
    public var reason: Reason
    /// The file, as a path below the chosen folder; nil if the problem concerns the whole source.
    public var file: String?
    /// The line, row or entry, from 1; nil if there is no single one.
    public var line: Int?

    /// A problem at a place.
    public init(_ reason: Reason, file: String? = nil, line: Int? = nil) {
        self.reason = reason
        self.file = file
        self.line = line
    }

    /// The reason of a problem.
    public enum Reason: Hashable, Sendable {
        // MARK: Left out

        /// The file exceeds the size limit: its size and the limit, in bytes.
        case fileTooLarge(size: Int, limit: Int)
        /// A line, field or text exceeds the limit, in bytes.
        case textTooLong(limit: Int)
        /// The nesting exceeds the limit.
        case tooDeep(limit: Int)
        /// There are too many files, rows, columns or chapters.
        case tooMany(limit: Int)
        /// The system denied reading; with its error number.
        case unreadable(errno: Int32)
        /// Not a regular file: a link out of the folder, a device, a pipe.
        case notAFile
        /// A name in an archive leads out of it, or is invalid.
        case unsafePath(String)
        /// The same name occurs twice in an archive; the first one counts.
        case duplicateName(String)
        /// It has a password, or is copy-protected.
        case encrypted
        /// It unpacks to an implausible size.
        case unpacksTooLarge(limit: Int)
        /// It declares entities, which can grow without bound or refer to other files.
        case declaresEntities
        /// It violates its format.
        case damaged
        /// It is damaged in places; the rest was read.
        case partlyDamaged
        /// Another program changed it while it was read.
        case keptChanging
        /// A newer version of the program wrote it, in a format unknown to this version.
        case newerVersion
        /// It is valid, but contains nothing for the library.
        case nothingInIt
        /// A picture of an unsupported kind, or not a picture.
        case notAPicture
        /// A referenced file is missing, such as a cover or a list of chapters.
        case missingFile(String)
        /// The seller has protected it, with this scheme if known; unprotected parts are read.
        case protectedBySeller(String?)
        /// A drawing that consists of other pictures, which cannot be shown.
        case drawnOfPictures
        /// A row or file without a title or name.
        case noTitle
        /// A required column is missing.
        case missingColumn(String)
        /// A bookmark, which has no text. Only in reports of earlier versions.
        case bookmark
        /// A shorter copy of the highlight that follows it. Only in reports of earlier versions.
        case shorterCopy
        /// A shorter copy of the highlight that starts in a line of the same file.
        case copyOfLonger(line: Int)
        /// An earlier version of a note; the later one starts in a line of the same file.
        case olderVersion(line: Int)
        /// An exact duplicate in the same file.
        case repeated
        /// The library's item has other values, chapters or relations than the page of an exported
        /// library, and keeps them.
        case keptDetails

        /// Unsupported items of one kind: their number, and the first of them.
        case leftOut(Kind, count: Int, example: String)

        // MARK: Changed

        /// A document violates its format, and was repaired.
        case repaired(Repair)
        /// A file was found under another spelling of its name.
        case otherName(wanted: String, found: String)
        /// A book without a title was named after its file.
        case namedAfterFile(String)
        /// The file is truncated; the part before that was read.
        case endsEarly
        /// The encoding is unknown; Western European was assumed.
        case guessedEncoding
        /// Some bytes are not text; they were replaced by a mark.
        case brokenText
        /// A line about place and time in an unknown language; kept unmodified.
        case unknownLine(String)
        /// A date that cannot be parsed.
        case unknownDate(String)
        /// A numeric date in which either number may be the month; left out.
        case undecidedDate(String)
        /// The publisher's clipping limit was reached, so the device stored no text.
        case clippingLimit
        /// A web address that is neither http nor https; left out.
        case refusedAddress(String)
        /// An invalid value, such as an ISBN with a wrong check digit.
        case unknownValue(field: String, value: String)
    }

    /// The repair of a document.
    public enum Repair: String, Hashable, Sendable {
        /// Content preceded its beginning.
        case beginning
        /// The encoding differs from the declared one.
        case encoding
        /// A prefix of a name is not declared.
        case prefix
        /// An `&` does not start a reference.
        case ampersand
        /// Tags were missing, overlapping or invalid: it was read as far as possible.
        case structure
        /// The properties of a note are invalid YAML: they were parsed line by line.
        case properties
    }

    /// Kinds of items that are reported in one line each.
    public enum Kind: Hashable, Sendable {
        /// Rows with a value in a column that the library has no field for.
        case column(String)
        /// Books with a property that the library has no field for, by its name.
        case key(String)
        /// Bookmarks, which have no text.
        case bookmark
        /// Ratings in quarters of a star, which are rounded to halves.
        case quarterStars
        /// Highlights that the reader has discarded in the other program.
        case discarded
        /// Headings, which become the chapters of the notes after them.
        case heading
        /// Properties of notes and books that the library has no field for.
        case field(String)
        /// Templates for new notes.
        case form
        /// Files without text.
        case emptyFile
        /// Headings without text below them.
        case emptySection
        /// Earlier versions of files, stored by another program.
        case backupCopy
        /// Pictures in notes.
        case pictureInNote
        /// Addresses that show a highlight in another program.
        case highlightLink
        /// Notes in the trash of another program.
        case trashed
        /// Data that another program stores beside its notes, such as tags and settings.
        case programData
        /// Changes of a page of an exported library outside of its description and its notes.
        case besideNotes
        /// Notes and drawings by hand, which have no text.
        case handwriting
        /// Books on a reading device without notes, rating or review.
        case bookWithoutNotes
    }
}
