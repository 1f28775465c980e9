import Foundation
import HawkNotesFormats
import HawkNotesModel

/// The headings in an exported library, in the reader's language.
public struct LibraryPageWords: Sendable {
    /// The title of the index.
    public var library = "Library"
    /// What the index says about the folder.
    public var explanation =
        "Exported from Hawk Notes. Import this folder to restore the library, with your changes of notes and descriptions."
    /// Above the list of books.
    public var books = "Books"
    /// Above the list of chapters.
    public var chapters = "Chapters"
    /// Above the list of characters.
    public var characters = "Characters"
    /// Above the list of related characters.
    public var related = "Related"
    /// Above the notes.
    public var notes = "Notes"
    /// Above a note without a date or place.
    public var note = "Note"
    /// Above what items were imported from.
    public var sources =
        "This file is for Hawk Notes: importing the same files again brings only what is new."

    /// English words.
    public init() {}
}

/// Writes a library as pages: for each series a folder, in which each book and each character has a
/// page with its notes.
///
/// Links are relative, so that the folder can lie anywhere, also in another program's vault.
final class LibraryPages {
    private let items: ExportedItems
    private let words: LibraryPageWords
    private let write: (_ path: String, Data) throws -> Void
    /// Called with the number of notes that were written.
    private let progress: (Int) throws -> Void

    private(set) var counts = ExportedCounts()
    /// The paths of the pages, without extension.
    private var paths: [UUID: String] = [:]
    /// The ids of parts that were joined with others, by those.
    private var formerIDs: [UUID: [FormerID]] = [:]
    /// The remaining parts of the former ids.
    private var current: [UUID: UUID] = [:]
    private var names: [SourceIdentity: String] = [:]
    private var books: Set<UUID> = []
    /// The series in the order of the library, with the paths of their folders.
    private var folders: [(id: UUID, path: String)] = []
    private var outerRelations: [UUID: [(relation: Relation, position: Int)]] = [:]
    private var fileNames = FileNames()
    private var pictures: Set<UUID> = []

    private static let reservedNames = [
        "pictures", "library", ExportManifest.indexName, ExportManifest.name,
        ExportManifest.sourcesName,
    ]
    private static let charactersFolder = "Characters"
    /// In bytes: a file of this size can be opened in any editor, and imported again.
    private static let pageSize = 1 << 20
    /// In bytes; people don't open these files.
    private static let sourcesSize = 8 << 20

    init(
        _ items: ExportedItems,
        _ words: LibraryPageWords,
        write: @escaping (String, Data) throws -> Void,
        progress: @escaping (Int) throws -> Void
    ) throws {
        self.items = items
        self.words = words
        self.write = write
        self.progress = progress
        try plan()
    }

    // MARK: Names

    private func plan() throws {
        for name in Self.reservedNames { fileNames.take(name, in: "") }
        for id in try items.snapshot.allSeries() {
            try checkCancelled()
            guard let series = try items.snapshot.series(id)?.withoutVeil else { continue }
            // The series of a lone book has no title.
            let title = series.title.isEmpty ? series.books.first?.title ?? "" : series.title
            let folder = fileNames.unused(title, in: "")
            folders.append((id, folder))
            names[MarkdownDocument.identity(id)] = series.title
            // Not the name of a page.
            fileNames.take(Self.charactersFolder, in: folder)
            if !series.title.isEmpty { paths[id] = newPath(folder, title) }
            for book in series.books {
                books.insert(book.id)
                names[MarkdownDocument.identity(book.id)] = book.title
                paths[book.id] = newPath(folder, book.title)
                try findFormerIDs(of: .book(book.id))
            }
            if series.title.isEmpty { paths[id] = newPath(folder, words.library) }
            for character in series.allCharacters {
                names[MarkdownDocument.identity(character.id)] = character.name
                let path = newPath("\(folder)/\(Self.charactersFolder)", character.name)
                paths[character.id] = path
                try findFormerIDs(of: .character(character.id))
            }
        }
        for (relation, position) in try items.snapshot.relationsBetweenSeries()
        where paths[relation.first] != nil && paths[relation.second] != nil {
            outerRelations[relation.first, default: []].append((relation, position))
        }
    }

