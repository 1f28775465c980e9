import Foundation

/// What several files of a folder say together.
final class MarkdownShelf {
    /// What has been handed on.
    var known: Set<SourceIdentity> = []
    /// Found in the files of characters, and handed on after all of these.
    var relations: [ImportedRelation] = []
    /// What pictures show, by their paths.
    var pictures: [String: SourceIdentity] = [:]
    /// Titles of Joplin's notebooks, by their ids.
    var notebooks: [String: String] = [:]
    /// Books that have a file of another program's, by their titles.
    private var books: [String: [(identity: SourceIdentity, authors: [String])]] = [:]
    /// What each note of another program's says, by what it is known by.
    private var contents: [SourceIdentity: Int] = [:]
    /// What earlier versions have called notes of other programs' files, as far as one has taken it.
    var formerNotes: Set<SourceIdentity> = []

    func add(_ book: SourceIdentity, title: String, authors: [String]) {
        let key = MarkdownIdentity.evened(title).lowercased()
        guard !(books[key] ?? []).contains(where: { $0.identity == book }) else { return }
        books[key, default: []].append((book, authors))
    }

    /// The book of this title that has a file; nil when there is none, or no telling which.
    func book(_ title: String, authors: [String]) -> SourceIdentity? {
        let found = books[MarkdownIdentity.evened(title).lowercased()] ?? []
        let same = found.filter { $0.authors.isEmpty || authors.isEmpty || $0.authors == authors }
        return same.count == 1 ? same[0].identity : nil
    }

    /// The first of some identities that is free, or says the same: two notes are never one because a
    /// program has given both the same id.
    func identity(_ keys: [[String]], content: String) -> SourceIdentity {
        let hash = content.hashValue
        for key in keys {
            let identity = MarkdownIdentity.note(key)
            if contents[identity, default: hash] == hash {
                contents[identity] = hash
                return identity
            }
        }
        // The same of what says the same.
        return MarkdownIdentity.note((keys.last ?? []) + [content])
    }

    func emitRelations(_ run: ImportRun) throws {
        for relation in relations { try run.emit(.relation(relation)) }
        relations = []
    }
}

/// Chapters and relations, which stand in lists; and things that have no file of their own.
extension MarkdownReader {
    func state(_ matter: FrontMatter) -> ImportedState {
        var state = ImportedState()
        state.position = matter.text("position").flatMap { Int($0) }
        state.origin = matter.text("origin")
        return state
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
            shelf.relations.append(relation)
        }
    }

    func addPicture(of subject: SourceIdentity, _ matter: FrontMatter) {
        guard let path = matter.text("picture") else { return }
        guard ArchiveReader.safeName(path) != nil else {
            return run.tell(.unsafePath(String(path.prefix(200))), file: file.path)
        }
        shelf.pictures[path] = subject
    }

    /// What a note names that has no file: it is made of its name.
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

    /// Nil for what is not there, or empty.
    private static func text(_ list: [String], _ index: Int) -> String? {
        index < list.count && !list[index].isEmpty ? list[index] : nil
    }
}
