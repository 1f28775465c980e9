import Foundation
import GRDB

/// A choice in the control for the reading status of a book and the reader's progress.
///
/// The status belongs to the book, the reading position to the series. Only the position hides
/// later content, and only the reader sets it: choosing or importing a status never does.
public enum ReadingChoice: Hashable, Sendable {
    /// The reading status of the book; nil clears it. *Finished* moves an existing position to the
    /// end of the book, unless it is already past that.
    case status(ReadingStatus?)
    /// Read up to the end of a chapter of the book, which is the current one.
    case chapter(UUID)
    /// Read all books before this one, and nothing of this one.
    case beginning
    /// Read the entire book, which is finished.
    case end
    /// Currently reading the book, which has no chapters; nothing of it is hidden.
    case reading
    /// Removes the position: nothing is hidden.
    case hidesNothing

    /// Whether the choice sets or removes the position.
    public var setsPoint: Bool {
        switch self {
        case .status: false
        case .chapter, .beginning, .end, .reading, .hidesNothing: true
        }
    }
}

/// How far the reader is with a book, derived from its status, its dates and the reading position.
public struct ReadingState: Hashable, Sendable {
    /// Nil when unknown.
    public var status: ReadingStatus?
    /// The last chapter read, for a book that is being read or has no status.
    public var chapter: Chapter?

    /// Doesn't validate either value.
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
    /// How far the reader is with a book: from its status, or else its dates, or else the reading
    /// position in the series.
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

    /// The previous book of the series; nil for the first one.
    public func predecessor(ofBook bookID: UUID) -> Book? {
        guard let index = books.firstIndex(where: { $0.id == bookID }), index > 0 else {
            return nil
        }
        return books[index - 1]
    }
}

extension Library {
    /// Saves the reader's choice for a book.
    ///
    /// - Throws: `.notFound` if the book does not exist, or does not have the chapter.
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

    /// Moves the reading position of the series to the end of a finished book. Does nothing without
    /// a position, or if it is past that.
    public func movePoint(toEndOf book: Book) throws {
        guard try recorder.db.fetchVeil(of: book.seriesID).reaches(book: book.id) else { return }
        try recorder.setReadUpTo(ReadingPosition(bookID: book.id), in: book.seriesID)
    }
}

extension ChangeRecorder {
    /// Sets the reading position of a series.
    ///
    /// - Throws: `.notFound` if the series does not exist.
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
