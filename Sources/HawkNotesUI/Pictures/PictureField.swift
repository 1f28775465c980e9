import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Where a person gives a book or a character a picture: by choosing a file, by dropping or by pasting.
///
/// What is chosen is put into the library at once, and its id is the field's value: an editor keeps the
/// id alone. A picture that is saved with nothing is swept out of the library after some time.
@MainActor
final class PictureField {
    let root = Box(.vertical, spacing: 6).classes("picture-field")

    /// The reader's own picture; nil for the one that came with the series, or is made of the name. Setting
    /// it is not told to `onChange`.
    var value: UUID? {
        get { shown.storedID }
        set {
            guard newValue != shown.storedID else { return }
            shown.storedID = newValue
            turn += 1
            showPicture()
        }
    }

    /// The title or name; the picture that is made of it follows.
    var name: String {
        get { shown.name }
        set {
            guard newValue != shown.name else { return }
            shown.name = newValue
            showPicture()
        }
    }

    /// What can have the focus, by a name that holds at the next launch.
    var focusable: [(name: String, widget: Widget)] {
        [("choose-picture", choose), ("remove-picture", remove)]
    }

    private var shown: ShownPicture
    private let context: AppContext
    private let onChange: @MainActor (UUID?) -> Void
    private let place = Box(.horizontal).valign(.start)
    private let choose = Button(localized("Choose…"), "pill")
    private let remove = Button(localized("Remove"), "pill", "flat")
    private let spinner = Box(.horizontal)
    private let problem = ProblemLine()
    private let actions = ActionGroup()
    /// Counts what was chosen: only the last of it is shown, whichever is ready first.
    private var turn = 0

    /// - Parameters:
    ///   - shown: whose picture it is, with what is known of it now; the field's value is its `storedID`.
    ///   - onChange: told the value whenever a person has changed it.
    init(
        _ shown: ShownPicture,
        context: AppContext,
        onChange: @escaping @MainActor (UUID?) -> Void
    ) {
        self.shown = shown
        self.context = context
        self.onChange = onChange
        build()
        connect()
        showPicture()
    }

    /// Adds a picture to the library and makes it the value, as if it had been chosen.
    func addPicture(from source: PictureIntake.Source) {
        turn += 1
        let mine = turn
        problem.hide()
        setReading(true)
        Task { [weak self, context] in
            let file: String? =
                if case .file(let url) = source { url.lastPathComponent } else { nil }
            do {
                let picture = try await PictureIntake.readPicture(from: source)
                let id = try await withCheckedThrowingContinuation { done in
                    context.library.perform {
                        try $0.addPicture(picture)
                    } completion: {
                        done.resume(with: $0)
                    }
                }
                guard let self, turn == mine else { return }
                setReading(false)
                change(to: id)
            } catch {
                Log.warn("A picture was not taken: \(error)")
                guard let self, turn == mine else { return }
                setReading(false)
                problem.show(PictureText.problem(error, file: file))
            }
        }
    }

    /// Takes the picture that is on the clipboard.
    func paste() {
        turn += 1
        let mine = turn
        problem.hide()
        PictureTransfer.paste(limit: PictureFile.largestSize) { [weak self] content in
            guard let self, turn == mine else { return }
            guard let content else {
                return problem.show(localized("There is no picture on the clipboard."))
            }
            use(content)
        }
    }

    /// What is said to be wrong; empty when nothing is.
    var problemText: String { problem.text }

    /// Whether a picture is on its way.
    private(set) var isReading = false

    private func use(_ content: PictureTransfer.Content) {
        switch content {
        case .bytes(let data): addPicture(from: .bytes(data))
        case .file(let url): addPicture(from: .file(url))
        case .failed: problem.show(localized("The picture could not be read."))
        }
    }

    private func change(to id: UUID?) {
        problem.hide()
        guard id != shown.storedID else { return }
        shown.storedID = id
        showPicture()
        onChange(id)
    }

    private func build() {
        let hint = Label(localized("Or drop or paste a picture here."), "caption", "dim-label")
            .wrapping()
        let buttons = WrapBox(spacing: 6)
        for widget in [choose, remove, spinner.valign(.center)] { buttons.append(widget) }
        let side = Box(.vertical, spacing: 6).append(buttons, hint)
        root.append(
            PairBox(place, side.valign(.center), words: .second, spacing: 18),
            problem.root
        )
        let isCover = shown.kind == .cover
        root.accessibleLabel(isCover ? localized("Cover") : localized("Picture"))
    }

