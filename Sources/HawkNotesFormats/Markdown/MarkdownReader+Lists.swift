import Foundation

/// Data collected from several files of a folder.
final class MarkdownShelf {
    /// The identities of emitted items.
    var known: Set<SourceIdentity> = []
    /// Relations from the files of characters, emitted after all characters.
    var relations: [ImportedRelation] = []
    /// Series, emitted after all have been read, in the order of the library that they come from.
    var series: [ImportedSeries] = []
    /// The notes of pages that have been read.
    var notes: Set<UUID> = []
    /// The subjects of pictures, by path: several may have the same one.
    var pictures: [String: [SourceIdentity]] = [:]
    /// Titles of Joplin's notebooks, by ID.
    var notebooks: [String: String] = [:]
    /// Books with a file of another program, by title.
    private var books: [String: [(identity: SourceIdentity, authors: [String])]] = [:]
    /// The contents of other programs' notes, by identity.
    private var contents: [SourceIdentity: Int] = [:]
    /// The former identities of notes that are already taken.
    var formerNotes: Set<SourceIdentity> = []

    func add(_ book: SourceIdentity, title: String, authors: [String]) {
        let key = MarkdownIdentity.evened(title).lowercased()
        guard !(books[key] ?? []).contains(where: { $0.identity == book }) else { return }
        books[key, default: []].append((book, authors))
    }

    /// The book of this title that has a file; nil if there is none, or if it is ambiguous.
    func book(_ title: String, authors: [String]) -> SourceIdentity? {
        let found = books[MarkdownIdentity.evened(title).lowercased()] ?? []
        let same = found.filter { $0.authors.isEmpty || authors.isEmpty || $0.authors == authors }
        return same.count == 1 ? same[0].identity : nil
    }

    /// The first of some identities that is free, or has the same content: notes with the same ID
    /// from a program are never merged if their contents differ.
    func identity(_ keys: [[String]], content: String) -> SourceIdentity {
        let hash = content.hashValue
        for key in keys {
            let identity = MarkdownIdentity.note(key)
            if contents[identity, default: hash] == hash {
                contents[identity] = hash
                return identity
            }
        }
        // Equal contents get equal identities.
        return MarkdownIdentity.note((keys.last ?? []) + [content])
    }

    func emitSeries(_ run: ImportRun) throws {
        let sorted = series.enumerated().sorted { one, other in
            let (left, right) = (one.element.state.position, other.element.state.position)
            return (left ?? .max, one.offset) < (right ?? .max, other.offset)
        }
        for (_, series) in sorted { try run.emit(.series(series)) }
        series = []
    }

    func emitRelations(_ run: ImportRun) throws {
        for relation in relations { try run.emit(.relation(relation)) }
        relations = []
    }
}

/// Chapters and relations, which are stored in lists; and items without a file of their own.
extension MarkdownReader {
    func state(_ matter: FrontMatter) -> ImportedState {
        var state = ImportedState()
        state.position = matter.text("position").flatMap { Int($0) }
        state.origin = matter.text("origin")
        state.changedFields = matter.list("changed")
        state.page = page(matter)
        return state
    }

    private func page(_ matter: FrontMatter) -> String? {
        MarkdownPage.isPage(matter) ? file.path : nil
    }

    func uuid(_ key: String, _ matter: FrontMatter) -> UUID? {
        reference(key, matter).flatMap { UUID(uuidString: $0.key) }
    }

    func emit(_ book: ImportedBook) throws {
        shelf.known.insert(book.identity)
        try run.emit(.book(book))
    }

    func emitChapters(of book: SourceIdentity, _ matter: FrontMatter) throws {
        let names = matter.list("chapters")
        if names.count > run.limits.chapterCount {
            run.tell(.tooMany(limit: run.limits.chapterCount), file: file.path)
        }
        let ids = matter.list("chapter-ids")
        let positions = matter.list("chapter-positions")
        let origins = matter.list("chapter-origins")
        let changes = matter.list("chapter-changes")
        for (index, name) in names.prefix(run.limits.chapterCount).enumerated() {
            guard let title = title(name), let id = Self.id(ids, index) else {
                run.tell(.damaged, file: file.path)
                continue
            }
            var chapter = ImportedChapter(
                identity: MarkdownDocument.identity(id),
                book: book,
                title: title,
                order: Self.text(positions, index).flatMap { Int($0) } ?? index,
                level: 0
            )
            chapter.libraryID = id
            chapter.state.position = chapter.order
            chapter.state.origin = Self.text(origins, index)
            chapter.state.changedFields = Self.words(changes, index)
            chapter.state.page = page(matter)
            try run.emit(.chapter(chapter))
        }
    }

