import Foundation
import HawkNotesModel

/// A note as it is and as it was, as rows: what it reads now, and then each earlier version, the newest
/// first.
///
/// Knows no widget. Texts are read, and compared, off the main thread, and only of rows around those that
/// are seen. Everything follows what becomes of the note in all windows.
@MainActor
package final class NoteVersionRows {
    /// What a row is about.
    package enum Row: Hashable {
        /// What the note reads now.
        case present
        case version(NoteVersion.ID)
    }

    /// What has become of the rows: one run that differs, and rows that say something else.
    package struct Change: Equatable {
        package var removed = 0..<0
        package var inserted = 0..<0
        /// By their places now.
        package var changed: [Int] = []
    }

    /// How many rows are read before and behind those in view.
    private static let margin = 8

    package let noteID: Note.ID
    /// Told after the rows have changed.
    package var onChange: @MainActor (Change) -> Void = { _ in }
    /// Told why nothing can be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }
    /// Whether the library has told which versions there are.
    package private(set) var isLoaded = false
    /// Whether the reader has yet to come to the note: nothing of it is told.
    package private(set) var isVeiled = false
    /// The note; nil if it was deleted.
    package private(set) var note: Note?
    private(set) var versions: [NoteVersionEntry] = []
    package private(set) var rows: [Row] = []

    private let library: Library
    private let mentions: SeriesMentions
    private var shown: [Row: ShownVersion] = [:]
    private var needed = 0..<0
    /// Counts what makes that worthless which is being read.
    private var generation = 0
    private var isReading = (history: false, texts: false)
    private var mustReadAgain = false
    private var observation: LibraryObservation?
    private var changes: ChangeObservation?

    package init(of noteID: Note.ID, in library: Library, mentions: SeriesMentions) {
        self.noteID = noteID
        self.library = library
        self.mentions = mentions
        observation = library.observeChanges { [weak self] in self?.follow($0) }
        changes = mentions.observe { [weak self] in
            self?.compareAgain()
            self?.read()
        }
    }

    /// Begins to read; what it tells of comes later.
    package func begin() { read() }

    /// Ends it: nothing is told any more.
    package func close() {
        observation = nil
        changes = nil
        onChange = { _ in }
        onError = { _ in }
    }

    /// What is shown in a row; nil when that is not known yet.
    package func shown(at row: Int) -> ShownVersion? {
        rows.indices.contains(row) ? shown[rows[row]] : nil
    }

    /// When the text of a row was saved.
    package func date(at row: Int) -> Date? {
        guard rows.indices.contains(row) else { return nil }
        switch rows[row] {
        case .present: return note?.modifiedAt
        case .version: return versions[row - 1].savedAt
        }
    }

    /// Sees to it that something is known of these rows.
    package func need(_ rows: Range<Int>) {
        needed = rows
        readTexts()
    }

    // MARK: Which versions there are

    private func follow(_ changes: [LibraryChange]) {
        if changes.contains(where: { $0.noteID == noteID || $0 == .trashEmptied }) { read() }
    }

    /// Reads which versions there are, also when one has expired.
    package func read() {
        guard !isReading.history else {
            mustReadAgain = true
            return
        }
        isReading.history = true
        mustReadAgain = false
        library.perform { [noteID] library in
            try library.history(of: noteID)
        } completion: { [weak self] result in
            guard let self, observation != nil else { return }
            isReading.history = false
            switch result {
            case .success(let history): take(history)
            case .failure(let error): onError(error)
            }
            if mustReadAgain { read() }
        }
    }

    /// All that is known of the note comes in here: while it is veiled, so are its versions.
    private func take(_ history: NoteHistory) {
        let old = rows
        let isFirst = !isLoaded
        let isOther =
            note?.text != history.note?.text || note?.quote != history.note?.quote
            || note?.id != history.note?.id
        isLoaded = true
        let wasVeiled = isVeiled
        isVeiled = history.note.map(mentions.isVeiled) ?? false
        note = isVeiled ? nil : history.note
        versions = isVeiled ? [] : history.versions
        let hasRows = note != nil && !versions.isEmpty
        rows = hasRows ? [.present] + versions.map { .version($0.id) } : []
        generation += 1
        let present = Set(rows)
        shown = shown.filter { present.contains($0.key) && !(isOther && $0.key == .present) }
        let head = zip(old, rows).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), rows.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        var change = Change(
            removed: head..<old.count - tail,
            inserted: head..<rows.count - tail
        )
        // Its date may be another one, also where its text is not.
        if head > 0 { change.changed = [0] }
        if isFirst || isOther || isVeiled != wasVeiled || old != rows { onChange(change) }
        isReading.texts = false
        readTexts()
    }

    // MARK: Their texts

    /// Those that are called otherwise now are so in all versions.
    private func compareAgain() {
        shown = [:]
        generation += 1
        isReading.texts = false
        readTexts()
    }

    private func readTexts() {
        guard let note, observation != nil, !isReading.texts else { return }
        let near = (needed.lowerBound - Self.margin..<needed.upperBound + Self.margin)
            .clamped(to: 0..<rows.count)
        let missing = near.filter { shown[rows[$0]] == nil }
        guard !missing.isEmpty else { return }
        isReading.texts = true
        let wanted = missing.map { (row: rows[$0], next: $0 > 0 ? rows[$0 - 1] : nil) }
        let ids = Set(wanted.flatMap { [$0.row, $0.next] }.compactMap { $0?.versionID })
        let asking = generation
        library.perform { [noteID] library in
            let texts = try library.earlierVersions(ids.sorted(), of: noteID)
            let mentioned = (texts.map(\.text) + [note.text]).flatMap(Mention.all)
            return (texts: texts, characters: Set(mentioned.map(\.characterID)))
        } completion: { [weak self] result in
            guard let self, observation != nil, asking == generation else { return }
            switch result {
            case .success(let read):
                var texts = Dictionary(
                    firstOf: read.texts.map { (Row.version($0.id), $0.whole(besides: note)) }
                )
                texts[.present] = note.quote.above(note.text)
                compare(wanted, texts, mentioning: read.characters)
            case .failure(let error):
                isReading.texts = false
                onError(error)
            }
        }
    }

    private func compare(
        _ wanted: [(row: Row, next: Row?)],
        _ texts: [Row: String],
        mentioning characters: Set<Character.ID>
    ) {
        let names = Dictionary(
            uniqueKeysWithValues: characters.compactMap { id in
                mentions.name(of: id).map { (id, $0) }
            }
        )
        let asking = generation
        Task { [weak self] in
            let compared = await Task.detached {
                let plain = texts.mapValues { text in
                    MentionText.editable(text) { names[$0] }
                }
                return wanted.compactMap { row, next -> (Row, ShownVersion)? in
                    guard let text = plain[row] else { return nil }
                    return (row, ShownVersion(text, next: next.flatMap { plain[$0] }))
                }
            }.value
            self?.take(compared, from: asking)
        }
    }

    private func take(_ compared: [(Row, ShownVersion)], from asking: Int) {
        guard asking == generation, observation != nil else { return }
        isReading.texts = false
        for (row, version) in compared { shown[row] = version }
        let near = (needed.lowerBound - 4 * Self.margin..<needed.upperBound + 4 * Self.margin)
            .clamped(to: 0..<rows.count)
        let kept = Set(rows[near])
        shown = shown.filter { kept.contains($0.key) }
        let new = Set(compared.map(\.0))
        let changed = near.filter { new.contains(rows[$0]) }
        if !changed.isEmpty { onChange(Change(changed: changed)) }
        // A version that has expired meanwhile is not asked for again and again.
        if compared.isEmpty { read() } else { readTexts() }
    }
}

extension NoteVersion {
    /// What it quoted, and the reader's own words below; of an old version, of which only these are known,
    /// what the note quotes now.
    func whole(besides note: Note) -> String { (isWhole ? quote : note.quote).above(text) }
}

extension NoteVersionRows.Row {
    fileprivate var versionID: NoteVersion.ID? {
        if case .version(let id) = self { id } else { nil }
    }

    /// The same at the next launch.
    package var name: String {
        switch self {
        case .present: "present"
        case .version(let id): "version:\(id)"
        }
    }
}
