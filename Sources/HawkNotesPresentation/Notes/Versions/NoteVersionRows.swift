import Foundation
import HawkNotesModel

/// A note's current text and its earlier versions as rows, the newest first.
///
/// Knows no widget. Texts are read and compared off the main thread, and only for rows around the
/// view. Follows changes of the note in all windows.
@MainActor
package final class NoteVersionRows {
    /// The version that a row shows.
    package enum Row: Hashable {
        /// The current text.
        case present
        case version(NoteVersion.ID)
    }

    /// How many rows are read before and after those in view.
    private static let margin = 8

    package let noteID: Note.ID
    /// Called after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Called with the error when nothing can be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }
    /// Whether the list of versions is known.
    package private(set) var isLoaded = false
    /// Whether the note is a spoiler: nothing of it is shown.
    package private(set) var isVeiled = false
    /// The note; nil if it was deleted.
    package private(set) var note: Note?
    private(set) var versions: [NoteVersionEntry] = []
    package private(set) var rows: [Row] = []

    private let library: Library
    private let mentions: SeriesMentions
    private var shown: [Row: ShownVersion] = [:]
    private var needed = 0..<0
    private var changes: ChangeObservation?
    private lazy var history = Rereader<NoteHistory>(
        { [weak self, noteID] answer in
            self?.library.perform({ try $0.history(of: noteID) }, completion: answer)
        },
        onRead: { [weak self] in self?.setHistory($0) },
        onError: { [weak self] in self?.onError($0) }
    )
    private lazy var texts = Rereader<[(Row, ShownVersion)]>(
        { [weak self] in self?.askTexts($0) },
        onRead: { [weak self] in self?.addTexts($0) },
        onError: { [weak self] in self?.onError($0) }
    )

    package init(of noteID: Note.ID, in library: Library, mentions: SeriesMentions) {
        self.noteID = noteID
        self.library = library
        self.mentions = mentions
        history.follow(library, when: { $0.noteID == noteID || $0 == .trashEmptied })
        changes = mentions.observe { [weak self] in
            self?.compareAgain()
            self?.history.read()
        }
    }

    /// Begins to read; the results are reported later.
    package func begin() { history.read() }

    /// Stops reading; callbacks are no longer called.
    package func close() {
        history.close()
        texts.close()
        changes = nil
        onChange = { _ in }
        onError = { _ in }
    }

    /// The content of a row; nil when it is not loaded yet.
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

    /// Loads these rows.
    package func need(_ rows: Range<Int>) {
        needed = rows
        texts.read()
    }

    // MARK: The list of versions

    /// Reads the list of versions; also after one has expired.
    package func read() { history.read() }

    /// The only place where the history arrives: while the note is hidden, so are its versions.
    private func setHistory(_ history: NoteHistory) {
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
        texts.drop()
        let present = Set(rows)
        // A version is compared with the one before, which may have expired.
        shown = shown.filter { row, _ in
            present.contains(row) && !(isOther && row == .present)
                && Self.previous(to: row, in: old) == Self.previous(to: row, in: rows)
        }
        var change = RowsChange(from: old, to: rows)
        // Its date may have changed even if its text has not.
        if !old.isEmpty, !rows.isEmpty { change.changed = [0..<1] }
        if isFirst || isOther || isVeiled != wasVeiled || old != rows { onChange(change) }
        texts.read()
    }

    /// The version before another one; nil for the oldest.
    private static func previous(to row: Row, in rows: [Row]) -> Row? {
        guard let index = rows.firstIndex(of: row), index + 1 < rows.count else { return nil }
        return rows[index + 1]
    }

    // MARK: The texts of versions

    /// Renamed characters have their new names in all versions.
    private func compareAgain() {
        shown = [:]
        texts.drop()
        texts.read()
    }

    private func askTexts(_ answer: @escaping Rereader<[(Row, ShownVersion)]>.Answer) {
        let near = needed.widened(by: Self.margin).clamped(to: 0..<rows.count)
        let missing = near.filter { shown[rows[$0]] == nil }
        guard let note, !missing.isEmpty else { return answer(nil) }
        let wanted = missing.map { index in
            (row: rows[index], previous: Self.previous(to: rows[index], in: rows))
        }
        let ids = Set(wanted.flatMap { [$0.row, $0.previous] }.compactMap { $0?.versionID })
        library.perform { [noteID] library in
            let texts = try library.earlierVersions(ids.sorted(), of: noteID)
            let mentioned = (texts.map(\.text) + [note.text]).flatMap(Mention.all)
            return (texts: texts, characters: Set(mentioned.map(\.characterID)))
        } completion: { [weak self] result in
            switch result {
            case .success(let read):
                var texts = Dictionary(
                    firstOf: read.texts.map { (Row.version($0.id), $0.whole(besides: note)) }
                )
                texts[.present] = note.quote.above(note.text)
                self?.compare(wanted, texts, mentioning: read.characters, answer)
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    private func compare(
        _ wanted: [(row: Row, previous: Row?)],
        _ texts: [Row: String],
        mentioning characters: Set<Character.ID>,
        _ answer: @escaping Rereader<[(Row, ShownVersion)]>.Answer
    ) {
        let names = Dictionary(
            uniqueKeysWithValues: characters.compactMap { id in
                mentions.name(of: id).map { (id, $0) }
            }
        )
        Task {
            let compared = await Task.detached {
                let plain = texts.mapValues { text in
                    MentionText.editable(text) { names[$0] }
                }
                return wanted.compactMap { row, previous -> (Row, ShownVersion)? in
                    guard let text = plain[row] else { return nil }
                    return (row, ShownVersion(text, previous: previous.flatMap { plain[$0] }))
                }
            }.value
            answer(.success(compared))
        }
    }

    private func addTexts(_ compared: [(Row, ShownVersion)]) {
        for (row, version) in compared { shown[row] = version }
        let near = needed.widened(by: 4 * Self.margin).clamped(to: 0..<rows.count)
        let kept = Set(rows[near])
        shown = shown.filter { kept.contains($0.key) }
        let new = Set(compared.map(\.0))
        let change = RowsChange(changedIn: near) { new.contains(rows[$0]) }
        if !change.isEmpty { onChange(change) }
        // Avoids asking for an expired version over and over.
        if compared.isEmpty { history.read() } else { texts.read() }
    }
}

extension NoteVersion {
    /// The quotation and the reader's own words below. For old versions that only stored the words,
    /// uses the note's current quotation.
    func whole(besides note: Note) -> String { (isWhole ? quote : note.quote).above(text) }
}

extension NoteVersionRows.Row {
    fileprivate var versionID: NoteVersion.ID? {
        if case .version(let id) = self { id } else { nil }
    }

    /// The same in every run.
    package var name: String {
        switch self {
        case .present: "present"
        case .version(let id): "version:\(id)"
        }
    }
}
