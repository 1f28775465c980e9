import GTKBridge
import HawkNotesModel
import StateRestoration

/// A book's page at the bookshop, over the book's own.
///
/// Without a web engine it says so and offers the web browser.
@MainActor
final class AmazonPage: Page {
    let root: Widget
    var title: String { shownBook.title }
    var book: Book? { shownBook }

    private let shownBook: Book
    private let doneButton = Button(localized("Done"))

    init(_ book: Book, host: PageHost) {
        shownBook = book
        let address = book.amazonURL.absoluteString
        let bar = Box(.horizontal, spacing: 12).append(
            Image(icon: "hawknotes-web-symbolic").classes("dim-label").accessibleHidden(),
            Label(address, "dim-label").ellipsizing().hexpand()
                .accessibleLabel(localized("Address: %1", address)),
            Button(
                icon: "hawknotes-copy-symbolic",
                name: localized("Copy Address"),
                "flat"
            ).onClicked { [weak host] in
                Desktop.copy(address)
                host?.show(Toast(text: localized("Address copied")))
            },
            doneButton
        ).classes("web-bar")
        let open = Button(localized("Open in Browser"), "pill", "accent-button").halign(.center)
            .onClicked { [weak host] in host?.openInBrowser(address) }
        let message = Box(.vertical, spacing: 12).append(
            Image(icon: "hawknotes-offline-symbolic", size: 96).classes("empty-drawing"),
            Label(localized("This page opens in your browser"), "title-1").centered().wrapping(),
            Label(
                localized("No web view is available here to show it inside Hawk Notes."),
                "dim-label"
            ).centered().wrapping().maximumCharacters(50),
            open.margin(top: 12)
        ).halign(.center).valign(.center).vexpand().margin(24)
        root = Box(.vertical).append(bar, Separator(.horizontal), ScrolledWindow(message).vexpand())
            .classes("web-page", AccentSheet.styleClass(for: book.id))
        doneButton.onClicked { [weak host] in host?.setAmazonPageShown(false, for: book) }
    }

    func arrange(for sizeClass: SizeClass) {}

    func focusName(of widget: Widget) -> String? {
        doneButton.isSame(as: widget) ? "done" : nil
    }

    func grabFocus(_ name: String) { if name == "done" { doneButton.grabFocus() } }

    func close() {}
}
