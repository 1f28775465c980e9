/// What a Kobo's database says of its reader, as its rows write it.
///
/// All values are texts, whatever their type in the database: it differs between versions, and a
/// damaged database may have any.
package struct KoboDevice: Sendable {
    /// The rows of `Bookmark`.
    package var bookmarks: [KoboBookmark] = []
    /// The rows of `content`: books, their files and their chapters.
    package var contents: [KoboContent] = []
    /// The rows of `ratings`.
    package var ratings: [KoboRating] = []
    /// The rows of `Shelf`.
    package var shelves: [KoboShelf] = []
    /// The rows of `ShelfContent`.
    package var shelvings: [KoboShelving] = []

    /// Nothing.
    package init() {}
}

/// A row of one of the tables.
package protocol KoboRow: Sendable {
    /// The name of the table.
    static var table: String { get }
    /// The columns that are read. Older versions lack some of them.
    static var columns: [String] { get }

    /// A row with these values.
    ///
    /// - Parameters:
    ///   - number: its number in the table.
    ///   - value: the value of a column; nil if it is NULL or missing.
    init(_ number: Int, _ value: (_ column: String) -> String?)
}

/// A highlight, note or bookmark.
package struct KoboBookmark: KoboRow {
    package static let table = "Bookmark"
    package static let columns = [
        "BookmarkID", "VolumeID", "ContentID", "Text", "Annotation", "Type", "Color", "Hidden",
        "DateCreated", "DateModified", "ChapterProgress", "StartContainerPath",
        "StartContainerChildIndex", "StartOffset",
    ]

    let number: Int
    let id: String?
    /// The book.
    package let volumeID: String
    /// The file of the book.
    let contentID: String?
    let text: String?
    let annotation: String?
    let type: String?
    let color: String?
    let isHidden: Bool
    let created: String?
    let modified: String?
    let progress: Double
    let startPath: String?
    let startChild: String?
    let startOffset: String?

    package init(_ number: Int, _ value: (String) -> String?) {
        self.number = number
        id = value("BookmarkID")
        volumeID = value("VolumeID") ?? ""
        contentID = value("ContentID")
        text = value("Text")
        annotation = value("Annotation")
        type = value("Type")?.lowercased()
        color = value("Color")
        isHidden = KoboValue.isTrue(value("Hidden"))
        created = value("DateCreated")
        modified = value("DateModified")
        let progress = value("ChapterProgress").flatMap { Double($0) } ?? 0
        self.progress = progress.isFinite ? progress : 0
        startPath = value("StartContainerPath")
        startChild = value("StartContainerChildIndex")
        startOffset = value("StartOffset")
    }
}

/// A book, one of its files, or an entry of its table of contents.
package struct KoboContent: KoboRow {
    package static let table = "content"
    package static let columns = [
        "ContentID", "ContentType", "BookID", "Title", "Attribution", "ISBN", "Description",
        "Series", "SeriesNumber", "SeriesNumberFloat", "Subtitle", "Language", "Publisher",
        "VolumeIndex", "Depth", "ChapterIDBookmarked", "ReadStatus", "___PercentRead",
        "IsDownloaded",
    ]

    /// The kinds of rows that are read.
    enum Kind: String {
        case book = "6"
        /// A file of a book.
        case file = "9"
        /// An entry of the table of contents.
        case chapter = "899"
    }

    let id: String
    let kind: Kind?
    let bookID: String?
    let title: String?
    let attribution: String?
    let isbn: String?
    let description: String?
    let series: String?
    let seriesNumber: String?
    let seriesNumberFloat: String?
    let subtitle: String?
    let language: String?
    let publisher: String?
    /// The position in the book.
    let index: Int
    let depth: Int
    /// The file of a chapter, in some versions.
    let chapterFile: String?
    let readStatus: String?
    let percentRead: String?
    /// Whether the book is on the device, and not only offered by the shop.
    let isDownloaded: Bool

    package init(_ number: Int, _ value: (String) -> String?) {
        id = value("ContentID") ?? ""
        kind = value("ContentType").flatMap { Kind(rawValue: $0.trimmed) }
        bookID = value("BookID").flatMap { $0.isEmpty ? nil : $0 }
        title = value("Title")
        attribution = value("Attribution")
        isbn = value("ISBN")
        description = value("Description")
        series = value("Series")
        seriesNumber = value("SeriesNumber")
        seriesNumberFloat = value("SeriesNumberFloat")
        subtitle = value("Subtitle")
        language = value("Language")
        publisher = value("Publisher")
        index = value("VolumeIndex").flatMap { Int($0) } ?? number
        depth = value("Depth").flatMap { Int($0) } ?? 0
        chapterFile = value("ChapterIDBookmarked")
        readStatus = value("ReadStatus")
        percentRead = value("___PercentRead")
        isDownloaded = value("IsDownloaded").map { KoboValue.isTrue($0) } ?? true
    }

    /// The book of a file or chapter, or the book itself; nil for all other rows.
    package var volumeID: String? {
        switch kind {
        case .book: bookID == nil ? id : nil
        case .file, .chapter: bookID
        case nil: nil
        }
    }

    /// Whether it is a book, and not a part of one.
    package var isBook: Bool { kind == .book && bookID == nil }
}

