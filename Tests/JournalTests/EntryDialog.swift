import StateRestoration

/// A dialog in which an entry is written; it is open again after the next launch.
@MainActor
final class EntryDialog {
    static let restorationClass = "EntryDialog"

    @SceneStorage var day: String
    let text: RestorableText
    private let scope: RestorationScope

    init(in scope: RestorationScope) {
        self.scope = scope
        _day = SceneStorage(wrappedValue: "", "day", in: scope)
        text = RestorableText("text", in: scope)
        scope.presentedClass = Self.restorationClass
    }

    /// Does away with the dialog and what was typed in it.
    func dismiss() { scope.removeStoredValues() }
}
