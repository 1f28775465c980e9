import Foundation

/// What a write has done to one thing of the library.
///
/// Says where to look, and not what is there: when it is told, there may have been further writes,
/// of which it is told as well. A note that moves to another page is removed from the one and added
/// to the other.
public enum LibraryChange: Hashable, Sendable {
    /// There is a new note, or a deleted one is back.
    case noteAdded(UUID, on: NoteSubject)
    /// A note has another text; its place in the list is the same.
    case noteChanged(UUID, on: NoteSubject)
    /// A note is gone.
    case noteRemoved(UUID, on: NoteSubject)
    /// A character is a favourite now.
    case favoriteAdded(UUID)
    /// A character is no favourite any more.
    case favoriteRemoved(UUID)
    /// There is a new series, or a deleted one is back.
    case seriesAdded(UUID)
    /// A series is called otherwise, or one of its books, characters or relations is new, different or
    /// gone. Windows read a series as a whole.
    case seriesChanged(UUID)
    /// A series is gone.
    case seriesRemoved(UUID)
    /// A series was shown: the order of the shelf is another one.
    case seriesOpened(UUID)
    /// Something was deleted for good.
    case trashEmptied
    /// An import was made or taken back; what it added is told besides.
    case importsChanged

    /// The series that is concerned; nil when it is none.
    public var seriesID: UUID? {
        switch self {
        case .seriesAdded(let id), .seriesChanged(let id), .seriesRemoved(let id): id
        case .noteAdded, .noteChanged, .noteRemoved, .favoriteAdded, .favoriteRemoved,
            .seriesOpened, .trashEmptied, .importsChanged:
            nil
        }
    }

    /// The note that is concerned; nil when it is none.
    public var noteID: UUID? {
        switch self {
        case .noteAdded(let id, _), .noteChanged(let id, _), .noteRemoved(let id, _): id
        case .favoriteAdded, .favoriteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved,
            .seriesOpened, .trashEmptied, .importsChanged:
            nil
        }
    }

    /// The page whose notes are concerned; nil when it is no note.
    public var subject: NoteSubject? {
        switch self {
        case .noteAdded(_, let subject), .noteChanged(_, let subject), .noteRemoved(_, let subject):
            subject
        case .favoriteAdded, .favoriteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved,
            .seriesOpened, .trashEmptied, .importsChanged:
            nil
        }
    }
}

/// What changes together: the parts of the library that are watched as a whole.
struct ChangedParts {
    var notes: Set<NoteSubject> = []
    var noteCounts = false
    var favorites = false

    init(_ changes: [LibraryChange]) {
        for change in changes {
            switch change {
            case .noteAdded(_, let subject), .noteRemoved(_, let subject):
                notes.insert(subject)
                noteCounts = true
            case .noteChanged(_, let subject):
                notes.insert(subject)
            case .favoriteAdded, .favoriteRemoved:
                favorites = true
            case .seriesAdded, .seriesChanged, .seriesRemoved:
                // Only characters of a series are listed, and counted.
                favorites = true
                noteCounts = true
            case .trashEmptied:
                // Notes on what was deleted are counted until then.
                noteCounts = true
            case .seriesOpened, .importsChanged:
                break
            }
        }
    }
}

/// The observers that are called with each change.
@MainActor
final class ObservedChanges {
    private struct Subscriber {
        /// Weak: the observation ends when its owner lets go of it.
        weak var observation: LibraryObservation?
        /// Nil for everything.
        let subject: NoteSubject?
        let onChange: @MainActor ([LibraryChange]) -> Void

        @MainActor var isActive: Bool { observation?.isCancelled == false }
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var nextNumber = 0

    nonisolated init() {}

    func subscribe(
        to subject: NoteSubject?,
        onChange: @escaping @MainActor ([LibraryChange]) -> Void
    ) -> LibraryObservation {
        let observation = LibraryObservation()
        subscribers[nextNumber] = Subscriber(
            observation: observation,
            subject: subject,
            onChange: onChange
        )
        nextNumber += 1
        return observation
    }

    /// Tells everyone what concerns them, in the order in which they came.
    func tell(_ changes: [LibraryChange]) {
        subscribers = subscribers.filter(\.value.isActive)
        guard !subscribers.isEmpty else { return }
        // An import makes very many changes, most of them on pages that are not open.
        let subjects = Set(subscribers.values.compactMap(\.subject))
        let watched = changes.filter { $0.subject.map(subjects.contains) ?? false }
        let bySubject = Dictionary(grouping: watched, by: \.subject)
        // Anyone may cancel or subscribe while being told.
        for number in subscribers.keys.sorted() {
            guard let subscriber = subscribers[number], subscriber.isActive else { continue }
            let concerned =
                subscriber.subject.map { bySubject[$0] ?? [] } ?? changes
            if !concerned.isEmpty { subscriber.onChange(concerned) }
        }
    }
}
