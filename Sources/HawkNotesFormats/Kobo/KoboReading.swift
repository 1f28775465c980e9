/// Makes books and notes of what a Kobo's database says.
///
/// Books are those with notes, a rating or a review; the others on the device are only counted. A
/// highlight is known by the ID that the device gave it, so that it may be edited and moved there.
package final class KoboReading {
    private let run: ImportRun
    /// The notes of all databases in a folder: older copies of one have the same.
    private var known: Set<SourceIdentity> = []
    private var knownReviews: Set<SourceIdentity> = []
    /// The IDs of books without notes.
    private var otherBooks: Set<String> = []

    /// Emits to this run.
    package init(_ run: ImportRun) { self.run = run }

    /// Emits the books and notes of a database.
    ///
    /// - Parameter file: its name, for reported problems.
    /// - Returns: whether anything in it was new.
    /// - Throws: errors of the run.
    @discardableResult
    package func emit(_ device: KoboDevice, file: String) throws -> Bool {
        let library = Library(device)
        var hasNews = false
        for volume in library.volumes {
            let notes = try notes(of: volume, library, file)
            if try emit(volume, notes, library, file) { hasNews = true }
        }
        for book in library.others where otherBooks.insert(book.id).inserted {
            run.leaveOut(.bookWithoutNotes, example: run.title(book.title) ?? "", file: file)
        }
        return hasNews
    }

    /// The rows by their books.
    private struct Library {
        /// The books with notes, ratings or reviews, in the order of the database.
        var volumes: [String] = []
        /// The other books on the device.
        var others: [KoboContent] = []
        var books: [String: KoboContent] = [:]
        var parts: [String: [KoboContent]] = [:]
        var bookmarks: [String: [KoboBookmark]] = [:]
        var ratings: [String: KoboRating] = [:]
        var shelves: [String: [String]] = [:]
        /// Whether any highlight has a color. A device without colors writes gray for all.
        let hasColors: Bool

        init(_ device: KoboDevice) {
            hasColors = device.bookmarks.contains { $0.colorName.map { $0 != "gray" } ?? false }
            for bookmark in device.bookmarks {
                bookmarks[bookmark.volumeID, default: []].append(bookmark)
                if bookmarks[bookmark.volumeID]?.count == 1 { volumes.append(bookmark.volumeID) }
            }
            for rating in device.ratings where ratings[rating.volumeID] == nil {
                ratings[rating.volumeID] = rating
                if bookmarks[rating.volumeID] == nil, rating.saysSomething {
                    volumes.append(rating.volumeID)
                }
            }
            let known = Set(volumes)
            for row in device.contents {
                guard let volume = row.volumeID else { continue }
                if !row.isBook {
                    parts[volume, default: []].append(row)
                } else if books.updateValue(row, forKey: volume) == nil, !known.contains(volume),
                    row.isDownloaded
                {
                    others.append(row)
                }
            }
            let deleted = Set(
                device.shelves.filter(\.isDeleted)
                    .flatMap { [$0.name, $0.internalName] }.compactMap(\.self)
            )
            .subtracting(device.shelves.filter { !$0.isDeleted }.compactMap(\.name))
            let names = Dictionary(
                device.shelves.map { ($0.internalName ?? "", $0.name) },
                uniquingKeysWith: { first, _ in first }
            )
            for row in device.shelvings where !row.isDeleted && !deleted.contains(row.shelf) {
                shelves[row.volumeID, default: []].append((names[row.shelf] ?? nil) ?? row.shelf)
            }
        }
    }

    // MARK: - Books

    /// - Returns: whether anything was new.
    private func emit(
        _ volume: String,
        _ notes: [ImportedNote],
        _ library: Library,
        _ file: String
    ) throws -> Bool {
        let rating = library.ratings[volume]
        let review = try review(rating, file)
        let hasRating = rating?.saysSomething ?? false
        guard !notes.isEmpty || review != nil || hasRating else { return false }
        guard let identity = Self.identity(ofBook: volume) else {
            for note in notes { try run.emit(.note(note)) }
            return !notes.isEmpty
        }
        if !run.knownBooks.contains(identity.key) {
            guard run.knownBooks.count < run.limits.bookCount else {
                run.tell(.tooMany(limit: run.limits.bookCount), file: file)
                return false
            }
            run.knownBooks.insert(identity.key)
            try emitBook(identity, volume, library, hasNotes: !notes.isEmpty, file)
        } else if notes.isEmpty, review == nil {
            return false
        }
        for note in notes { try run.emit(.note(note)) }
        if let review { try run.emit(.note(review)) }
        return true
    }

    private func emitBook(
        _ identity: SourceIdentity,
        _ volume: String,
        _ library: Library,
        hasNotes: Bool,
        _ file: String
    ) throws {
        let row = library.books[volume]
        let named = KOReaderFileName(path: volume)
        var written = run.title(row?.title)
        if written == nil {
            written = run.title(named?.title) ?? run.title(volume) ?? "?"
            run.tell(.namedAfterFile(written ?? ""), file: file)
        }
        let title = BookTitle(written ?? "?")
        var book = ImportedBook(identity: identity, title: run.title(title.title) ?? "?")
        book.authors = AuthorNames.ofSentence(row?.attribution).compactMap { run.title($0) }
        if row?.title == nil, book.authors.isEmpty, let author = named?.author {
            book.authors = AuthorNames.ofSentence(author).compactMap { run.title($0) }
        }
        if let series = run.title(row?.series) ?? title.series {
            book.series = try run.series(series, author: book.authors.first)
        }
        if book.series != nil {
            setNumber(of: &book, row)
            if book.number == nil, book.numberText == nil { book.number = title.number }
        }
        if let row { fill(&book, row, file) }
        if let stars = library.ratings[volume]?.rating {
            let isRating = book.rate(stars: Double(stars)) != nil || stars == "0"
            if !isRating { run.tell(.unknownValue(field: "rating", value: stars), file: file) }
        }
        book.shelve((library.shelves[volume] ?? []).compactMap { run.title($0) })
        try run.emit(.book(book))
        if hasNotes { try emitChapters(of: volume, identity, library, file) }
    }

    private func setNumber(of book: inout ImportedBook, _ row: KoboContent?) {
        guard let text = run.title(row?.seriesNumber) else {
            let number = row?.seriesNumberFloat.flatMap { Double($0) }
            // Books without a number have zero.
            book.number = number.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            return
        }
        let number = Double(text.trimmingPrefix("#"))
        book.number = number.flatMap { $0.isFinite ? $0 : nil }
        if book.number == nil, text.count <= Self.longestNumber { book.numberText = text }
    }

    private static let longestNumber = 20

    private func fill(_ book: inout ImportedBook, _ row: KoboContent, _ file: String) {
        book.tagline = run.title(row.subtitle)
        let overview = row.description.map { PlainText.ofMarkup($0).replacing("\0", with: "") }
        book.overview = overview.flatMap { $0.isEmpty ? nil : $0 }
        book.language = LanguageCode.known(row.language)
        book.isbn = row.isbn.flatMap { ISBN.checked($0) }
        // Books from elsewhere have any identifier here.
        if book.isbn == nil, let text = row.isbn,
            text.wholeMatch(of: /[0-9][0-9 -]{8,16}[0-9Xx]/) != nil
        {
            run.tell(.unknownValue(field: "ISBN", value: text), file: file)
        }
        switch row.readStatus {
        case "1": book.status = .reading
        case "2": book.status = .finished
        default: break
        }
        if let publisher = run.title(row.publisher) {
            run.leaveOut(.key("Publisher"), example: publisher, file: file)
        }
        if book.status != .finished, let percent = row.percentRead.flatMap({ Int($0) }),
            (1...100).contains(percent)
        {
            run.leaveOut(.key("Progress"), example: "\(percent) %", file: file)
        }
    }

    private func emitChapters(
        of volume: String,
        _ book: SourceIdentity,
        _ library: Library,
        _ file: String
    ) throws {
        let chapters = chapters(of: volume, library).chapters
        let top = chapters.map(\.row.depth).min() ?? 0
        for (order, chapter) in chapters.enumerated() {
            guard order < run.limits.chapterCount else {
                return run.tell(.tooMany(limit: run.limits.chapterCount), file: file)
            }
            let imported = ImportedChapter(
                identity: SourceIdentity(
                    origin: "kobo",
                    digestOf: book.key,
                    "chapter",
                    chapter.row.id
                ),
                book: book,
                title: chapter.title,
                order: order,
                level: min(max(0, chapter.row.depth &- top), run.limits.depth)
            )
            try run.emit(.chapter(imported))
        }
    }

    private func chapters(of volume: String, _ library: Library) -> KoboChapters {
        KoboChapters(library.parts[volume] ?? [], of: volume) { run.title($0) }
    }

    /// The book is known by its ID in the shop, or by its place on the device.
    private static func identity(ofBook volume: String) -> SourceIdentity? {
        guard !volume.isEmpty else { return nil }
        return identity("book", volume.replacing("file://", with: ""))
    }

    /// An identity with the device's own ID. Overlong ones are not from a device.
    private static func identity(_ kind: String, _ id: String) -> SourceIdentity {
        id.utf8.count <= 500 && !id.contains("\0")
            ? SourceIdentity(origin: "kobo", key: "\(kind) \(id)")
            : SourceIdentity(origin: "kobo", digestOf: kind, id)
    }

    // MARK: - Notes

    /// The notes of a book in the order of their places.
    private func notes(
        of volume: String,
        _ library: Library,
        _ file: String
    ) throws -> [ImportedNote] {
        guard let bookmarks = library.bookmarks[volume] else { return [] }
        let chapters = chapters(of: volume, library)
        let placed = bookmarks.map { (chapters.position(of: $0.contentID, in: volume), $0) }
        let sorted = placed.sorted { one, other in
            (one.0, one.1.progress, one.1.created ?? "", one.1.number)
                < (other.0, other.1.progress, other.1.created ?? "", other.1.number)
        }
        return try sorted.compactMap { _, bookmark in
            try run.checkCancelled()
            let chapter = chapters.title(of: bookmark.contentID, in: volume) { run.title($0) }
            guard var note = note(bookmark, in: volume, chapter: chapter, file) else { return nil }
            if note.quote != nil, library.hasColors { note.quoteColor = bookmark.colorName }
            return known.insert(note.identity).inserted ? note : nil
        }
    }

    /// Returns nil for what is not a note, which is reported.
    private func note(
        _ bookmark: KoboBookmark,
        in volume: String,
        chapter: String?,
        _ file: String
    ) -> ImportedNote? {
        let words = KoboValue.words(bookmark.annotation)
        let quote = bookmark.hasQuote ? KoboValue.text(bookmark.text) : nil
        let example = run.title(quote ?? words ?? chapter ?? bookmark.created) ?? ""
        if bookmark.isHidden {
            // The device keeps deleted ones until it has synchronized. Bookmarks are hidden often.
            if quote != nil || words != nil {
                run.leaveOut(.discarded, example: example, file: file)
            }
            return nil
        }
        if bookmark.type == "markup" { run.leaveOut(.handwriting, example: example, file: file) }
        guard quote != nil || words != nil else {
            if bookmark.type != "markup" { run.leaveOut(.bookmark, example: example, file: file) }
            return nil
        }
        var note = ImportedNote(
            identity: identity(of: bookmark, in: volume, quote ?? words ?? ""),
            book: Self.identity(ofBook: volume),
            text: words ?? ""
        )
        note.quote = quote
        note.place = chapter.map { ImportedPlace(chapter: $0) }
        setDates(of: &note, bookmark.created, bookmark.modified, file, line: bookmark.number)
        return note
    }

    private func identity(
        of bookmark: KoboBookmark,
        in volume: String,
        _ text: String
    ) -> SourceIdentity {
        if let id = bookmark.id, !id.isEmpty { return Self.identity("bookmark", id) }
        let created = bookmark.created ?? ""
        return SourceIdentity(origin: "kobo", digestOf: volume, created, text)
    }

    /// The reader's review of a book; nil if there is none, or it was emitted.
    private func review(_ rating: KoboRating?, _ file: String) throws -> ImportedNote? {
        guard let rating, let text = KoboValue.words(rating.review),
            let book = Self.identity(ofBook: rating.volumeID)
        else { return nil }
        let identity = SourceIdentity(origin: "kobo", digestOf: book.key, "review")
        guard knownReviews.insert(identity).inserted else { return nil }
        var note = ImportedNote(identity: identity, book: book, text: text)
        setDates(of: &note, rating.modified, nil, file, line: rating.number)
        return note
    }

    private func setDates(
        of note: inout ImportedNote,
        _ created: String?,
        _ modified: String?,
        _ file: String,
        line: Int
    ) {
        func date(_ text: String?) -> ImportedDate? {
            KoboValue.date(text) {
                run.tell(.unknownDate(run.title($0) ?? ""), file: file, line: line)
            }
        }
        let (first, last) = (date(created), date(modified))
        note.created = first ?? last
        guard case .instant(let start) = first, case .instant(let end) = last, end > start else {
            return
        }
        note.updated = last
    }
}

extension KoboRating {
    /// Whether there is a rating or a review.
    fileprivate var saysSomething: Bool {
        (rating.flatMap { Double($0) } ?? 0) > 0 || KoboValue.words(review) != nil
    }
}

extension KoboBookmark {
    private static let colors = [
        "0": "yellow", "1": "pink", "2": "blue", "3": "green", "4": "gray",
    ]

    /// The name of the color; nil if there is none, or it is unknown.
    fileprivate var colorName: String? { color.flatMap { Self.colors[$0.trimmed] } }

    /// Whether the text is a quotation. That of a folded corner is the title of its chapter.
    fileprivate var hasQuote: Bool {
        switch type {
        case "dogear": false
        // Older versions do not tell a folded corner.
        case nil, "": !(startChild == "0" && startOffset == "0")
        default: true
        }
    }
}