/// The reader's own rating and review of a book. Those of strangers are in another table.
package struct KoboRating: KoboRow {
    package static let table = "ratings"
    package static let columns = ["ContentID", "Rating", "Review", "DateModified"]

    let number: Int
    package let volumeID: String
    let rating: String?
    let review: String?
    let modified: String?

    package init(_ number: Int, _ value: (String) -> String?) {
        self.number = number
        volumeID = value("ContentID") ?? ""
        rating = value("Rating")
        review = value("Review")
        modified = value("DateModified")
    }
}

/// A shelf of the reader's.
package struct KoboShelf: KoboRow {
    package static let table = "Shelf"
    package static let columns = ["Name", "InternalName", "_IsDeleted"]

    let name: String?
    let internalName: String?
    let isDeleted: Bool

    package init(_ number: Int, _ value: (String) -> String?) {
        name = value("Name")
        internalName = value("InternalName")
        isDeleted = KoboValue.isTrue(value("_IsDeleted"))
    }
}

/// A book on a shelf.
package struct KoboShelving: KoboRow {
    package static let table = "ShelfContent"
    package static let columns = ["ShelfName", "ContentId", "_IsDeleted"]

    let shelf: String
    package let volumeID: String
    let isDeleted: Bool

    package init(_ number: Int, _ value: (String) -> String?) {
        shelf = value("ShelfName") ?? ""
        volumeID = value("ContentId") ?? ""
        isDeleted = KoboValue.isTrue(value("_IsDeleted"))
    }
}

/// Values that several tables have.
enum KoboValue {
    /// Older versions write truth as a text, newer ones as a number.
    static func isTrue(_ text: String?) -> Bool {
        ["true", "1"].contains(text?.trimmed.lowercased())
    }

    /// A text of a book on one line: line breaks and runs of blanks are those of its markup.
    static func text(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = text.split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The reader's own words, as typed.
    static func words(_ text: String?) -> String? {
        guard let text = text?.replacing("\0", with: "").trimmed, !text.isEmpty else { return nil }
        return text
    }

    /// A date, which is in UTC whether or not it says so; nil if there is none.
    ///
    /// - Parameter unknown: called with a text that is not a date.
    static func date(_ text: String?, unknown: (String) -> Void) -> ImportedDate? {
        guard let text = text?.trimmed, !text.isEmpty, !isNone(text) else { return nil }
        let date = ImportedDate(iso: text)
        if case .local(let time) = date, time.secondOfDay != nil {
            return ImportedDate(iso: "\(text)Z")
        }
        if date == nil { unknown(text) }
        return date
    }

    /// Zero dates of different programs. The first Kobo is from 2010.
    private static func isNone(_ text: String) -> Bool {
        ["0000-", "0001-", "1601-", "1899-", "1900-", "1970-"].contains { text.hasPrefix($0) }
    }
}
