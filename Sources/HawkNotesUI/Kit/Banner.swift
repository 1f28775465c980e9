import GTKBridge
import HawkNotesPresentation
import Phrases

/// A line under the header that stays until it is answered or no longer true.
///
/// What is to be seen first moves the page down; good news lie over its upper edge, and leave everything
/// where it is.
@MainActor
final class Banner {
    /// Above the page.
    var root: Revealer { above.root }
    /// Over the page.
    var overlay: Revealer { over.root }
    private let above = BannerBar()
    private let over = BannerBar()
    private var waiting: [Message] = []
    private var width = 0
    /// Whether good news may lie over the page; not where its own buttons are at that edge.
    var mayCoverPage = true {
        didSet { if mayCoverPage != oldValue { present() } }
    }

    /// What a banner says and what can be done about it.
    struct Message {
        /// What a message is about, so that it can be taken back.
        struct Topic: Hashable {
            /// Drafts cannot be saved to disk.
            static let storage = Self(name: "storage")
            /// Another program has replaced the library's files.
            static let replacedLibrary = Self(name: "replaced library")
            /// Another machine is using the library, or the windows' state.
            static let otherMachine = Self(name: "other machine")
            /// Another program has replaced files with drafts.
            static let replacedFiles = Self(name: "replaced files")

            /// What the program is for, at the first start.
            static let welcome = Self(name: "welcome")

            private let name: String
        }

        /// Nil for one that stays until it is answered.
        var topic: Topic?
        var text: String
        var action: Toast.Action?
        /// What can be done instead.
        var otherAction: Toast.Action?
        var weight = Weight.normal
        /// Whether it may lie over the page's upper edge if it is good news; not what may stay for long.
        var mayCoverPage = true
        /// Called when it was answered or dismissed.
        var onAnswer: @MainActor () -> Void = {}

        /// Whether it can be put away without an answer.
        var canBeDismissed = true

        /// How much a message wants to be seen: one that weighs more comes before those that weigh less.
        enum Weight: Comparable {
            /// Good news; it looks so.
            case quiet
            case normal
            /// To be seen before what waits to be answered.
            case urgent
        }
    }

    init() {
        over.root.valign(.start)
        for bar in [above, over] {
            bar.onAct = { [weak self] in self?.answer(\.action) }
            bar.onActOtherwise = { [weak self] in self?.answer(\.otherAction) }
            bar.onDismiss = { [weak self] in self?.next() }
        }
    }

    /// In a narrow window, the buttons stand below the text.
    func arrange(forWidth width: Int) {
        guard width != self.width else { return }
        self.width = width
        let isNarrow = width < Self.leastLines * root.fontLineHeight
        for bar in [above, over] { bar.arrange(isNarrow: isNarrow) }
    }

    /// The width in heights of a line from which on a text has enough room beside its button.
    private static let leastLines = 27

    /// The one of both in which something is said, if anything is.
    var shown: Revealer { liesOverPage ? overlay : root }

    private var liesOverPage: Bool {
        guard let first = waiting.first else { return false }
        return mayCoverPage && first.mayCoverPage && first.weight == .quiet
    }

    /// Shows a message, after those of the same weight that are waiting to be answered; of urgent ones the
    /// last comes first.
    func show(_ message: Message) {
        let place = waiting.firstIndex {
            message.weight == .urgent ? true : $0.weight < message.weight
        }
        waiting.insert(message, at: place ?? waiting.endIndex)
        present()
    }

    /// Takes back what is no longer true.
    func withdraw(_ topic: Message.Topic) {
        waiting.removeAll { $0.topic == topic }
        present()
    }

    private func answer(_ action: KeyPath<Message, Toast.Action?>) {
        // First off, as its action may show another one.
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

    private func present() {
        let message = waiting.first
        above.show(liesOverPage ? nil : message)
        over.show(liesOverPage ? message : nil)
    }
}

/// What a banner's message looks like.
@MainActor
private final class BannerBar {
    let root: Revealer
    var onAct: @MainActor () -> Void = {}
    var onActOtherwise: @MainActor () -> Void = {}
    var onDismiss: @MainActor () -> Void = {}
    private let label = Label().wrapping().hexpand()
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
        // What is closed takes no clicks from the page below it.
        root.visible(false)
        root.onRevealed { [weak root] in
            if let root, !root.isRevealed { root.visible(false) }
        }
        buttons.append(button, otherButton)
        button.onClicked { [weak self] in self?.onAct() }
        otherButton.onClicked { [weak self] in self?.onActOtherwise() }
        dismiss.onClicked { [weak self] in self?.onDismiss() }
    }

    /// Puts the buttons below the text, or beside it.
    func arrange(isNarrow: Bool) {
        guard isNarrow != self.isNarrow else { return }
        self.isNarrow = isNarrow
        let focused = [button, otherButton].first { $0.containsFocus }
        buttons.removeFromBox()
        (isNarrow ? texts : side).append(buttons)
        for button in [button, otherButton] {
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
        bar.setClass("quiet", message.weight == .quiet)
        dismiss.visible(message.canBeDismissed)
        for (button, action) in [(button, message.action), (otherButton, message.otherAction)] {
            button.visible(action != nil)
            if let action { button.setLabel(action.title) }
        }
        root.visible(true)
        root.isRevealed = true
    }
}

extension Banner.Message {
    /// A line that offers a text for copying.
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
