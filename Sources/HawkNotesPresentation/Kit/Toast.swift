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
    }

    package var text: String
    package var action: Action?
    /// Called when the toast is gone, whether or not its action was taken.
    package var onGone: @MainActor () -> Void = {}

    package init(
        text: String,
        action: Action? = nil,
        onGone: @escaping @MainActor () -> Void = {}
    ) {
        self.text = text
        self.action = action
        self.onGone = onGone
    }
}

/// Says something to the person who looks at a page.
@MainActor
package protocol MessagePresenter: AnyObject {
    /// Shows a line at the bottom of the window, with one action.
    func show(_ toast: Toast)
}
