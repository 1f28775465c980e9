/// Says something to the person who looks at a page.
@MainActor
package protocol MessagePresenter: AnyObject {
    /// Shows a line at the bottom of the window, with one action.
    func show(_ toast: Toast)
}
