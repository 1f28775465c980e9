import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Maps imported items to the library, one after another.
///
/// Items from the same source are known, and so are items with an id of the library. An unknown
/// item may still be a book or series that the library has from elsewhere: then it is joined with
/// it.
final class ImportMapper {
    typealias SourceNote = HawkNotesFormats.ImportedNote

    let importer: LibraryImporter
    let imports: LibraryImport
    let sourceName: String
    /// Pictures of this import that are already in the library, by their subjects.
    let pictures: [SourceIdentity: UUID]
    var index: BookIndex
    var names = NameTables()

    var report = LibraryImportReport()
    private(set) var newBooks: [NamedBook] = []
    private(set) var knownBooks: [NamedBook] = []
    private(set) var addresses: [String] = []
    /// Pictures of new items.
    private(set) var wantedPictures: Set<SourceIdentity> = []
    /// Parts of bundled series whose picture the reader has chosen.
    var ownPictures: [SourceIdentity: SeriesPart] = [:]
    /// Notes that this source has changed.
    var updated: [UUID: UpdatedNote] = [:]
    /// Items that are imported at the end.
    var lateNotes: [LateNote] = []
    /// Notes of folders that may have been renamed, imported before these.
    var renamedNotes = RenamedNotes()
    /// Files of which earlier versions made one note each.
    var formerFiles: [FormerFile] = []

    /// Pages whose values differ from the library's.
    var keptPages: Set<String> = []
    /// The pages of books and characters that the library has.
    var knownPages: [(part: SeriesPart, state: ImportedState)] = []
    /// Parts of bundled series that are deleted with this import.
    var newlyDeleted: Set<UUID> = []
    /// The ids of joined parts, as an export writes them, by the remaining ones.
    var formerIDs: [(texts: [String], part: SeriesPart)] = []

    /// What this library and an exported one have imported from the same sources.
    var counterparts = Counterparts()

    /// The items found in this source.
    var series: [SourceIdentity: SeriesEntry] = [:]
    var books: [SourceIdentity: BookEntry] = [:]
    var characters: [SourceIdentity: CharacterEntry] = [:]
    var newIDs: Set<UUID> = []
    /// The library's items found in this source.
    private var knownIDs: Set<UUID> = []
    var seriesOfNewBooks: [UUID: UUID] = [:]
    /// Books that stay in another series than their source names.
    var staying: Set<UUID> = []
    /// The fields filled in for existing books.
    var filled: [UUID: Set<FilledField>] = [:]
    /// The numbers of the books of new series, in the order of the source.
    var numbers: [UUID: [(book: UUID, number: Double?)]] = [:]

    struct SeriesEntry {
        var item: ImportedSeries
        /// Nil until first needed.
        var id: UUID?
    }

    struct BookEntry {
        /// The book and its series; nil if it was imported before and deleted since.
        var place: (id: UUID, seriesID: UUID)?
        /// For adding it again, if something new belongs to it.
        var item: ImportedBook?
        /// Whether it was in the library, so that its own data takes precedence.
        var isJoined = false
        /// Whether it is added as soon as something belongs to it.
        var isAwaited = false
    }

    struct CharacterEntry {
        var id: UUID
        var seriesID: UUID
    }

    init(
        _ importer: LibraryImporter,
        _ imports: LibraryImport,
        sourceName: String,
        pictures: [SourceIdentity: UUID] = [:]
    ) throws {
        self.importer = importer
        self.imports = imports
        self.sourceName = sourceName
        self.pictures = pictures
        index = try BookIndex(importer)
    }

    /// Adds an item, unless the library has it.
    func take(_ item: ImportedItem) throws {
        try takeIfSound(item) {
            switch item {
            case .series(let series): try take(series)
            case .book(let book): try take(book)
            case .chapter(let chapter): try take(chapter)
            case .character(let character): try take(character)
            case .relation(let relation): try take(relation)
            case .note(let note): try take(note)
            case .picture(let picture): try take(picture)
            case .sources(let sources): try take(sources)
            }
        }
    }

    /// Skips and reports an item that the library does not accept.
    func takeIfSound(_ item: ImportedItem, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as LibraryError
            where [.notFound, .emptyTitle, .emptyNote].contains(error.code)
        {
            // A foreign file may contain anything; its other items should not suffer.
            report.tell(ImportProblem(.damaged, file: item.identity.description))
        }
    }

    /// Does the work at the end.
    func finish(_ read: ImportReport) throws {
        try takeRenamedNotes()
        try takeLateNotes()
        try replaceFormerFiles()
        try addFormerIDs()
        try tellUnlistedParts()
        report.add(read)
        for (_, books) in numbers where books.contains(where: { $0.number != nil }) {
            let sorted = books.enumerated().sorted { one, other in
                let (left, right) = (one.element.number, other.element.number)
                return (left ?? .infinity, one.offset) < (right ?? .infinity, other.offset)
            }
            try importer.setOrder(ofBooks: sorted.map(\.element.book))
        }
    }

    /// At the end, because an id may also be that of another part of the source.
    private func addFormerIDs() throws {
        for (texts, part) in formerIDs {
            let ids = texts.compactMap { FormerID(exportedText: $0, of: part.id) }
                .filter { !newIDs.contains($0.id) }
            guard try importer.addFormerIDs(ids, of: part), !newIDs.contains(part.id) else {
                continue
            }
            let kind = if case .book = part { ImportedKind.book } else { ImportedKind.character }
            report.changed[kind, default: 0] += 1
        }
    }

