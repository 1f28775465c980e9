import GTKBridge
import HawkNotesPresentation
import Phrases

/// Says in a note's card why the note could not be saved, and offers what can be done about it.
@MainActor
struct SavingFailure {
    private let problem = ProblemLine()
    private let remedies: Box

    /// Adds itself to a card.
    init(
        in card: Box,
        giveBack: @escaping @MainActor () -> Void,
        tryAgain: @escaping @MainActor () -> Void
    ) {
        remedies = Box(.horizontal, spacing: 6).halign(.end).append(
            Button(localized("Back to Draft"), "remedy").onClicked(giveBack),
            Button(localized("Try Again"), "remedy").onClicked(tryAgain)
        )
        card.append(problem.root, remedies)
    }

    /// Shows the reason; nil hides everything.
    func show(_ reason: SavingProblem?) {
        if let reason {
            problem.show(localized("Not saved yet: %1", reason.reason))
        } else {
            problem.hide()
        }
        remedies.visible(reason != nil)
    }
}
