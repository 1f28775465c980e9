import HawkNotesModel
import Phrases

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// High contrast on the whole display.
@MainActor
enum HighContrast {
    private static var colors: StyleSheet?

    /// Shows everything in high contrast while the body runs.
    static func use(_ books: [Book], _ body: @MainActor () throws -> Void) rethrows {
        show(true, books)
        defer { show(false, books) }
        try body()
    }

    private static func show(_ isHigh: Bool, _ books: [Book]) {
        Style.setHighContrast(isHigh)
        TestDisplay.addAccents(books, inHighContrast: isHigh)
        let rules = isHigh ? HighContrastSheet.rules : ""
        if let colors {
            colors.replace(rules: rules)
        } else {
            colors = Style.add(rules: rules) { TestDisplay.styleErrors.append($0) }
        }
        MainLoop.drain()
    }
}
