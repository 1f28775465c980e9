import Foundation
import HawkNotesModel
import Phrases

/// A window's changes of series, books and characters, which *Undo* reverts.
///
/// Changes are saved at once: a crash does not restore a deleted item.
@MainActor
package final class PartChanges {
    /// The kind of change; several of a kind in a row are undone together.
    package enum Kind {
        case deletion, order
    }

    private struct Change {
        let text: String
        let undo: LibraryUndo
        var onUndo: @MainActor () -> Void = {}
    }

    private let library: Library
    private let pendingNotes: PendingNotes
    private let messages: any MessagePresenter
    private lazy var deletions = makeOffer { changes in
        changes.count == 1
            ? localized("“%1” deleted", changes[0].text)
            : localized("%1 item deleted", plural: "%1 items deleted", count: changes.count)
    }
    private lazy var orders = makeOffer { _ in localized("Order changed") }
    private lazy var saved = makeOffer { $0[0].text }

    /// - Parameters:
    ///   - pendingNotes: saved again after any successful save.
    ///   - messages: the toasts of the window.
    package init(in library: Library, pendingNotes: PendingNotes, messages: any MessagePresenter) {
        self.library = library
        self.pendingNotes = pendingNotes
        self.messages = messages
    }

    /// Changes the library, and offers to undo that.
    ///
    /// - Parameters:
    ///   - name: the name of the changed item.
    ///   - onUndo: called after undoing.
    ///   - onEnd: called once the library is changed, or has refused the change.
    package func perform(
        _ kind: Kind,
        name: String,
        onUndo: @escaping @MainActor () -> Void = {},
        onEnd: @escaping @MainActor () -> Void = {},
        _ change: @escaping @Sendable (Library) throws -> LibraryUndo
    ) {
        library.perform(change) { [weak self] result in
            defer { onEnd() }
            guard let self else { return }
            switch result {
            case .success(let undo):
                pendingNotes.libraryDidSave()
                guard !undo.isEmpty else { return }
                let offer =
                    switch kind {
                    case .deletion: deletions
                    case .order: orders
                    }
                offer.add(Change(text: name, undo: undo, onUndo: onUndo))
            case .failure(let error) where error.code == .notFound:
                // Another window was faster, and offers to undo it.
                break
            case .failure(let error): Self.report(error, to: messages)
            }
        }
    }

    /// Makes a book or a character a part of another one, and offers to take that back.
    ///
    /// - Parameters:
    ///   - fields: those that are taken from the one that becomes a part.
    ///   - text: says what was done.
    package func join(
        _ part: SeriesPart,
        into kept: UUID,
        taking fields: Set<FormField>,
        _ text: String
    ) {
        library.perform { library in
            try PartForm.join(part, into: kept, taking: fields, in: library)
        } completion: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let undo):
                pendingNotes.libraryDidSave()
                offer(text, undo)
            case .failure(let error) where error.code == .notFound:
                messages.show(localized("Nothing was joined: that page no longer exists"))
            case .failure(let error): Self.report(error, to: messages)
            }
        }
    }

    /// Offers to undo an editor's change, in place of an earlier offer.
    package func offer(_ text: String, _ undo: LibraryUndo) {
        saved.replace(with: Change(text: text, undo: undo))
    }

    private func makeOffer(_ text: @escaping @MainActor ([Change]) -> String) -> UndoOffer<Change> {
        UndoOffer(in: messages, text: text) { [weak self] in self?.takeBack($0) }
    }

    private func takeBack(_ changes: [Change]) {
        let undos = changes.map(\.undo)
        library.perform { library in
            for undo in undos { try library.undo(undo) }
        } completion: { [weak self] result in
            switch result {
            case .success: changes.first?.onUndo()
            case .failure(let error): Self.report(error, to: self?.messages)
            }
        }
    }

    /// Reports that saving failed.
    package static func report(_ error: LibraryError, to messages: (any MessagePresenter)?) {
        error.report(to: messages) { localized("This could not be saved: %1", $0) }
    }
}