    private func connect() {
        choose.onClicked { [weak self] in self?.chooseFile() }
        remove.onClicked { [weak self] in self?.removePicture() }
        actions.add(Action(.choosePicture) { [weak self] in self?.chooseFile() })
        actions.add(Action(.pastePicture) { [weak self] in self?.paste() })
        actions.add(Action(.removePicture) { [weak self] in self?.removePicture() })
        actions.install(on: root, prefix: "picture")
        root.onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
        root.onPress(button: 3) { [weak self] press in
            self?.showMenu(x: press.x, y: press.y)
            return true
        }
        root.onLongPress { [weak self] x, y in self?.showMenu(x: x, y: y) }
        PictureTransfer.addDrop(
            to: root,
            limit: PictureFile.largestSize,
            onHover: { [weak self] isOver in self?.root.setClass("takes-drop", isOver) },
            onDrop: { [weak self] in self?.use($0) }
        )
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if key.opensMenu(modifiers) {
            showMenu(x: 24, y: 24)
            return true
        }
        switch (key, modifiers) {
        case (Key("v"), .control), (Key("Insert"), .shift): paste()
        default: return false
        }
        return true
    }

    private func showMenu(x: Double, y: Double) {
        let menu = Menu().section(
            Menu().item(.choosePicture)
                .item(.pastePicture)
        )
        if value != nil {
            menu.section(Menu().item(.removePicture))
        }
        PopoverMenu(menu).popUp(at: x, y, in: root)
    }

    private func chooseFile() {
        FileChooser.open(
            title: shown.kind == .cover
                ? localized("Choose a Cover") : localized("Choose a Picture"),
            filter: FileChooser.Filter(
                name: localized("Pictures"),
                types: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"]
            ),
            over: root
        ) { [weak self] in self?.addPicture(from: .file($0)) }
    }

    private func removePicture() {
        // What is still on its way is not wanted any more.
        turn += 1
        setReading(false)
        if remove.containsFocus { choose.grabFocus() }
        change(to: nil)
    }

    private func setReading(_ reading: Bool) {
        guard reading != isReading else { return }
        isReading = reading
        spinner.removeAll()
        if reading { spinner.append(Spinner()) }
    }

    private func showPicture() {
        place.removeAll()
        switch shown.kind {
        case .cover:
            place.append(
                CoverView.make(shown, width: 96, height: 144, images: context.images)
                    .accessibleHidden()
            )
        case .avatar:
            place.append(AvatarView.make(shown, size: 96, images: context.images))
        }
        remove.visible(shown.storedID != nil)
    }
}

/// The picture of a book or a character at the top of its editor.
@MainActor
final class PicturePlace: EditorField {
    let field: FormField
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { value.wrappedValue }
    var focusable: [(name: String, widget: Widget)] { picture.focusable }

    private let value: SceneStorage<String>
    private let picture: PictureField

    /// - Parameters:
    ///   - shown: whose picture it is, with the one that came with it.
    ///   - initial: what to begin with; nil when the editor is open again.
    init(
        _ field: FormField,
        _ label: String,
        of shown: ShownPicture,
        in scope: RestorationScope,
        initial: String?,
        context: AppContext
    ) {
        self.field = field
        let value = SceneStorage(.choice(field), in: scope)
        if let initial, !initial.isEmpty { value.wrappedValue = initial }
        self.value = value
        var shown = shown
        shown.storedID = UUID(uuidString: value.wrappedValue)
        picture = PictureField(shown, context: context) { [weak value] id in
            value?.wrappedValue = id?.canonicalString ?? ""
        }
        frame = FieldFrame(label, picture.root)
    }

    /// Lets the picture that is made of the name follow a field.
    func follow(_ name: LineField) {
        picture.name = name.text
        name.onChange = { [weak self, weak name] in
            if let self, let name { picture.name = name.text }
        }
    }

    func replaceText(with text: String) {
        value.wrappedValue = text
        picture.value = UUID(uuidString: text)
    }

    func readable(_ text: String) -> String {
        text.isEmpty ? localized("No picture") : localized("Another picture")
    }

    func close() {}
}
