import Foundation
import HawkNotesModel
import Phrases

/// The content of a printed document: books and characters with their notes.
package struct PrintPlan: Equatable, Sendable {
    /// A part with its notes.
    struct Section: Equatable, Sendable {
        var head: [PrintBlock]
        var notes: Notes = .none
    }

    /// The notes.
    enum Notes: Equatable, Sendable {
        case none
        /// All notes on a page, read during layout.
        case all(on: NoteSubject)
        case these([Note])
    }

    /// The title of the document.
    package var title: String
    var sections: [Section]
    /// The names of chapters, for the places of notes.
    var chapters: [UUID: String] = [:]
    /// The names of characters, for mentions.
    var names: [UUID: String] = [:]
    /// Spoilers, which are not printed.
    var veil = Veil.none
}

@MainActor
extension PrintPlan {
    /// The plan for a place; nil for one that cannot be printed, such as a web page.
    ///
    /// - Parameter favorites: the IDs of the favorite characters.
    package init?(of place: Place, in series: Series, favorites: Set<UUID>) {
        switch place {
        case .book(let id):
            guard let book = series.book(id) else { return nil }
            self.init(
                title: book.title,
                sections: [Self.section(book, .title)]
                    + series.characters(in: id).filter { !series.veil.hides(character: $0.id) }
                    .map { Self.section($0, .heading) }
            )
        case .character(let id):
            guard let character = series.character(id) else { return nil }
            self.init(title: character.name, sections: [Self.section(character, .title)])
        case .favorites:
            let characters = series.allCharacters.filter {
                favorites.contains($0.id) && !series.veil.hides(character: $0.id)
            }
            self.init(
                title: localized("Favorites"),
                sections: [Section(head: [PrintBlock(style: .title, text: localized("Favorites"))])]
                    + characters.map { Self.section($0, .heading) }
            )
        case .series: self.init(of: series)
        case .shelf, .webPage, .note, .search, .newer: return nil
        }
        addNames(of: series)
    }

    /// Some notes of a book or a character.
    package init(_ notes: [Note], of title: String, in series: Series) {
        self.init(
            title: title,
            sections: [
                Section(head: [PrintBlock(style: .title, text: title)], notes: .these(notes))
            ]
        )
        addNames(of: series)
    }

    private mutating func addNames(of series: Series) {
        for chapter in series.chapters { chapters[chapter.id] = chapter.name }
        for character in series.allCharacters { names[character.id] = character.name }
        veil = series.veil
    }

    private init(of series: Series) {
        var head = [PrintBlock(style: .title, text: series.shownTitle)]
        if let author = series.author { head.append(PrintBlock(style: .remark, text: author)) }
        var sections = [Section(head: head)]
        for book in series.books {
            sections.append(Self.section(book, .heading))
            sections += series.characters(in: book.id)
                .filter { !series.veil.hides(character: $0.id) }
                .map { Self.section($0, .subheading) }
        }
        let books = Set(series.books.map(\.id))
        for character in series.allCharacters
        where character.bookID.map(books.contains) != true
            && !series.veil.hides(character: character.id)
        {
            sections.append(Self.section(character, .subheading))
        }
        self.init(title: series.shownTitle, sections: sections)
    }

    private static func section(_ book: Book, _ style: PrintBlock.Style) -> Section {
        var head = PrintBlock.blocks(style, book.title)
        let about = [book.author, book.published.map { String($0.year) }].compactMap(\.self)
        if !about.isEmpty {
            head.append(PrintBlock(style: .remark, text: parted(about)))
        }
        if let tagline = book.tagline { head += PrintBlock.blocks(.quote, tagline) }
        if let overview = book.overview { head += PrintBlock.blocks(.body, overview) }
        if let address = book.amazonURL {
            head.append(PrintBlock(style: .body, text: address.absoluteString))
        }
        return Section(head: head, notes: .all(on: .book(book.id)))
    }

    private static func section(_ character: Character, _ style: PrintBlock.Style) -> Section {
        var head = PrintBlock.blocks(style, character.name)
        if !character.aliases.isEmpty {
            let names = localizedList(character.aliases)
            head.append(PrintBlock(style: .remark, text: names))
        }
        if let summary = character.summary { head += PrintBlock.blocks(.remark, summary) }
        if let synopsis = character.synopsis { head += PrintBlock.blocks(.body, synopsis) }
        return Section(head: head, notes: .all(on: .character(character.id)))
    }

    /// A note in print: its date and place, its quotation, and its text.
    ///
    /// - Returns: nothing for a hidden one.
    func blocks(_ note: Note) -> [PrintBlock] {
        if veil.hides(note) { return [] }
        let chapter = note.place?.chapterID.flatMap { chapters[$0] }
        let about = [note.exactDate, chapter, note.place?.text].compactMap(\.self)
        var blocks = [PrintBlock(style: .remark, text: parted(about))]
        if let quote = note.quote { blocks += PrintBlock.blocks(.quote, quote.text) }
        if !note.text.isEmpty {
            let text = Mention.replacing(in: note.text) { names[$0.characterID] ?? $0.name }
            blocks += PrintBlock.blocks(.note, text)
        }
        return blocks
    }
}
