import Phrases

/// A line at the bottom of a window that goes away by itself.
package struct Toast {
    /// The one thing that can be done about it.
    package struct Action {
        package var title: String
        package var perform: @MainActor () -> Void

        package init(title: String, perform: @escaping @MainActor () -> Void) {
            self.title = title
            self.perform = perform
        }

        /// Takes back what the toast tells of.
        package static func undo(_ perform: @escaping @MainActor () -> Void) -> Self {
            Self(title: localized("Undo"), perform: perform)
        }
    }

    package var text: String
    package var action: Action?
    /// What the toast comes from, if its next toast takes the place of this one.
    package weak var source: AnyObject?
    /// Called when the toast is gone, whether or not its action was taken. One whose place another toast
    /// has taken is not gone by that.
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

/// The toasts of a window, one at a time. One that can be acted on is not cut short by a later one: that
/// waits, unless both are from one source.
@MainActor
package final class ToastQueue: MessagePresenter {
    /// What is said now; nil when nothing is.
    package private(set) var current: Toast?
    /// Called with what is said from now on.
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

    /// Does what the toast offers, and takes it away.
    ///
    /// - Returns: false when there is nothing to do.
    @discardableResult
    package func performAction() -> Bool {
        guard let action = current?.action else { return false }
        action.perform()
        hide()
        return true
    }

    /// Takes the toast away.
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
