import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The series, books and characters that a window deletes and moves, and that *Undo* brings back or moves
/// back, all of them.
///
/// A change is in the library at once: a kill does not bring back what was deleted.
@MainActor
final class PartChanges {
    /// What is done, of which several in a row are taken back together.
    enum Kind: Equatable {
        case deletion, order
    }

    private let context: AppContext
    private let toasts: ToastPresenter
    /// What *Undo* takes back.
    private var offered: [(name: String, undo: LibraryUndo)] = []
    private var kind = Kind.order
    private var offersSaved = false
    private var onUndo: @MainActor () -> Void = {}

    init(context: AppContext, toasts: ToastPresenter) {
        self.context = context
        self.toasts = toasts
    }

    /// Changes the library, and offers to take that back.
    ///
    /// - Parameters:
    ///   - name: what is changed, in words.
    ///   - onUndo: called when it was taken back.
    func perform(
        _ kind: Kind,
        name: String,
        onUndo: @escaping @MainActor () -> Void = {},
        _ change: @escaping @Sendable (Library) throws -> LibraryUndo
    ) {
        context.library.perform(change) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let undo):
                context.pendingNotes.libraryDidSave()
                if !undo.isEmpty { offer(kind, name, undo, onUndo) }
            case .failure(let error) where error.code == .notFound:
                // Another window was quicker; it is for that one to take it back.
                break
            case .failure(let error): report(error)
            }
        }
    }

    /// Offers to take back what an editor has saved; what was saved before it is no longer offered.
    func offer(_ text: String, _ undo: LibraryUndo) {
        let toast = Toast(
            text: text,
            action: .init(title: localized("Undo")) { [weak self] in self?.takeBack([undo]) },
            onGone: { [weak self] in self?.offersSaved = false }
        )
        if offersSaved { toasts.replace(with: toast) } else { toasts.show(toast) }
        offersSaved = true
    }

    private func offer(
        _ kind: Kind,
        _ name: String,
        _ undo: LibraryUndo,
        _ onUndo: @escaping @MainActor () -> Void
    ) {
        if self.kind != kind { offered = [] }
        let isFirst = offered.isEmpty
        self.kind = kind
        self.onUndo = onUndo
        offered.append((name, undo))
        let toast = Toast(
            text: text,
            action: .init(title: localized("Undo")) { [weak self] in
                guard let self else { return }
                takeBack(offered.reversed().map(\.undo), then: self.onUndo)
            },
            onGone: { [weak self] in self?.offered = [] }
        )
        if isFirst { toasts.show(toast) } else { toasts.replace(with: toast) }
    }

    private var text: String {
        switch kind {
        case .order: localized("Order changed")
        case .deletion:
            offered.count == 1
                ? localized("“%1” deleted", offered[0].name)
                : localized("%1 item deleted", plural: "%1 items deleted", count: offered.count)
        }
    }

    private func takeBack(_ undos: [LibraryUndo], then body: @escaping @MainActor () -> Void = {}) {
        context.library.perform { library in
            for undo in undos { try library.undo(undo) }
        } completion: { [weak self] result in
            switch result {
            case .success: body()
            case .failure(let error): self?.report(error)
            }
        }
    }

    /// Says why something could not be saved.
    func report(_ error: LibraryError) {
        Log.warn("\(error)")
        let reason = LibraryText.savingReason(error)
        toasts.show(Toast(text: localized("This could not be saved: %1", reason)))
    }
}