    private func findFormerIDs(of part: SeriesPart) throws {
        let found = try items.snapshot.formerIDs(of: part)
        guard !found.isEmpty else { return }
        formerIDs[part.id] = found
        for former in found { current[former.id] = part.id }
    }

    private func exportedFormerIDs(of id: UUID) -> [String] {
        (formerIDs[id] ?? []).map { $0.exportedText(of: id) }
    }

    private func newPath(_ folder: String, _ title: String) -> String {
        "\(folder)/\(fileNames.unused(title, in: folder))"
    }

    // MARK: Pages

    /// Writes all pages, and the index.
    func writeAll() throws {
        for (position, folder) in folders.enumerated() {
            guard let series = try items.snapshot.series(folder.id)?.withoutVeil else { continue }
            try write(series, position)
            for book in series.books { try write(book, of: series) }
            for character in series.allCharacters { try write(character, of: series) }
        }
        var index = MarkdownPageWriter()
        index.add("# \(Self.line(words.library))")
        index.add(words.explanation)
        let list = folders.map { link(to: $0.id, from: "", titled: seriesTitle($0.id, $0.path)) }
        if !list.isEmpty { index.add(Self.list(list)) }
        let deleted = try items.snapshot.deletedSeries().map(\.exportedText)
        try write(ExportManifest.indexName, Data(index.indexFile(deleted: deleted).utf8))
        try writeSources()
    }

    /// Writes what items were imported from, in several files if there is very much.
    private func writeSources() throws {
        let heading = "# \(words.sources)\n"
        var text = heading
        var number = 1
        func end() throws {
            guard text.utf8.count > heading.utf8.count else { return }
            try checkCancelled()
            try write(ExportManifest.nameOfSources(number), Data(text.utf8))
            number += 1
            text = heading
        }
        try items.snapshot.eachSource { source in
            text += source.exportedText + "\n"
            if text.utf8.count > Self.sourcesSize { try end() }
        }
        try end()
    }

    /// - Parameter folder: that of the series, for the one of a lone book.
    private func seriesTitle(_ id: UUID, _ folder: String) -> String {
        let title = names[MarkdownDocument.identity(id)] ?? ""
        return title.isEmpty ? folder : title
    }

    private func write(_ series: Series, _ position: Int) throws {
        guard let path = paths[series.id] else { return }
        var item = ExportedItems.item(series)
        item.readBookID = series.readUpTo?.bookID
        item.readChapterID = series.readUpTo?.chapterID
        item.deletedParts = try items.snapshot.deletedParts(ofSeries: series.id)
            .map(\.exportedText)
        item.state.position = position
        item.state.changedFields = try items.snapshot.changedFields(of: .series(series.id))
        var page = MarkdownPageWriter()
        page.add("# \(Self.line(seriesTitle(series.id, folders[position].path)))")
        if let author = series.author { page.add("*\(Self.line(author))*") }
        let books = series.books.map { link(to: $0.id, from: path, titled: $0.title) }
        if !books.isEmpty { page.add("## \(words.books)") }
        if !books.isEmpty { page.add(Self.list(books)) }
        addCharacters(series.allCharacters.filter { $0.bookID == nil }, to: &page, at: path)
        try write(.series(item), page, Place.series(series.id), to: path)
        counts.series += 1
    }

    private func addCharacters(
        _ characters: [HawkNotesModel.Character],
        to page: inout MarkdownPageWriter,
        at path: String
    ) {
        guard !characters.isEmpty else { return }
        page.add("## \(words.characters)")
        page.add(Self.list(characters.map { link(to: $0.id, from: path, titled: $0.name) }))
    }

