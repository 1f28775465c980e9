import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Makes of what is read what a library has, one thing after the other.
///
/// What came from the same source before is known; so is what has an id that the library has. What is not
/// may still be a book or series that the library has from elsewhere: then it is joined with it.
final class ImportMapper {
    typealias SourceNote = HawkNotesFormats.ImportedNote

    let importer: LibraryImporter
    let imports: LibraryImport
    let sourceName: String
    /// Pictures of this import that are in the library already, by what they show.
    let pictures: [SourceIdentity: UUID]
    var index: BookIndex
    var names = NameTables()

    var report = LibraryImportReport()
    private(set) var newBooks: [NamedBook] = []
    private(set) var knownBooks: [NamedBook] = []
    private(set) var addresses: [String] = []
    /// Pictures of what is new.
    private(set) var wantedPictures: Set<SourceIdentity> = []
    /// Notes that this source has changed.
    var updated: [UUID: UpdatedNote] = [:]
    /// Notes that are taken at the end.
    var lateNotes: [LateNote] = []
    /// Notes of folders that may have had another name, taken before these.
    var renamedNotes = RenamedNotes()
    /// Files of which earlier versions have made one note.
    var formerFiles: [FormerFile] = []

    /// What has been met in this source.
    var series: [SourceIdentity: SeriesEntry] = [:]
    var books: [SourceIdentity: BookEntry] = [:]
    var characters: [SourceIdentity: CharacterEntry] = [:]
    var newIDs: Set<UUID> = []
    /// What the library had, and has been met in this source.
    private var knownIDs: Set<UUID> = []
    var seriesOfNewBooks: [UUID: UUID] = [:]
    /// Books that stay in another series than their source says.
    var staying: Set<UUID> = []
    /// What has been filled in of books that the library had.
    var filled: [UUID: Set<FilledField>] = [:]
    /// Of series that are new: the numbers of their books, in the order in which they came.
    var numbers: [UUID: [(book: UUID, number: Double?)]] = [:]

    struct SeriesEntry {
        var item: ImportedSeries
        /// Nil as long as nothing has needed it.
        var id: UUID?
    }

    struct BookEntry {
        /// The book and its series; nil when what was imported before has been deleted since.
        var place: (id: UUID, seriesID: UUID)?
        /// To make it once more, should something new belong to it.
        var item: ImportedBook?
        /// Whether it was in the library, and what it has of its own goes before.
        var isJoined = false
        /// Whether it is made as soon as something belongs to it.
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

    /// Adds a thing, unless the library has it.
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
            }
        }
    }

    /// Leaves an item out that the library does not accept, and tells so.
    func takeIfSound(_ item: ImportedItem, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as LibraryError
            where [.notFound, .emptyTitle, .emptyNote].contains(error.code)
        {
            // A stranger's file may say anything; the rest of it is not to suffer.
            report.tell(ImportProblem(.damaged, file: item.identity.description))
        }
    }

    /// What there is to do at the end.
    func finish(_ read: ImportReport) throws {
        try takeRenamedNotes()
        try takeLateNotes()
        try replaceFormerFiles()
        report.add(read)
        for (_, books) in numbers where books.contains(where: { $0.number != nil }) {
            let sorted = books.enumerated().sorted { one, other in
                let (left, right) = (one.element.number, other.element.number)
                return (left ?? .infinity, one.offset) < (right ?? .infinity, other.offset)
            }
            try importer.setOrder(ofBooks: sorted.map(\.element.book))
        }
    }

    // MARK: - Counting

    func isNew(_ kind: ImportedKind, _ id: UUID) {
        newIDs.insert(id)
        report.new[kind, default: 0] += 1
    }

    func isKnown(_ kind: ImportedKind) { report.known[kind, default: 0] += 1 }

    /// Counts what is there already: in the library, or before in this source.
    func isKnown(_ kind: ImportedKind, _ id: UUID) {
        if claim(id) { report.known[kind, default: 0] += 1 } else { isRepeated(kind) }
    }

    func isRepeated(_ kind: ImportedKind) { report.repeated[kind, default: 0] += 1 }

    /// Notes down that this source has something which was there.
    ///
    /// - Returns: false if it has had that before.
    func claim(_ id: UUID) -> Bool { !newIDs.contains(id) && knownIDs.insert(id).inserted }

    /// Whether this source has had something.
    func isClaimed(_ id: UUID) -> Bool { newIDs.contains(id) || knownIDs.contains(id) }

    func isDeleted(_ kind: ImportedKind) { report.deleted[kind, default: 0] += 1 }

    func isJoined(_ kind: ImportedKind, _ id: UUID) {
        if claim(id) { report.joined[kind, default: 0] += 1 } else { isRepeated(kind) }
    }

    /// Tells what was settled of a book, unless its source has said the same at an import before.
    ///
    /// - Parameter said: what the source says, as far as that is what was settled.
    func remark(
        _ kind: ImportRemark.Kind,
        on id: UUID,
        of item: ImportedBook,
        here: String?,
        source: String?,
        saying said: [String?]
    ) throws {
        let parts = [item.identity.description] + said.map { $0 ?? "" }
        // In one text, with what is in no text between its parts.
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

    private func take(_ picture: ImportedPicture) throws {
        let subject = books[picture.subject]?.place?.id ?? characters[picture.subject]?.id
        guard let subject else { return isKnown(.picture) }
        let isNew = newIDs.contains(subject)
        guard try isNew || lacksCover(subject, picture.subject) else { return isKnown(.picture) }
        let isTaken: Bool
        if importer.isRehearsal {
            // Drawings are refused for what is in them, others hardly ever. Decoding all of them would
            // take long.
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

    /// Whether something was added by a call, or was there.
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
