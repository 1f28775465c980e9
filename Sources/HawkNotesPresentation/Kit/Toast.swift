import Phrases

/// A message at the bottom of a window that disappears by itself.
package struct Toast {
    /// The action of a toast.
    package struct Action {
        package var title: String
        package var perform: @MainActor () -> Void

        package init(title: String, perform: @escaping @MainActor () -> Void) {
            self.title = title
            self.perform = perform
        }

        /// Undoes the change that the toast reports.
        package static func undo(_ perform: @escaping @MainActor () -> Void) -> Self {
            Self(title: localized("Undo"), perform: perform)
        }
    }

    package var text: String
    package var action: Action?
    /// The source of the toast, if its next toast replaces this one.
    package weak var source: AnyObject?
    /// Called when the toast is gone, whether or not its action was performed. Not called when
    /// another toast replaces it.
    package var onGone: @MainActor () -> Void = {}

    package init(
        text: String,
        action: Action? = nil,
        source: AnyObject? = nil,
        onGone: @escaping @MainActor () -> Void = {}
    ) {
        self.text = text
        self.action = action
        self.source = source
        self.onGone = onGone
    }

    fileprivate func isFrom(_ other: AnyObject?) -> Bool { other != nil && source === other }
}

/// The toasts of a window, shown one at a time. One with an action is not cut short by a later one,
/// which waits unless both have the same source.
@MainActor
package final class ToastQueue: MessagePresenter {
    /// The current toast; nil when there is none.
    package private(set) var current: Toast?
    /// Called with the new current toast.
    package var onChange: @MainActor (Toast?) -> Void = { _ in }
    private var waiting: [Toast] = []

    package init() {}

    package func show(_ toast: Toast) {
        if let index = waiting.firstIndex(where: { $0.isFrom(toast.source) }) {
            waiting[index] = toast
        } else if let current, current.action != nil, !current.isFrom(toast.source) {
            waiting.append(toast)
        } else {
            say(toast)
        }
    }

    package func withdrawToast(of source: AnyObject) {
        waiting.removeAll { $0.isFrom(source) }
        if current?.isFrom(source) == true { hide() }
    }

    /// Performs the toast's action, and hides the toast.
    ///
    /// - Returns: false when there is no action.
    @discardableResult
    package func performAction() -> Bool {
        guard let action = current?.action else { return false }
        action.perform()
        hide()
        return true
    }

    /// Hides the toast.
    package func hide() {
        let gone = current
        say(waiting.isEmpty ? nil : waiting.removeFirst())
        gone?.onGone()
    }

    private func say(_ toast: Toast?) {
        current = toast
        onChange(toast)
    }
}
