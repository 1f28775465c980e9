import GTKBridge
import HawkNotesPresentation

/// The quiet bar beside what a note quotes from its book.
@MainActor
final class QuoteBar {
    let root: Widget = Box(.vertical).classes("quote-bar").canTarget(false).accessibleHidden()
    private var color: QuoteColor?

    /// Draws it in a color, or in a neutral one.
    func show(_ new: QuoteColor?) {
        guard new != color else { return }
        if let color { root.setClass(color.styleClass, false) }
        if let new { root.setClass(new.styleClass, true) }
        color = new
    }
}
