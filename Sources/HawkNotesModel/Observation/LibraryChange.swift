import Foundation

/// The effect of a write on one item of the library.
///
/// Tells where to look, not the new contents: by the time it is reported, there may have been
/// further writes, which are reported as well. A note that moves to another page is removed from
/// the old one and added to the new one.
public enum LibraryChange: Hashable, Sendable {
    /// A note was added or restored.
    case noteAdded(UUID, on: NoteSubject)
    /// A note's text changed; its position in the list did not.
    case noteChanged(UUID, on: NoteSubject)
    /// A note was removed.
    case noteRemoved(UUID, on: NoteSubject)
    /// A character was made a favorite.
    case favoriteAdded(UUID)
    /// A character is no longer a favorite.
    case favoriteRemoved(UUID)
    /// A series was added or restored.
    case seriesAdded(UUID)
    /// A series was renamed, or one of its books, characters or relations was added, changed or
    /// removed. Windows read a series as a whole.
    case seriesChanged(UUID)
    /// A series was removed.
    case seriesRemoved(UUID)
    /// A series was opened, which changes the order of the shelf.
    case seriesOpened(UUID)
    /// Items were permanently deleted.
    case trashEmptied
    /// An import was made or undone; the changes of its items are reported separately.
    case importsChanged

    /// The affected series; nil if there is none.
    public var seriesID: UUID? {
        switch self {
        case .seriesAdded(let id), .seriesChanged(let id), .seriesRemoved(let id): id
        case .noteAdded, .noteChanged, .noteRemoved, .favoriteAdded, .favoriteRemoved,
            .seriesOpened, .trashEmptied, .importsChanged:
            nil
        }
    }

    /// Whether a series that was read before may be another one now, be it by where the ids of
    /// joined or paired parts lead to.
    var affectsSeries: Bool {
        switch self {
        case .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied, .importsChanged: true
        case .noteAdded, .noteChanged, .noteRemoved, .favoriteAdded, .favoriteRemoved,
            .seriesOpened:
            false
        }
    }

    /// The affected note; nil if there is none.
    public var noteID: UUID? {
        switch self {
        case .noteAdded(let id, _), .noteChanged(let id, _), .noteRemoved(let id, _): id
        case .favoriteAdded, .favoriteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved,
            .seriesOpened, .trashEmptied, .importsChanged:
            nil
        }
    }

    /// The page of the affected note; nil if there is none.
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

/// The parts of the library that are observed as a whole.
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
                // Only characters of existing series are listed and counted.
                favorites = true
                noteCounts = true
            case .trashEmptied:
                // Notes on deleted parts are counted until these are permanently deleted.
                noteCounts = true
            case .seriesOpened, .importsChanged:
                break
            }
        }
    }
}

/// The observers of individual changes.
@MainActor
final class ObservedChanges {
    private struct Subscriber {
        /// Weak: the observation ends when its owner releases it.
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

    /// Calls all subscribers with the changes that concern them, in order of subscription.
    func tell(_ changes: [LibraryChange]) {
        subscribers = subscribers.filter(\.value.isActive)
        guard !subscribers.isEmpty else { return }
        // An import makes very many changes, most of them on pages that are not open.
        let subjects = Set(subscribers.values.compactMap(\.subject))
        let watched = changes.filter { $0.subject.map(subjects.contains) ?? false }
        let bySubject = Dictionary(grouping: watched, by: \.subject)
        // A subscriber may cancel or subscribe during the calls.
        for number in subscribers.keys.sorted() {
            guard let subscriber = subscribers[number], subscriber.isActive else { continue }
            let concerned =
                subscriber.subject.map { bySubject[$0] ?? [] } ?? changes
            if !concerned.isEmpty { subscriber.onChange(concerned) }
        }
    }
}
