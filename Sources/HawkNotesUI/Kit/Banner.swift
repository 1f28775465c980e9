import GTKBridge

/// A line under the header that stays until it is answered or no longer true.
@MainActor
final class Banner {
    let root: Revealer
    private let label = Label().wrapping().hexpand()
    private let button = Button("", "flat")
    private let bar: Box
    private var waiting: [Message] = []

    /// What a banner says and what can be done about it.
    struct Message {
        /// What a message is about, so that it can be taken back.
        struct Topic: Hashable {
            private let name: String

            init(_ name: String) { self.name = name }
        }

        /// Nil for one that stays until it is answered.
        var topic: Topic?
        var text: String
        var action: Toast.Action?
        var weight = Weight.normal

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
        let dismiss = Button(
            icon: "window-close-symbolic",
            name: localized("Dismiss"),
            "flat",
            "circular"
        )
        let bar = Box(.horizontal, spacing: 12, role: .alert)
            .append(label, button.valign(.center), dismiss.valign(.center)).classes("banner")
        self.bar = bar
        root = Revealer(bar, transition: .slideDown)
        button.onClicked { [weak self] in
            self?.waiting.first?.action?.perform()
            self?.next()
        }
        dismiss.onClicked { [weak self] in self?.next() }
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

    private func next() {
        if !waiting.isEmpty { waiting.removeFirst() }
        present()
    }

    private func present() {
        guard let message = waiting.first else {
            root.isRevealed = false
            return
        }
        label.text = message.text
        bar.setClass("quiet", message.weight == .quiet)
        button.visible(message.action != nil)
        if let action = message.action { button.setLabel(action.title) }
        root.isRevealed = true
    }
}
