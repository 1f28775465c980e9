import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Stands for a page that only a newer version can show. Its place in the path is kept.
@MainActor
final class NewerPage: Page {
    let root: Widget
    let title = localized("Made by a Newer Version")

    init(_ place: Place) {
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: title,
            [
                StatusPage.text(
                    localized(
                        "This page was opened with a newer version of Hawk Notes, which can show it again. Nothing of it is lost."
                    )
                )
            ]
        )
        root = ScrolledWindow(page.root).hexpand().vexpand()
    }

    func arrange(for sizeClass: SizeClass) {}

    func focusName(of widget: Widget) -> String? { nil }

    func grabFocus(_ name: String) {}

    func close() {}
}
