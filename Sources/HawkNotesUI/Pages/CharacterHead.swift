import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The head of a character's page: picture, name, book, heart, and description.
@MainActor
final class CharacterHead {
    let root = Box(.vertical, spacing: 18).classes("hero", "card")
    private var character: Character
    private unowned let window: MainWindow
    private let context: AppContext
    private let name = Label("", "title-1", role: .heading(level: 1)).wrapping()
    private let aliases = Label("", "dim-label").wrapping()
    /// Opens the editor of the character.
    let editButton = EditButton.make(Command.editCharacter.title)
    private let introductionText = Label("").wrapping()
    private let introduction: Button
    private let heart = Image(icon: "hawknotes-heart-outline-symbolic")
    private let summary = Label("").wrapping().minimumCharacters(5)
    private let favorite: ToggleButton
    private let synopsis: UnfoldingText
    private let veil: VeiledPart
    private var favorites: [ChangeObservation] = []
    private var favoriteIDs: Set<Character.ID> = []
    private var isShowing = false
    private let avatarPlace = Box(.horizontal)
    private var avatarSize = 0
    /// Shows the picture large; nil without a picture.
    private(set) var avatar: Button?

    /// The maximum number of lines of the synopsis in a narrow window: keeps the notes visible.
    private static let narrowLines = 3

    init(_ character: Character, in window: MainWindow, scope: RestorationScope) {
        self.character = character
        synopsis = UnfoldingText(in: scope)
        self.window = window
        context = window.context
        introduction = Button(introductionText, name: "", "flat", "link-text")
        veil = VeiledPart { [weak window] in window?.unveil([.thing(character.id)]) }
        favorite = ToggleButton(
            Box(.horizontal, spacing: 6).append(heart, Label(Command.toggleFavorite.title)),
            name: Command.toggleFavorite.title
        )
        favorite.classes("pill", "heart-pill").halign(.start)
        build()
        show(character)
        favorite.onToggled { [weak self] in self?.toggled() }
        favorites = context.favorites.observe(reportingTo: window) { [weak self] in
            self?.favoriteIDs = $0
            self?.showFavorite()
        }
    }

    func arrange(for sizeClass: SizeClass) {
        let isCompact = sizeClass == .compact
        synopsis.root.setLines(isCompact ? Self.narrowLines : UnfoldingText.lines)
        let size = isCompact ? 96 : 128
        guard size != avatarSize else { return }
        avatarSize = size
        showAvatar()
    }

    func close() {
        favorites = []
        synopsis.close()
    }

    /// Applies changes of the character or its book.
    func show(_ character: Character) {
        self.character = character
        name.text = character.name
        summary.text = character.summary ?? ""
        summary.visible(character.summary != nil)
        aliases.text = localized("Also %1", localizedList(character.aliases))
        aliases.visible(!character.aliases.isEmpty)
        synopsis.show(character.synopsis)
        let isVeiled = context.series.isVeiled(character: character.id)
        veil.root.visible(isVeiled)
        editButton.visible(!isVeiled)
        showAvatar()
        let title = character.bookID.flatMap(context.series.book)?.title
        let text = localized("Introduced in %1", title ?? "")
        introductionText.text = text
        introduction.accessibleLabel(text).visible(title != nil)
        showFavorite()
    }

    private func showAvatar() {
        guard avatarSize > 0 else { return }
        let hadFocus = avatar?.containsFocus ?? false
        avatarPlace.removeAll()
        let picture = AvatarView.make(character, size: avatarSize, images: context.images)
        avatar = nil
        if ShownPicture(character).isPicture {
            let name = localized("Picture of %1", character.name)
            avatar = PictureButton.make(picture, name: name) { [weak self] in
                guard let self else { return }
                window.showPicture(.avatar(ofCharacter: self.character.id))
            }
        }
        let shown = avatar?.classes("round") ?? picture
        addGestures(to: shown)
        avatarPlace.append(shown)
        if hadFocus { avatar?.grabFocus() }
    }

    /// The picture represents the character.
    private func addGestures(to picture: Widget) {
        PlaceGestures.add(to: picture, in: window, subject: { [weak self] in self?.subject })
    }

    private var subject: PlaceGestures.Subject {
        let (character, images) = (character, context.images)
        return .init(place: .character(character.id), title: character.name) {
            AvatarView.make(character, size: 48, images: images)
        }
    }

    private func build() {
        introduction.halign(.start).onClicked { [weak self] in
            if let book = self?.character.bookID { self?.window.select(book: book) }
        }
        editButton.onClicked { [weak self] in
            if let self { window.edit(.character(character.id)) }
        }
        let buttons = WrapBox(spacing: 6).margin(top: 6)
        buttons.append(favorite)
        let menu = PlaceGestures.makeMenuButton(localized("Character Menu"), in: window) {
            [weak self] in self?.subject
        }
        buttons.append(menu)
        let texts = Box(.vertical, spacing: 6)
            .append(EditButton.beside(name, editButton), summary, aliases, introduction, buttons)
            .valign(.center).hexpand()
        root.append(
            PairBox(avatarPlace.valign(.start), texts, words: .second, spacing: 18),
            veil.root,
            synopsis.root
        )
    }

    private func showFavorite() {
        let isFavorite = favoriteIDs.contains(character.id)
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
        if favorite.isActive { heart.setClass("pops", for: .milliseconds(300)) }
        context.favorites.setFavorite(character, favorite.isActive, reportingTo: window)
    }
}