    private func write(_ book: Book, of series: Series) throws {
        guard let path = paths[book.id] else { return }
        var item = ExportedItems.item(book)
        item.formerIDs = exportedFormerIDs(of: book.id)
        item.state.changedFields = try items.snapshot.changedFields(of: .book(book.id))
        var around = MarkdownDocument.Surroundings()
        around.chapters = try series.chapters(of: book.id).map { chapter in
            var item = ExportedItems.item(chapter)
            item.state.changedFields = try items.snapshot.changedFields(of: .chapter(chapter.id))
            return item
        }
        var page = MarkdownPageWriter()
        page.add("# \(Self.line(book.title))")
        if let author = book.author { page.add("*\(Self.line(author))*") }
        around.picture = try writePicture(book.coverID, book.coverFile)
        addPicture(around.picture, of: book.title, to: &page, at: path)
        if let tagline = book.tagline { page.add("*\(Self.line(tagline))*") }
        if let overview = book.overview { page.add(text: overview) }
        if !around.chapters.isEmpty {
            page.add("## \(words.chapters)")
            page.add(Self.list(around.chapters.map { Self.line($0.title) }))
        }
        addCharacters(series.characters(in: book.id), to: &page, at: path)
        counts.books += 1
        try writeNotes(on: .book(book.id), of: series, .book(item), around, page, to: path)
    }

    private func write(
        _ character: HawkNotesModel.Character,
        of series: Series
    ) throws {
        guard let path = paths[character.id] else { return }
        var item = ExportedItems.item(character, in: series)
        item.formerIDs = exportedFormerIDs(of: character.id)
        item.isFavorite = try items.snapshot.isFavorite(character.id)
        item.state.changedFields = try items.snapshot.changedFields(of: .character(character.id))
        var around = MarkdownDocument.Surroundings()
        // Another one may be in the trash.
        let shown = series.relations.filter {
            $0.first == character.id && paths[$0.second] != nil
        }
        let own = try shown.map {
            (relation: $0, position: try items.snapshot.position(ofRelation: $0.id))
        }
        around.relations = try (own + (outerRelations[character.id] ?? [])).map {
            var item = ExportedItems.item($0.relation, $0.position, books)
            item.state.changedFields =
                try items.snapshot.changedFields(of: .relation($0.relation.id))
            return item
        }
        var page = MarkdownPageWriter()
        page.add("# \(Self.line(character.name))")
        around.picture = try writePicture(character.avatarID, character.avatarFile)
        addPicture(around.picture, of: character.name, to: &page, at: path)
        if let summary = character.summary { page.add("*\(Self.line(summary))*") }
        if let synopsis = character.synopsis { page.add(text: synopsis) }
        let related = relatedLines(of: character.id, in: series, at: path)
        if !related.isEmpty { page.add("## \(words.related)") }
        if !related.isEmpty { page.add(Self.list(related)) }
        counts.characters += 1
        let subject = NoteSubject.character(character.id)
        try writeNotes(on: subject, of: series, .character(item), around, page, to: path)
    }

    private func relatedLines(of id: UUID, in series: Series, at path: String) -> [String] {
        (series.relations + series.outerRelations).compactMap { relation in
            guard relation.first == id || relation.second == id else { return nil }
            let other = relation.first == id ? relation.second : relation.first
            guard let name = names[MarkdownDocument.identity(other)] else { return nil }
            let link = link(to: other, from: path, titled: name)
            return relation.word.map { "\(link) – \(Self.line($0))" } ?? link
        }
    }

    // MARK: Notes

    /// Writes a page with its notes, in several files if there are very many.
    private func writeNotes(
        on subject: NoteSubject,
        of series: Series,
        _ item: ImportedItem,
        _ around: MarkdownDocument.Surroundings,
        _ first: MarkdownPageWriter,
        to path: String
    ) throws {
        let chapters = Dictionary(
            series.chapters.map { ($0.id, $0.name) },
            uniquingKeysWith: { one, _ in one }
        )
        var page = first
        var number = 1
        var isStarted = false
        func end() throws {
            if number == 1 { return try write(item, page, place(subject), around, to: path) }
            let (folder, name) = Self.split(path)
            let other = newPath(folder, "\(name) (\(number))")
            let file = page.file(ofNotesOn: subject.book, subject.character, named: names)
            try write("\(other).md", Data(file.utf8))
        }
        try items.snapshot.eachNote(on: subject) { note in
            try checkCancelled()
            if page.text.utf8.count > Self.pageSize {
                try end()
                page = MarkdownPageWriter()
                number += 1
                isStarted = false
            }
            if !isStarted { page.add("## \(words.notes)") }
            isStarted = true
            page.add(heading(of: note, chapters))
            let linked = Mention.replacing(in: note.text) { mention in
                link(String(note.text[mention.range]), mention.characterID, from: path)
            }
            page.add(ExportedItems.item(note), linked: linked)
            counts.notes += 1
            try progress(counts.notes)
        }
        try end()
    }

