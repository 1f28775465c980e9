import GTKBridge
import HawkNotesPresentation
import Phrases

/// A message below the header bar that stays until it is answered or no longer true. It moves the
/// page down.
@MainActor
final class Banner {
    var root: Revealer { bar.root }
    private let bar = BannerBar()
    private var waiting: [Message] = []
    private var width = 0

    /// The content and actions of a banner.
    struct Message {
        /// The topic of a message, by which it can be withdrawn.
        struct Topic: Hashable {
            /// Drafts cannot be saved to disk.
            static let storage = Self(name: "storage")
            /// Another program has replaced the library's files.
            static let replacedLibrary = Self(name: "replaced library")
            /// Another machine is using the library, or the windows' state.
            static let otherMachine = Self(name: "other machine")
            /// Another program has replaced files with drafts.
            static let replacedFiles = Self(name: "replaced files")

            /// The last backup is old, or its folder is not available.
            static let backup = Self(name: "backup")

            /// The welcome message of the first start.
            static let welcome = Self(name: "welcome")

            /// A draft of the window has no page.
            static func draft(at path: String) -> Self { Self(name: "draft " + path) }

            private let name: String
        }

        /// Nil for a message that stays until it is answered.
        var topic: Topic?
        var text: String
        /// An action that comes before the others.
        var leadingAction: Toast.Action?
        var action: Toast.Action?
        /// An alternative action.
        var otherAction: Toast.Action?
        var weight = Weight.normal
        /// Called after it was answered or dismissed.
        var onAnswer: @MainActor () -> Void = {}

        /// Whether it can be dismissed without an answer.
        var canBeDismissed = true

        /// The importance of a message: more important ones are shown first.
        enum Weight: Comparable {
            /// What the user may do; everything that has happened comes before it.
            case invitation
            /// Good news, styled as such, like an invitation.
            case quiet
            case normal
            /// Shown before messages that wait to be answered.
            case urgent
        }
    }

    init() {
        bar.onActFirst = { [weak self] in self?.answer(\.leadingAction) }
        bar.onAct = { [weak self] in self?.answer(\.action) }
        bar.onActOtherwise = { [weak self] in self?.answer(\.otherAction) }
        bar.onDismiss = { [weak self] in self?.next() }
    }

    /// In a narrow window, the buttons are below the text.
    func arrange(forWidth width: Int) {
        guard width != self.width else { return }
        self.width = width
        bar.arrange(isNarrow: width < Self.leastLines * root.fontLineHeight)
    }

    /// The width from which on a text has enough room beside its button, in line heights.
    private static let leastLines = 27

    /// Shows a message, after waiting ones of the same weight; of urgent ones the newest comes
    /// first.
    func show(_ message: Message) {
        let place = waiting.firstIndex {
            message.weight == .urgent ? true : $0.weight < message.weight
        }
        waiting.insert(message, at: place ?? waiting.endIndex)
        present()
    }

    /// Withdraws a message that is no longer true.
    func withdraw(_ topic: Message.Topic) {
        waiting.removeAll { $0.topic == topic }
        present()
    }

    private func answer(_ action: KeyPath<Message, Toast.Action?>) {
        // Removed first, as its action may show another one.
        guard let message = waiting.first else { return }
        waiting.removeFirst()
        message[keyPath: action]?.perform()
        present()
        message.onAnswer()
    }

    private func next() {
        let answered = waiting.isEmpty ? nil : waiting.removeFirst()
        present()
        answered?.onAnswer()
    }

    private func present() { bar.show(waiting.first) }
}

/// The widgets of a message.
@MainActor
private final class BannerBar {
    let root: Revealer
    var onActFirst: @MainActor () -> Void = {}
    var onAct: @MainActor () -> Void = {}
    var onActOtherwise: @MainActor () -> Void = {}
    var onDismiss: @MainActor () -> Void = {}
    private let label = Label().wrapping().hexpand()
    private let leadingButton = Button("", "flat")
    private let button = Button("", "flat")
    private let otherButton = Button("", "flat")
    private let texts = Box(.vertical).hexpand()
    private let side = Box(.horizontal)
    private let buttons = WrapBox(spacing: 6)
    private let dismiss = Button(
        icon: "window-close-symbolic",
        name: localized("Dismiss"),
        "flat",
        "circular"
    )
    private let bar: Box
    private var isNarrow: Bool?

    init() {
        let bar = Box(.horizontal, spacing: 12, role: .alert)
            .append(texts.append(label).valign(.center), side.valign(.center), dismiss)
            .classes("banner")
        self.bar = bar
        root = Revealer(bar, transition: .slideDown)
        arrange(isNarrow: false)
        // A closed banner must not take clicks from the page below.
        root.visible(false)
        root.onRevealed { [weak root] in
            if let root, !root.isRevealed { root.visible(false) }
        }
        buttons.append(leadingButton, button, otherButton)
        leadingButton.onClicked { [weak self] in self?.onActFirst() }
        button.onClicked { [weak self] in self?.onAct() }
        otherButton.onClicked { [weak self] in self?.onActOtherwise() }
        dismiss.onClicked { [weak self] in self?.onDismiss() }
    }

    /// Places the buttons below or beside the text.
    func arrange(isNarrow: Bool) {
        guard isNarrow != self.isNarrow else { return }
        self.isNarrow = isNarrow
        let focused = [leadingButton, button, otherButton].first { $0.containsFocus }
        buttons.removeFromBox()
        (isNarrow ? texts : side).append(buttons)
        for button in [leadingButton, button, otherButton] {
            for name in ["pill", "in-line"] { button.setClass(name, isNarrow) }
        }
        focused?.grabFocus()
        side.visible(!isNarrow)
        dismiss.valign(isNarrow ? .start : .center)
    }

    func show(_ message: Banner.Message?) {
        guard let message else {
            root.isRevealed = false
            return
        }
        if label.text != message.text || !root.isRevealed {
            bar.accessibleLabel(message.text).announce(message.text)
        }
        label.text = message.text
        bar.setClass("quiet", message.weight <= .quiet)
        dismiss.visible(message.canBeDismissed)
        for (button, action) in [
            (leadingButton, message.leadingAction), (button, message.action),
            (otherButton, message.otherAction),
        ] {
            button.visible(action != nil)
            if let action { button.setLabel(action.title) }
        }
        root.visible(true)
        root.isRevealed = true
    }
}

extension Banner.Message {
    /// A message that offers a text for copying.
    ///
    /// - Parameter didCopy: called when it was copied.
    @MainActor
    static func offer(
        _ text: String,
        _ words: String,
        didCopy: @escaping @MainActor () -> Void
    ) -> Banner.Message {
        Banner.Message(
            text: words,
            action: .init(title: localized("Copy Text")) {
                Desktop.copy(text)
                didCopy()
            }
        )
    }
}
