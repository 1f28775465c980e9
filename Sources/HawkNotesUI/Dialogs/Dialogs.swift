import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// The dialogs of a window.
@MainActor
final class Dialogs {
    private unowned let owner: MainWindow
    /// The open dialogs, by the paths of their scopes.
    private var open: [String: Dialog] = [:]

    init(of owner: MainWindow) { self.owner = owner }

    /// The dialog of a kind, if it is open over this window.
    func dialog(_ kind: DialogKind) -> Dialog? { open[scope(of: kind).path] }

    /// The dialog with this scope, if it is open over this window.
    func dialog(in scope: RestorationScope) -> Dialog? { open[scope.path] }

    /// The dialogs that are open over this window.
    var all: [Dialog] { Array(open.values) }

    /// Shows a dialog, or raises it.
    func show(_ kind: DialogKind) { show(kind, in: scope(of: kind)) }

    /// Restores a dialog that was open when the window was last shown. Forgets one whose content no
    /// longer exists.
    func restore(_ kind: DialogKind, in scope: RestorationScope) {
        show(kind, in: scope)
        if open[scope.path] == nil { scope.removeStoredValues() }
    }

    /// Closes all dialogs; they are restored with the window.
    func close() {
        for dialog in open.values { dialog.close() }
        open = [:]
    }

    /// Applies a change between light and dark.
    func updateAppearance() {
        for dialog in open.values { dialog.window.showAppearance() }
    }

    private func scope(of kind: DialogKind) -> RestorationScope {
        owner.scene.root.window.dialog(kind)
    }

    private func show(_ kind: DialogKind, in scope: RestorationScope) {
        if let dialog = open[scope.path] { return dialog.present() }
        guard let content = owner.coordinator.dialogContent(kind, in: scope, of: owner) else {
            return
        }
        let dialog = Dialog(kind, content, over: owner.window, in: scope)
        open[scope.path] = dialog
        dialog.onDismiss = { [weak self] in self?.open[scope.path] = nil }
        dialog.comeUp(inBackground: owner.isInBackground)
    }
}
