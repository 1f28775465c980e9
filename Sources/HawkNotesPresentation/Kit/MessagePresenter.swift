import Phrases

/// Shows messages to the user of a window.
@MainActor
package protocol MessagePresenter: AnyObject {
    /// Shows a line at the bottom of the window, with one action: now, or after the one that can still be
    /// acted on. It takes the place of an earlier one from the same source.
    func show(_ toast: Toast)
    /// Takes away what comes from a source.
    func withdrawToast(of source: AnyObject)
}

extension MessagePresenter {
    /// Shows a line at the bottom of the window.
    package func show(_ text: String) { show(Toast(text: text)) }
}

extension Error {
    /// Logs the error, and says what could not be done.
    ///
    /// - Parameters:
    ///   - messages: nil when the window is gone: then it is only logged.
    ///   - reason: why, in words for people.
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
