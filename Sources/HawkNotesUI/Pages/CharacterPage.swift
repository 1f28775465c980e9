import GTKBridge
import HawkNotesModel
import StateRestoration

/// A character: who it is, to whom it is related, and the notes on it.
@MainActor
final class CharacterPage: Page {
    typealias Host = CharacterHead.Host & NotesSection.Host

    let root: Widget
    let notes: NotesSection?
    var title: String { shownCharacter.name }
    var character: Character? { shownCharacter }

    private let shownCharacter: Character
    private let head: CharacterHead
    private let section: NotesSection
    private let columns: TwoColumns

    init(_ character: Character, host: Host, context: AppContext, scope: RestorationScope) {
        shownCharacter = character
        head = CharacterHead(character, host: host, context: context)
        section = NotesSection(
            on: .character(character.id),
            host: host,
            context: context,
            scope: scope
        )
        notes = section
        columns = TwoColumns(
            head: head.root,
            extra: Self.relatedSection(character, navigator: host, context: context),
            notes: section,
            scope: scope,
            extraElements: { [] }
        )
        root = columns.root
        if let book = character.bookID { root.classes(AccentSheet.styleClass(for: book)) }
    }

    func arrange(for sizeClass: SizeClass) {
        head.arrange(for: sizeClass)
        columns.arrange(for: sizeClass)
    }

    func focusName(of widget: Widget) -> String? {
        focusName(of: widget, lists: focusLists)
    }

    func grabFocus(_ name: String) { grabFocus(name, lists: focusLists) }

    private var focusLists: [(prefix: String, elements: [(id: String, widget: Widget)])] {
        [("edit:", section.editors), ("note:", section.elements)]
    }

    func close() {
        head.close()
        section.close()
        columns.close()
    }

    private static func relatedSection(
        _ character: Character,
        navigator: any Navigator,
        context: AppContext
    ) -> Widget {
        let related = context.series.related(to: character.id)
        let chips = WrapBox(spacing: 6)
        chips.accessibleLabel(localized("Related characters"))
        for other in related {
            let content = Box(.horizontal, spacing: 6).append(
                Avatar.make(other, size: 24, images: context.images),
                Label(other.name).ellipsizing()
            )
            chips.append(
                Button(content, name: other.name, "chip")
                    .onClicked { [weak navigator] in navigator?.push(.character(other.id)) }
            )
        }
        return Box(.vertical, spacing: 12)
            .append(PageParts.heading(localized("Related characters")), chips)
            .visible(!related.isEmpty)
    }
}

/// The head of a character's page: picture, name, where it comes from, the heart, and who it is.
@MainActor
final class CharacterHead {
    typealias Host = Navigator & MessagePresenter

    let root = Box(.vertical, spacing: 18).classes("hero", "card")
    private let character: Character
    private unowned let host: Host
    private let context: AppContext
    private let heart = Image(icon: "hawknotes-heart-outline-symbolic")
    private let favorite: ToggleButton
    private var favorites: [ChangeObservation] = []
    private var isShowing = false
    private let avatarPlace = Box(.horizontal)
    private var avatarSize = 0

    init(_ character: Character, host: Host, context: AppContext) {
        self.character = character
        self.host = host
        self.context = context
        favorite = ToggleButton(
            Box(.horizontal, spacing: 6).append(heart, Label(localized("Favorite"))),
            name: localized("Favorite")
        )
        favorite.classes("pill", "heart-pill").halign(.start)
        build()
        favorite.onToggled { [weak self] in self?.toggled() }
        favorites = context.favorites.observe(reportingTo: host) { [weak self] in self?.show($0) }
    }

    func arrange(for sizeClass: SizeClass) {
        root.setClass("compact", sizeClass == .compact)
        let size = sizeClass == .compact ? 96 : 128
        guard size != avatarSize else { return }
        avatarSize = size
        avatarPlace.removeAll()
        avatarPlace.append(Avatar.make(character, size: size, images: context.images))
    }

    func close() { favorites = [] }

    private func build() {
        let texts = Box(.vertical, spacing: 6)
            .append(Label(character.name, "title-1").wrapping())
        if let book = character.bookID.flatMap(context.series.book) {
            texts.append(
                Button(
                    Label(localized("Introduced in %1", book.title)).wrapping(),
                    name: localized("Introduced in %1", book.title),
                    "flat",
                    "link-text"
                ).halign(.start).onClicked { [weak host] in host?.select(book: book.id) }
            )
        }
        texts.append(favorite.margin(top: 6)).valign(.center).hexpand()
        root.append(
            Box(.horizontal, spacing: 18).append(avatarPlace.valign(.start), texts),
            Label(character.synopsis ?? "", "overview").wrapping().lineHeight(1.35)
                .visible(character.synopsis != nil)
        )
    }

    private func show(_ favorites: Set<Character.ID>) {
        let isFavorite = favorites.contains(character.id)
        isShowing = true
        favorite.isActive = isFavorite
        isShowing = false
        heart.setIcon(
            isFavorite
                ? "hawknotes-heart-filled-symbolic" : "hawknotes-heart-outline-symbolic"
        )
        favorite.accessibleDescription(
            isFavorite
                ? localized("Remove %1 from favorites", character.name)
                : localized("Add %1 to favorites", character.name)
        )
    }

    private func toggled() {
        guard !isShowing else { return }
        context.favorites.set(character, favorite.isActive, reportingTo: host)
    }
}