    private func place(_ subject: NoteSubject) -> Place {
        switch subject {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        }
    }

    /// The date and place of a note, and its tags below.
    private func heading(of note: Note, _ chapters: [UUID: String]) -> String {
        var parts: [String] = []
        if !note.isUndated { parts.append(MarkdownDocument.day(of: .instant(note.createdAt))) }
        if let chapter = note.place?.chapterID.flatMap({ chapters[$0] }) { parts.append(chapter) }
        if let text = note.place?.text { parts.append(text) }
        let title = parts.isEmpty ? words.note : parts.joined(separator: " · ")
        let tags = note.tags.map { tag in
            "#"
                + tag.map { $0.isLetter || $0.isNumber || "_-/".contains($0) ? String($0) : "-" }
                .joined()
        }
        return "### \(Self.line(title))"
            + (tags.isEmpty ? "" : "\n" + tags.joined(separator: " "))
    }

    /// A mention that leads to the character's page.
    private func link(_ mention: String, _ id: UUID, from path: String) -> String {
        guard let target = paths[current[id] ?? id],
            let start = mention.range(of: "](", options: .backwards)
        else { return mention }
        let link = mention[start.upperBound...].dropLast()
        let relative = Self.relative(target, from: path) + ".md"
        return mention[..<start.upperBound] + PageLinks.target(relative, String(link)) + ")"
    }

    // MARK: Files

    private func write(
        _ item: ImportedItem,
        _ page: MarkdownPageWriter,
        _ place: Place,
        _ around: MarkdownDocument.Surroundings = MarkdownDocument.Surroundings(),
        to path: String
    ) throws {
        try checkCancelled()
        var around = around
        around.names = names
        around.link = place.link
        guard let file = page.file(of: item, around) else { return }
        try write("\(path).md", Data(file.utf8))
    }

    /// - Returns: the path of the picture; nil if there is none.
    private func writePicture(_ id: UUID?, _ file: String?) throws -> String? {
        let picture =
            try id.flatMap { try items.snapshot.picture($0) } ?? file.flatMap(items.bundledPicture)
        guard let picture, let kind = PictureKind(beginning: picture.data) else { return nil }
        let path = "Pictures/\(picture.id.uuidString).\(kind.rawValue)"
        if pictures.insert(picture.id).inserted {
            try write(path, picture.data)
            counts.pictures += 1
        }
        return path
    }

    private func addPicture(
        _ picture: String?,
        of title: String,
        to page: inout MarkdownPageWriter,
        at path: String
    ) {
        guard let picture else { return }
        let target = PageLinks.escaped(Self.relative(picture, from: path))
        page.add("![\(Self.line(title))](\(target))")
    }

    private func checkCancelled() throws {
        if items.isCancelled() { throw CancellationError() }
    }

    private func link(to id: UUID, from path: String, titled title: String) -> String {
        guard let target = paths[id] else { return Self.line(title) }
        let relative = Self.relative(target, from: path) + ".md"
        return "[\(Self.line(title))](\(PageLinks.escaped(relative)))"
    }

    /// The path from a page to another file.
    private static func relative(_ target: String, from page: String) -> String {
        let (from, to) = (page.split(separator: "/").dropLast(), target.split(separator: "/"))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: from.count - common)
        return (up + to.dropFirst(common).map(String.init)).joined(separator: "/")
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let parts = path.split(separator: "/")
        return (parts.dropLast().joined(separator: "/"), String(parts.last ?? ""))
    }

    private static func list(_ lines: [String]) -> String {
        lines.map { "- \($0)" }.joined(separator: "\n")
    }

    /// One line, without brackets that would end a link.
    private static func line(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]\\".contains(character) { result += "\\" }
            result += character.isNewline ? " " : String(character)
        }
    }
}

extension NoteSubject {
    fileprivate var book: SourceIdentity? {
        if case .book(let id) = self { MarkdownDocument.identity(id) } else { nil }
    }

    fileprivate var character: SourceIdentity? {
        if case .character(let id) = self { MarkdownDocument.identity(id) } else { nil }
    }
}
