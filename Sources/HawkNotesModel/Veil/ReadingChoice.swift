import Foundation
import GRDB

/// A choice in the control for the reading status of a book and the reader's progress.
///
/// The status belongs to the book, the point up to which is read to the series. Only a point hides what
/// comes later, and only the reader sets one: a status never does, whether it was chosen or imported.
public enum ReadingChoice: Hashable, Sendable {
    /// How far the reader is with the book; nil takes that back. *Finished* moves a point that there is to
    /// the end of the book, unless it lies behind that already.
    case status(ReadingStatus?)
    /// Read up to the end of a chapter of the book, which is being read.
    case chapter(UUID)
    /// Read all of the books before this one, and nothing of it.
    case beginning
    /// Read all of the book, which is finished.
    case end
    /// The book, which has no chapters, is being read, and nothing of it is hidden.
    case reading
    /// Removes the point: nothing is hidden.
    case hidesNothing

    /// Whether the choice sets or removes the point.
    public var setsPoint: Bool {
        switch self {
        case .status: false
        case .chapter, .beginning, .end, .reading, .hidesNothing: true
        }
    }
}

/// How far the reader is with a book, from its status, its dates and the point.
public struct ReadingState: Hashable, Sendable {
    /// Nil when unknown.
    public var status: ReadingStatus?
    /// The last chapter of a book that is being read, or of one without a status, that has been read.
    public var chapter: Chapter?

    /// Takes both as they are.
    public init(status: ReadingStatus? = nil, chapter: Chapter? = nil) {
        self.status = status
        self.chapter = chapter
    }
}

extension Book {
    /// The status that the dates imply.
    fileprivate var statusFromDates: ReadingStatus? {
        if readings.contains(where: { $0.finishedOn != nil }) { return .finished }
        return readings.isEmpty ? nil : .reading
    }
}

extension Series {
    /// How far the reader is with a book: as they have said of the book, else as its dates tell, else as the
    /// point up to which they have read the series does.
    public func readingState(of bookID: UUID) -> ReadingState {
        guard let book = book(bookID) else { return ReadingState() }
        let isHere = readUpTo?.bookID == bookID
        let chapter = readUpTo?.chapterID.flatMap { id in
            isHere ? chapters(of: bookID).first { $0.id == id } : nil
        }
        let status = book.readingStatus ?? book.statusFromDates ?? statusFromPoint(of: bookID)
        return ReadingState(status: status, chapter: status == .reading ? chapter : nil)
    }

    private func statusFromPoint(of bookID: UUID) -> ReadingStatus? {
        let order = books.map(\.id)
        guard let readUpTo, let here = order.firstIndex(of: bookID),
            let last = order.firstIndex(of: readUpTo.bookID)
        else { return nil }
        if here == last { return readUpTo.chapterID == nil ? .finished : .reading }
        return here < last ? .finished : .toRead
    }

    /// The book before another one in the series; nil for the first.
    public func predecessor(ofBook bookID: UUID) -> Book? {
        guard let index = books.firstIndex(where: { $0.id == bookID }), index > 0 else {
            return nil
        }
        return books[index - 1]
    }
}

extension Library {
    /// Saves what the reader has chosen of a book.
    ///
    /// - Throws: `.notFound` if there is no such book, or no such chapter of it.
    @discardableResult
    public func setReading(_ choice: ReadingChoice, of bookID: UUID) throws -> LibraryUndo {
        try changeLibrary("save how far you have read") {
            try SeriesChanges(recorder: $0).setReading(choice, of: bookID)
        }
    }
}

extension SeriesChanges {
    fileprivate func setReading(_ choice: ReadingChoice, of bookID: UUID) throws {
        let book = try recorder.db.require(BookRecord.self, bookID).book
        switch choice {
        case .status(let status):
            try setStatus(status, of: book)
            if status == .finished { try movePoint(toEndOf: book) }
        case .chapter(let id):
            let chapter = try recorder.db.require(ChapterRecord.self, id)
            guard chapter.chapter.bookID == bookID else { throw LibraryError.partNotFound }
            try setStatus(.reading, of: book)
            try recorder.setReadUpTo(
                ReadingPosition(bookID: bookID, chapterID: id),
                in: book.seriesID
            )
        case .beginning:
            guard let before = try series(book.seriesID)?.predecessor(ofBook: bookID) else {
                throw LibraryError.partNotFound
            }
            try recorder.setReadUpTo(ReadingPosition(bookID: before.id), in: book.seriesID)
        case .end:
            try setStatus(.finished, of: book)
            try recorder.setReadUpTo(ReadingPosition(bookID: bookID), in: book.seriesID)
        case .reading:
            try setStatus(.reading, of: book)
            try recorder.setReadUpTo(ReadingPosition(bookID: bookID), in: book.seriesID)
        case .hidesNothing:
            try recorder.setReadUpTo(nil, in: book.seriesID)
        }
    }

    private func setStatus(_ status: ReadingStatus?, of book: Book) throws {
        guard book.readingStatus != status else { return }
        var book = book
        book.readingStatus = status
        try save(book)
    }

    /// Moves the point up to which the series is read to the end of a book that was finished. Nothing is
    /// changed where there is no point, or it lies behind that.
    public func movePoint(toEndOf book: Book) throws {
        guard try recorder.db.fetchVeil(of: book.seriesID).reaches(book: book.id) else { return }
        try recorder.setReadUpTo(ReadingPosition(bookID: book.id), in: book.seriesID)
    }
}

extension ChangeRecorder {
    /// Saves up to which point a series is read.
    ///
    /// - Throws: `.notFound` if there is no such series.
    func setReadUpTo(_ position: ReadingPosition?, in seriesID: UUID) throws {
        try db.require(SeriesRecord.self, seriesID)
        try recording(.series, seriesID) {
            try db.execute(
                sql: "UPDATE series SET readBookID = ?, readChapterID = ? WHERE id = ?",
                arguments: [position?.bookID, position?.chapterID, seriesID]
            )
        }
    }
}
