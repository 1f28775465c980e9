import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The field in which the user sets the picture of a book or a character: by choosing a file, by
/// dropping or by pasting.
///
/// A chosen picture is added to the library at once, and its id is the field's value: an editor
/// only stores the id. A picture that is not saved with anything is removed from the library after
/// some time.
@MainActor
final class PictureField {
    let root = Box(.vertical, spacing: 6).classes("picture-field")

    /// The user's own picture; nil for the one that came with the series, or is generated from the
    /// name. Setting it does not call `onChange`.
    var value: UUID? {
        get { shown.storedID }
        set {
            guard newValue != shown.storedID else { return }
            shown.storedID = newValue
            turn += 1
            showPicture()
        }
    }

    /// The title or name; the generated picture follows it.
    var name: String {
        get { shown.name }
        set {
            guard newValue != shown.name else { return }
            shown.name = newValue
            showPicture()
        }
    }

    /// The focusable widgets, by names that stay the same in every run.
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
    /// Counts the choices: only the last one is shown, whichever is loaded first.
    private var turn = 0

    /// - Parameters:
    ///   - shown: the picture's owner and current picture; the field's value is its `storedID`.
    ///   - onChange: called with the value after the user has changed it.
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

    /// Adds a picture to the library and sets it as the value, as if the user had chosen it.
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

    /// Sets the picture from the clipboard.
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

    /// The shown error; empty when there is none.
    var problemText: String { problem.text }

    /// Whether a picture is being loaded.
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
        // A picture that is still being loaded is no longer wanted.
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

/// The picture at the top of a book's or a character's editor.
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
    ///   - shown: the picture's owner, with the picture that came with it.
    ///   - initial: the initial value; nil when the editor is restored.
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

    /// Generates the picture from the text of a field.
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
