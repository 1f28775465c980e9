import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// What is shown in a dialog.
@MainActor
protocol DialogContent: AnyObject {
    /// What the dialog is called.
    var title: String { get }
    /// What is shown below the header bar.
    var root: Widget { get }
    /// What stands in the middle of the header bar, or below it in a narrow dialog; nil for the title.
    var headerWidget: Widget? { get }
    /// What stands below that and is always in sight, mostly a `DialogFoot`; nil where there is nothing.
    var foot: Widget? { get }
    /// The lists of rows in the root.
    var lists: [PartList] { get }
    /// The width that the dialog has at first, and the height of what has none of its own, in pixels.
    var size: (width: Int, height: Int) { get }
    /// Whether the dialog is as high as what it shows, as far as there is room.
    var isAsHighAsContent: Bool { get }
    /// Whether the content has pages of different heights, none of which makes the window lower.
    var hasPages: Bool { get }
    /// What can have the focus, by a name that holds at the next launch. The first one has it at first.
    var focusable: [(name: String, widget: Widget)] { get }
    /// Puts the focus on what has this name, as soon as it is there.
    ///
    /// - Returns: false when it is one of `focusable`, or nothing.
    func focus(_ name: String) -> Bool
    /// Leaves what the dialog shows in itself, as Escape does.
    ///
    /// - Returns: false when there is nothing to leave but the dialog.
    func leaveInnermost() -> Bool
    /// Called when a person closes the dialog, before what is kept of it goes.
    func willDismiss()
    /// Lets go of everything that is kept in the window's state; what is kept stays.
    func close()
}

extension DialogContent {
    var headerWidget: Widget? { nil }
    var foot: Widget? { nil }
    var lists: [PartList] { [] }
    var isAsHighAsContent: Bool { true }
    var hasPages: Bool { false }
    var focusable: [(name: String, widget: Widget)] { [] }

    func focus(_ name: String) -> Bool { false }

    func leaveInnermost() -> Bool { false }

    func willDismiss() {}

    func close() {}
}

/// A window over a window that is there again when the program ends while it is open.
///
/// It says in its scope that it is open, and what had the focus; what is typed in it is kept by its
/// content, below the same scope. When a person closes it, all of that is forgotten.
@MainActor
final class Dialog {
    let window: Window
    let content: any DialogContent
    /// Called when a person has closed it.
    var onDismiss: @MainActor () -> Void = {}

    private let frame: DialogFrame
    private weak var parent: Window?
    private let scope: RestorationScope
    private let focus: SceneStorage<String>
    /// Whether the restored focus is back, so that a new one may be kept.
    private var isFocusRestored = false
    private var isClosed = false

    /// - Parameters:
    ///   - kind: its restoration class.
    ///   - scope: where it is kept that it is open; nothing else is there.
    init(
        _ kind: DialogKind,
        _ content: any DialogContent,
        over parent: Window,
        in scope: RestorationScope
    ) {
        self.content = content
        self.scope = scope
        self.parent = parent
        focus = SceneStorage(.dialogFocus, in: scope)
        window = Window(transientFor: parent, isDialog: true)
        window.title = content.title
        let header = HeaderBar()
        // GTK's own has one line.
        let title = Label(content.title, "title").wrapping().ellipsizing().lines(3).centered()
        let isNarrow = DialogFrame.isNarrow(over: parent)
        header.setTitle(isNarrow ? title : content.headerWidget ?? title)
        var body = content.root
        if isNarrow, let widget = content.headerWidget {
            let below = widget.classes("below-header")
            body = Box(.vertical).append(below, content.root.vexpand())
        }
        frame = DialogFrame(
            DialogFrame.Parts(
                body: body,
                foot: content.foot,
                lists: content.lists,
                width: Self.width(content),
                height: content.isAsHighAsContent ? nil : content.size.height,
                hasPages: content.hasPages
            ),
            in: window,
            below: header,
            over: parent
        )
        window.showAppearance(of: parent)
        if scope.scene?.isPrivate == true { window.forgetTypingInFields() }
        scope.presentedClass = kind.restorationClass
        connect()
    }

    /// As it is wanted, or as wide as large text in the header bar needs it, with room for the buttons of the
    /// window beside what is in the middle.
    private static func width(_ content: any DialogContent) -> Int {
        let header = content.headerWidget?.naturalWidth ?? 0
        return max(content.size.width, header + 2 * headerButtonsWidth)
    }

    private static let headerButtonsWidth = 60

    func present() { window.present() }

    /// Puts it on the screen for the first time, in front or with a window in the background.
    func comeUp(inBackground: Bool) { window.comeUp(inBackground: inBackground) }

    /// Closes it as its close button does.
    func dismiss() {
        guard !isClosed else { return }
        // Asked after it has gone, a window manager gives the keyboard to the window opened last.
        if window.isActive { parent?.present() }
        content.willDismiss()
        release()
        scope.removeStoredValues()
        onDismiss()
        window.destroy()
    }

    /// Takes it away with its parent; it is back when that is.
    func close() {
        guard !isClosed else { return }
        release()
        window.destroy()
    }

    private func release() {
        isClosed = true
        content.close()
    }

    private func connect() {
        window.onCloseRequest { [weak self] in
            InputMethod.finishComposing()
            self?.dismiss()
            return true
        }
        // Before a search field takes the key for itself.
        window.onKey(phase: .capture) { [weak self] key, modifiers in
            guard let self, key == Key("Escape"), modifiers.isEmpty, window.hasFocusItself
            else { return false }
            if !content.leaveInnermost() { dismiss() }
            return true
        }
        window.onTouchChange { [weak window] in window?.setClass("touched", $0) }
        window.onMap { [weak self] in self?.restoreFocus() }
        window.onFocusChanged { [weak self] in self?.keepFocus() }
    }

    private func restoreFocus() {
        guard !isFocusRestored else { return }
        let name = focus.wrappedValue
        let focused = content.focusable.first { $0.name == name } ?? content.focusable.first
        if content.focus(name) {
            // It may come later.
        } else if let entry = focused?.widget as? Entry {
            // Or the next key would replace what was typed before.
            entry.grabFocusWithoutSelecting()
        } else if let focused {
            focused.widget.grabFocus()
        } else {
            content.root.focusFirst()
        }
        isFocusRestored = true
    }

    private func keepFocus() {
        guard isFocusRestored, !isClosed, let widget = window.focus else { return }
        let focused = content.focusable.first {
            $0.widget.isSame(as: widget) || widget.isDescendant(of: $0.widget)
        }
        if let focused { focus.wrappedValue = focused.name }
    }
}
