import GTKBridge
import HawkNotesModel

/// The head of a book's page: cover, title, author, tagline and overview.
@MainActor
final class BookHero {
    let root = Box(.vertical, spacing: 18).classes("hero", "card")
    private let book: Book
    private let images: ImageStore
    private let amazonButton = Button(localized("View on Amazon"), "pill", "accent-button")
    private let overview: Label
    private var isCompact: Bool?

    init(_ book: Book, host: PageHost) {
        self.book = book
        images = host.context.images
        overview = Label(book.overview, "overview").wrapping().lineHeight(1.35)
        amazonButton.onClicked { [weak host] in host?.setAmazonPageShown(true, for: book) }
    }

    func arrange(for sizeClass: SizeClass) {
        let wantsCompact = sizeClass == .compact
        guard isCompact != wantsCompact else { return }
        isCompact = wantsCompact
        if overview.hasParent { overview.removeFromBox() }
        if amazonButton.hasParent { amazonButton.removeFromBox() }
        root.removeAll()
        let cover =
            wantsCompact ? makeCover(width: 96, height: 144) : makeCover(width: 180, height: 270)
        let texts = Box(.vertical, spacing: 6).append(
            Label(book.title, wantsCompact ? "title-2" : "title-1").wrapping(),
            Label(
                localized("%1 · %2", book.author, String(book.published.year)),
                "dim-label"
            ).wrapping(),
            Label(book.tagline, "tagline").wrapping().margin(top: 6)
        ).valign(.center).hexpand()
        root.append(Box(.horizontal, spacing: 18).append(cover, texts))
        root.append(overview, amazonButton.halign(.start))
    }

    private func makeCover(width: Int, height: Int) -> Widget {
        Picture(width: width, height: height)
            .texture(images.texture(book.coverFile, width: 180, height: 270))
            .classes("cover").clipsContent()
            .accessibleLabel(localized("Cover of %1", book.title))
    }
}
