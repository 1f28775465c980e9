import GTKBridge

@testable import HawkNotesUI

/// A toast or a banner as a person sees it.
struct ShownMessage: Equatable {
    let text: String
    /// What is written on its button; nil when there is nothing to press.
    let action: String?
}

extension Revealer {
    /// The message that is shown; nil when it is hidden.
    fileprivate var message: ShownMessage? {
        guard isRevealed, let text = texts.first else { return nil }
        return ShownMessage(text: text, action: texts.dropFirst().first)
    }
}

extension MainWindow {
    var shownToast: ShownMessage? { toasts.root.message }
    var shownBanner: ShownMessage? { banner.root.message }
}
