import Phrases

/// Shows messages to the user of a window.
@MainActor
package protocol MessagePresenter: AnyObject {
    /// Shows a toast at the bottom of the window, with one action: now, or after the current one if
    /// that has an action. It replaces an earlier one from the same source.
    func show(_ toast: Toast)
    /// Withdraws the toast of a source.
    func withdrawToast(of source: AnyObject)
}

extension MessagePresenter {
    /// Shows a toast without an action.
    package func show(_ text: String) { show(Toast(text: text)) }
}

extension Error {
    /// Logs the error, and says what could not be done.
    ///
    /// - Parameters:
    ///   - messages: nil when the window is closed: then the error is only logged.
    ///   - reason: the reason, in words for the user.
    ///   - sentence: what could not be done, with the reason.
    @MainActor
    package func report(
        to messages: (any MessagePresenter)?,
        reason: (any Error) -> String = LibraryText.savingReason,
        _ sentence: (_ reason: String) -> String
    ) {
        Log.warn("\(self)")
        messages?.show(sentence(reason(self)))
    }
}
