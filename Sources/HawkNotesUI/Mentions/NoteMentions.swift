import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The mentions in a page's notes, as plain text.
@MainActor
struct NoteMentions {
    let subject: NoteSubject
    /// The series of the page.
    let seriesID: Series.ID?
    let images: ImageStore
    private let context: AppContext
    private let mentions: SeriesMentions
    /// The window, which makes new characters.
    private weak var window: MainWindow?

    init(on subject: NoteSubject, in window: MainWindow) {
        self.subject = subject
        self.window = window
        context = window.context
        images = context.images
        mentions = context.mentions
        switch subject {
        case .book(let id): seriesID = context.series.book(id)?.seriesID
        case .character(let id): seriesID = context.series.character(id)?.seriesID
        }
    }

    /// The names that can be mentioned on this page.
    var names: MentionNames { seriesID.map(mentions.names) ?? .none }

    /// How words are checked in a field for these notes.
    var spelling: FieldSpelling {
        let (context, subject, seriesID, mentions) = (context, subject, seriesID, mentions)
        return FieldSpelling(
            context.spelling,
            known: context.knownWords,
            in: { seriesID },
            ignored: window?.ignoredWords,
            language: { context.series.language(of: subject) },
            mentions: { seriesID.map(mentions.names) ?? .none }
        )
    }

    /// The current name of a character; nil for a deleted one.
    func name(of id: Character.ID) -> String? { mentions.name(of: id) }

    /// A saved text as shown.
    func plain(_ saved: String) -> String {
        MentionText.editable(saved) { mentions.name(of: $0) }
    }

    /// A note as shown: the quotation, and the reader's own words below.
    func plain(_ note: Note) -> String { note.quote.above(plain(note.text)) }

    /// A saved text as edited.
    func opened(_ saved: String) -> MentionText.Opened {
        let names = names
        return MentionText.Opened(saved) {
            names.words(for: $0) ?? mentions.name(of: $0)
        }
    }

    /// Whether a note is a spoiler.
    func isVeiled(_ note: NoteItem) -> Bool {
        context.series.isVeiled(note: note.id, on: subject, chapterID: note.place?.chapterID)
    }

    /// Whether a note is a spoiler.
    func isVeiled(_ note: Note) -> Bool { context.series.isVeiled(note) }

    /// Calls the body when characters were renamed, added or removed.
    func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        mentions.observe(body)
    }
}

// MARK: - Writing

extension NoteMentions {
    /// The page's book, or the book that its character comes from.
    private var book: Book.ID? {
        switch subject {
        case .book(let id): id
        case .character(let id): context.series.character(id)?.bookID
        }
    }

    /// Finds the matching characters for a note's field.
    var source: MentionSource {
        MentionSource(
            hits: { search?.hits($0) ?? [] },
            isName: { search?.isName($0) ?? true },
            words: { names.words(for: $0.id) ?? $0.name },
            knownTags: { [tags = context.tags] in tags.names },
            tags: { [tags = context.tags] in $0.hits(among: tags.names) },
            refreshTags: { [tags = context.tags] in tags.refresh($0) }
        )
    }

    private var search: MentionSearch? {
        seriesID.map { mentions.search(in: $0, first: book) }
    }

    /// Whether there is a series for a new character.
    var canMake: Bool { seriesID != nil }

    /// Makes a character in the page's book.
    func makeCharacter(named name: String) {
        guard let seriesID, let series = context.series[seriesID] else { return }
        let book = book.flatMap { series.book($0)?.id }
        window?.makeCharacter(
            Character(
                id: context.makeID(),
                seriesID: seriesID,
                name: name,
                bookID: book,
                position: CharacterForm.place(in: book, of: series)
            )
        )
    }
}

extension MainWindow {
    /// Makes a character that is mentioned before it exists, and offers Undo.
    fileprivate func makeCharacter(_ character: Character) {
        // The library may be slow; the note must not wait for it.
        context.mentions.expect(character)
        context.library.perform { library in
            (try library.save(character), try library.series(character.seriesID))
        } completion: { [context, weak self] result in
            switch result {
            case .success(let (undo, series)):
                context.pendingNotes.libraryDidSave()
                if let series { context.series.store(series) }
                self?.parts.offer(localized("“%1” added", character.name), undo)
            case .failure(let error): PartChanges.report(error, to: self)
            }
            context.mentions.expectNoMore(character)
        }
    }
}
