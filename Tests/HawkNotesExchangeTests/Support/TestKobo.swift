import Foundation
import GRDB
import HawkNotesFormats
import TestSupport

/// A Kobo's database as one of its versions writes it.
struct TestKobo {
    /// The versions differ in their columns and in how they write values.
    enum Version: CaseIterable {
        /// Neither kinds nor series.
        case old
        /// Series, and truth in words.
        case middle
        /// Colors, and truth in numbers.
        case new
    }

    struct Book {
        var id: String
        var title: String?
        var author: String?
        var chapters: [String] = []
    }

    struct Mark {
        var id: String
        var book: String
        var chapter = 0
        var text: String?
        var words: String?
        var type = "highlight"
        var created = "2024-05-06T07:08:09.000"
        var progress = 0.0
        var isHidden = false
    }

    var version = Version.middle
    var books: [Book] = []
    var marks: [Mark] = []
    /// Statements that are executed last.
    var sql: [String] = []

    // MARK: - Writing

    /// Writes the database, with a log beside it if that is wanted.
    ///
    /// - Parameter logged: the marks that are only in the log.
    func write(to url: URL, logged: [Mark]? = nil) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            if logged != nil {
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            }
            try db.inTransaction {
                try db.execute(sql: schema)
                for (number, book) in books.enumerated() { try add(book, number, db) }
                for mark in marks { try add(mark, db) }
                for statement in sql { try db.execute(sql: statement) }
                return .commit
            }
            guard let logged else { return }
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try db.inTransaction {
                for mark in logged { try add(mark, db) }
                return .commit
            }
            // Closing removes the log.
            let files = FileManager.default
            for ending in ["", "-wal"] {
                try files.copyItem(atPath: url.path + ending, toPath: url.path + ending + ".kept")
            }
        }
        try queue.close()
        guard logged != nil else { return }
        let files = FileManager.default
        for ending in ["", "-wal", "-shm"] where files.fileExists(atPath: url.path + ending) {
            try files.removeItem(atPath: url.path + ending)
        }
        for ending in ["", "-wal"] {
            try files.moveItem(atPath: url.path + ending + ".kept", toPath: url.path + ending)
        }
    }

    func bytes() throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try write(to: url)
        return Array(try Data(contentsOf: url))
    }

    func source(_ name: String = "KoboReader.sqlite") throws -> ImportSource {
        ImportSource(name: name, bytes: try bytes())
    }

    private func truth(_ value: Bool) -> any DatabaseValueConvertible {
        version == .new ? (value ? 1 : 0) : (value ? "true" : "false")
    }

    private func add(_ book: Book, _ number: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO content (ContentID, ContentType, MimeType, BookID, Title, Attribution,
                VolumeIndex, ___UserID) VALUES (?, ?, 'application/epub+zip', NULL, ?, ?, -1, '')
                """,
            arguments: [book.id, version == .new ? 6 : "6", book.title, book.author]
        )
        for (index, title) in book.chapters.enumerated() {
            let file = "\(book.id)!OEBPS!ch\(index).html"
            for (kind, id, title) in [
                (9, file, "ch\(index).html"), (899, "\(file)#start-1", title),
            ] {
                try db.execute(
                    sql: """
                        INSERT INTO content (ContentID, ContentType, MimeType, BookID, Title,
                        VolumeIndex, Depth, ___UserID) VALUES (?, ?, '', ?, ?, ?, 1, '')
                        """,
                    arguments: [id, version == .new ? kind : "\(kind)", book.id, title, index]
                )
            }
        }
    }

    private func add(_ mark: Mark, _ db: Database) throws {
        var values: [(String, (any DatabaseValueConvertible)?)] = [
            ("BookmarkID", mark.id), ("VolumeID", mark.book),
            ("ContentID", "\(mark.book)!OEBPS!ch\(mark.chapter).html"),
            ("StartContainerPath", "span#kobo\\.1\\.1"), ("StartContainerChildIndex", -99),
            ("StartOffset", 4), ("EndContainerPath", "span#kobo\\.1\\.2"),
            ("EndContainerChildIndex", -99), ("EndOffset", 9), ("Text", mark.text),
            ("Annotation", mark.words), ("DateCreated", mark.created),
            ("ChapterProgress", mark.progress), ("Hidden", truth(mark.isHidden)),
        ]
        if version != .old { values.append(("Type", mark.type)) }
        if version == .new { values.append(("Color", 2)) }
        let names = values.map(\.0).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO Bookmark (\(names)) VALUES (\(marks))",
            arguments: StatementArguments(values.map(\.1))
        )
    }

    private var schema: String {
        let kind = version == .old ? "" : "ContextString TEXT, Type TEXT,"
        let color = version == .new ? "Color INTEGER DEFAULT 0," : ""
        let series = version == .old ? "" : "Series TEXT, SeriesNumber TEXT, Subtitle TEXT,"
        let number = version == .new ? "SeriesNumberFloat REAL," : ""
        let truth = version == .new ? "BOOL NOT NULL DEFAULT 0" : "TEXT"
        return """
            CREATE TABLE DbVersion (version INTEGER NOT NULL, PRIMARY KEY (version));
            CREATE TABLE content (ContentID TEXT NOT NULL, ContentType TEXT NOT NULL,
                MimeType TEXT NOT NULL, BookID TEXT, BookTitle TEXT, ImageId TEXT,
                Title TEXT COLLATE NOCASE, Attribution TEXT COLLATE NOCASE, Description TEXT,
                DateCreated TEXT, Publisher TEXT, ChapterIDBookmarked TEXT, VolumeIndex INTEGER,
                ReadStatus INTEGER, ___UserID TEXT NOT NULL, ___PercentRead INTEGER,
                Language TEXT, IsDownloaded BIT NOT NULL DEFAULT 1, Depth INTEGER, ISBN TEXT,
                \(series) \(number) PRIMARY KEY (ContentID));
            CREATE INDEX content_bookid_index ON content (BookID);
            CREATE TABLE Bookmark (BookmarkID TEXT NOT NULL, VolumeID TEXT NOT NULL,
                ContentID TEXT NOT NULL, StartContainerPath TEXT NOT NULL,
                StartContainerChildIndex INTEGER NOT NULL, StartOffset INTEGER NOT NULL,
                EndContainerPath TEXT NOT NULL, EndContainerChildIndex INTEGER NOT NULL,
                EndOffset INTEGER NOT NULL, Text TEXT, Annotation TEXT, ExtraAnnotationData BLOB,
                DateCreated TEXT, ChapterProgress REAL NOT NULL DEFAULT 0, Hidden \(truth),
                Version TEXT, DateModified TEXT, Creator TEXT, UUID TEXT, \(kind) \(color)
                PRIMARY KEY (BookmarkID));
            CREATE INDEX bookmark_content ON Bookmark (ContentID);
            CREATE TABLE ratings (ContentID TEXT NOT NULL, Rating INTEGER, Review TEXT,
                DateModified TEXT NOT NULL, PRIMARY KEY (ContentID));
            CREATE TABLE Reviews (Id TEXT NOT NULL, Content TEXT, VolumeId TEXT NOT NULL,
                PRIMARY KEY (Id));
            CREATE TABLE Shelf (Id TEXT, InternalName TEXT, Name TEXT, _IsDeleted BOOL,
                PRIMARY KEY (Id));
            CREATE TABLE ShelfContent (ShelfName TEXT, ContentId TEXT, _IsDeleted BOOL,
                PRIMARY KEY (ShelfName, ContentId));
            """
    }
}

extension TestKobo {
    /// A device with some books, for damage.
    static func filled(_ count: Int, version: Version = .middle) -> TestKobo {
        var kobo = TestKobo(version: version)
        for number in 0..<min(5, count) {
            kobo.books.append(
                Book(
                    id: "file:///mnt/onboard/Book \(number).epub",
                    title: "Volume \(number)",
                    author: "Ada Writer",
                    chapters: ["One", "Two", "Three"]
                )
            )
        }
        for number in 0..<count {
            kobo.marks.append(
                Mark(
                    id: "mark-\(number)",
                    book: kobo.books[number % kobo.books.count].id,
                    chapter: number % 3,
                    text: "Passage \(number), which is as long as such passages mostly are.",
                    words: number % 3 == 0 ? "Words \(number)" : nil,
                    progress: Double(number) / Double(count)
                )
            )
        }
        return kobo
    }
}