    // MARK: - Counting

    func isNew(_ kind: ImportedKind, _ id: UUID) {
        newIDs.insert(id)
        report.new[kind, default: 0] += 1
    }

    func isKnown(_ kind: ImportedKind) { report.known[kind, default: 0] += 1 }

    /// Counts an item that exists already: in the library, or earlier in this source.
    func isKnown(_ kind: ImportedKind, _ id: UUID) {
        if claim(id) { report.known[kind, default: 0] += 1 } else { isRepeated(kind) }
    }

    func isRepeated(_ kind: ImportedKind) { report.repeated[kind, default: 0] += 1 }

    /// Records that this source has an existing item.
    ///
    /// - Returns: False if that was recorded before.
    func claim(_ id: UUID) -> Bool { !newIDs.contains(id) && knownIDs.insert(id).inserted }

    /// Whether this source has had an item.
    func isClaimed(_ id: UUID) -> Bool { newIDs.contains(id) || knownIDs.contains(id) }

    func isDeleted(_ kind: ImportedKind) { report.deleted[kind, default: 0] += 1 }

    func isJoined(_ kind: ImportedKind, _ id: UUID) {
        if claim(id) { report.joined[kind, default: 0] += 1 } else { isRepeated(kind) }
    }

    /// Reports a decision about a book, unless its source has said the same at an earlier import.
    ///
    /// - Parameter said: The source's data on which the decision depends.
    func remark(
        _ kind: ImportRemark.Kind,
        on id: UUID,
        of item: ImportedBook,
        here: String?,
        source: String?,
        saying said: [String?]
    ) throws {
        let parts = [item.identity.description] + said.map { $0 ?? "" }
        // In one text, separated by a character that no text contains.
        let key = parts.joined(separator: "\u{0}")
        let told = SourceIdentity(origin: "remark \(kind.rawValue)", key: key).description
        guard try importer.imported(from: told) == nil else { return }
        try importer.remember(id, source: told)
        report.remark(kind, book: item.title, here: here, source: source)
    }

    func tell(_ book: ImportedBook, _ place: (id: UUID, seriesID: UUID)?, isNew: Bool) {
        guard !book.state.isReference else { return }
        let named = NamedBook(title: book.title, authors: book.authors)
        if isNew {
            if newBooks.count < Self.namedLimit { newBooks.append(named) }
            if let address = book.webAddress, addresses.count < Self.namedLimit {
                addresses.append(address)
            }
        } else if place.map({ newIDs.contains($0.id) }) ?? false {
            return
        } else if knownBooks.count < Self.namedLimit, !knownBooks.contains(named) {
            knownBooks.append(named)
        }
    }

    private static let namedLimit = 100

    private func take(_ sources: ImportedSources) throws {
        if sources.isAhead { return try findCounterparts(in: sources) }
        var isDamaged = false
        for line in sources.lines {
            guard let source = ExportedSource(exportedText: line) else {
                isDamaged = true
                continue
            }
            try importer.recognize(source, as: counterparts.id(of: source.itemID))
        }
        guard isDamaged, keptPages.insert(sources.file).inserted else { return }
        report.tell(ImportProblem(.damaged, file: sources.file))
    }

    private func take(_ picture: ImportedPicture) throws {
        let subject = books[picture.subject]?.place?.id ?? characters[picture.subject]?.id
        guard let subject else { return isKnown(.picture) }
        if let part = ownPictures[picture.subject] { return try take(picture, for: part) }
        let isNew = newIDs.contains(subject)
        guard try isNew || lacksCover(subject, picture.subject) else { return isKnown(.picture) }
        let isTaken: Bool
        if importer.isRehearsal {
            // Drawings are often refused for their content, others almost never. Decoding all of
            // them would take long.
            isTaken = picture.kind != .svg || imports.picture(picture) != nil
            if isTaken { wantedPictures.insert(picture.identity) }
        } else {
            isTaken = pictures[picture.subject] != nil
        }
        if !isTaken {
            let name = picture.file ?? books[picture.subject]?.item?.title
            report.tell(ImportProblem(.notAPicture, file: name))
        } else if isNew {
            report.new[.picture, default: 0] += 1
        } else {
            try fillCover(of: subject, with: pictures[picture.subject])
        }
    }

    /// Takes the reader's own picture of a bundled part.
    private func take(_ picture: ImportedPicture, for part: SeriesPart) throws {
        let stored = pictures[picture.subject]
        guard importer.isRehearsal || stored != nil,
            try importer.takePicture(stored, for: part)
        else { return isKnown(.picture) }
        if importer.isRehearsal { wantedPictures.insert(picture.identity) }
        report.new[.picture, default: 0] += 1
    }

    /// Whether a call added an item, or it existed.
    func wasAdded(_ body: () throws -> UUID) rethrows -> (UUID, Bool) {
        let count = importer.count
        let id = try body()
        return (id, importer.count > count)
    }

    static func origin(_ state: ImportedState) -> Origin {
        // Another library's bundled series need not be bundled with this program.
        state.origin == Origin.own.rawValue ? .own : .imported
    }

    static func position(_ state: ImportedState) -> Int? {
        state.position.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }
}
