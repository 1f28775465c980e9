import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// The content of a dialog.
@MainActor
protocol DialogContent: AnyObject {
    /// The title of the dialog.
    var title: String { get }
    /// The widget below the header bar.
    var root: Widget { get }
    /// The widget in the middle of the header bar, or below the bar in a narrow dialog; nil for the
    /// title.
    var headerWidget: Widget? { get }
    /// The widget below the root that is always visible, mostly a `DialogFoot`; nil for none.
    var foot: Widget? { get }
    /// The lists of rows in the root.
    var lists: [PartList] { get }
    /// The initial width of the dialog, and the height of content without a natural height, in
    /// pixels.
    var size: (width: Int, height: Int) { get }
    /// Whether the dialog is as high as its content, as far as there is room.
    var isAsHighAsContent: Bool { get }
    /// Whether the content has pages of different heights; the window does not shrink for lower
    /// ones.
    var hasPages: Bool { get }
    /// The focusable widgets, by names that stay the same in every run. The first one gets the
    /// focus initially.
    var focusable: [(name: String, widget: Widget)] { get }
    /// Focuses the element with this name, as soon as it exists.
    ///
    /// - Returns: false when it is one of `focusable`, or unknown.
    func focus(_ name: String) -> Bool
    /// Goes back one level within the dialog, as Escape does.
    ///
    /// - Returns: false when only the dialog itself remains to be closed.
    func leaveInnermost() -> Bool
    /// Called when the user closes the dialog, before its stored state is removed.
    func willDismiss()
    /// Releases all keys of the window's state; stored values stay.
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

/// A dialog that is restored if the program ends while it is open.
///
/// Its scope stores that it is open, and its focus; its content stores its values below the same
/// scope. All of that is removed when the user closes the dialog.
@MainActor
final class Dialog {
    let window: Window
    let content: any DialogContent
    /// Called after the user has closed it.
    var onDismiss: @MainActor () -> Void = {}

    private let frame: DialogFrame
    private weak var parent: Window?
    private let scope: RestorationScope
    private let focus: SceneStorage<String>
    /// Whether the focus has been restored, so that a new one may be stored.
    private var isFocusRestored = false
    private var isClosed = false

    /// - Parameters:
    ///   - kind: its restoration class.
    ///   - scope: stores that the dialog is open; contains nothing else.
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
        // GTK's own title has a single line.
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

    /// The preferred width, or the width that large text in the header bar needs, with room for the
    /// window's buttons beside the title.
    private static func width(_ content: any DialogContent) -> Int {
        let header = content.headerWidget?.naturalWidth ?? 0
        return max(content.size.width, header + 2 * headerButtonsWidth)
    }

    private static let headerButtonsWidth = 60

    func present() { window.present() }

    /// Shows it for the first time, in front or with a window in the background.
    func comeUp(inBackground: Bool) { window.comeUp(inBackground: inBackground) }

    /// Closes it as its close button does.
    func dismiss() {
        guard !isClosed else { return }
        // Once it is closed, a window manager activates the window that was opened last.
        if window.isActive { parent?.present() }
        content.willDismiss()
        release()
        scope.removeStoredValues()
        onDismiss()
        window.destroy()
    }

    /// Closes it with its parent; it is restored together with the parent.
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
        // The capture phase comes before a search field handles the key itself.
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
            // It may appear later.
        } else if let entry = focused?.widget as? Entry {
            // Otherwise the next key would replace the entry's text.
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