    func readRelations(of character: SourceIdentity, _ matter: FrontMatter) {
        let others = matter.list("related-ids")
        let ids = matter.list("relation-ids")
        let words = matter.list("relation-words")
        let books = matter.list("relation-book-ids")
        let chapters = matter.list("relation-chapter-ids")
        let positions = matter.list("relation-positions")
        let origins = matter.list("relation-origins")
        let changes = matter.list("relation-changes")
        for index in others.indices {
            guard shelf.relations.count < run.limits.bookCount else {
                return run.tell(.tooMany(limit: run.limits.bookCount), file: file.path)
            }
            guard let other = Self.id(others, index), let id = Self.id(ids, index) else {
                run.tell(.damaged, file: file.path)
                continue
            }
            var relation = ImportedRelation(
                identity: MarkdownDocument.identity(id),
                first: character,
                second: MarkdownDocument.identity(other)
            )
            relation.libraryID = id
            relation.word = Self.text(words, index)
            relation.book = Self.id(books, index).map(MarkdownDocument.identity)
            relation.chapterID = Self.id(chapters, index)
            relation.state.position = Self.text(positions, index).flatMap { Int($0) }
            relation.state.origin = Self.text(origins, index)
            relation.state.changedFields = Self.words(changes, index)
            relation.state.page = page(matter)
            shelf.relations.append(relation)
        }
    }

    func addPicture(of subject: SourceIdentity, _ matter: FrontMatter) {
        guard let path = matter.text("picture") else { return }
        guard ArchiveReader.safeName(path) != nil else {
            return run.tell(.unsafePath(String(path.prefix(200))), file: file.path)
        }
        shelf.pictures[path, default: []].append(subject)
    }

    /// Emits items that a note refers to but that have no file; they only have a name.
    func emitReferences(_ matter: FrontMatter) throws {
        var state = ImportedState()
        state.isReference = true
        if let identity = unknownReference("series-id", matter), let id = Self.id(identity),
            let title = run.title(matter.text("series"))
        {
            var series = ImportedSeries(identity: identity, title: title)
            series.libraryID = id
            series.state = state
            shelf.known.insert(identity)
            try run.emit(.series(series))
        }
        if let identity = unknownReference("book-id", matter), let id = Self.id(identity),
            let title = run.title(matter.text("book"))
        {
            var book = ImportedBook(identity: identity, title: title)
            book.libraryID = id
            book.series = reference("series-id", matter)
            book.state = state
            try emit(book)
        }
        if let identity = unknownReference("character-id", matter), let id = Self.id(identity),
            let name = run.title(matter.text("character"))
        {
            var character = ImportedCharacter(identity: identity, name: name)
            character.libraryID = id
            character.series = reference("series-id", matter)
            character.state = state
            shelf.known.insert(identity)
            try run.emit(.character(character))
        }
    }

    private func unknownReference(_ key: String, _ matter: FrontMatter) -> SourceIdentity? {
        guard matter.text(key) != nil, let identity = reference(key, matter),
            !shelf.known.contains(identity), shelf.known.count < run.limits.bookCount
        else { return nil }
        return identity
    }

    private static func id(_ identity: SourceIdentity) -> UUID? { UUID(uuidString: identity.key) }

    private static func id(_ list: [String], _ index: Int) -> UUID? {
        text(list, index).flatMap { UUID(uuidString: $0) }
    }

    private static func words(_ list: [String], _ index: Int) -> [String] {
        text(list, index)?.split(separator: " ").map(String.init) ?? []
    }

    /// Nil if the entry is missing or empty.
    private static func text(_ list: [String], _ index: Int) -> String? {
        index < list.count && !list[index].isEmpty ? list[index] : nil
    }
}
