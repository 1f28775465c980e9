import GTKBridge

/// A line under the header that stays until it is answered or no longer true.
@MainActor
final class Banner {
    let root: Revealer
    private let label = Label().wrapping().hexpand()
    private let button = Button("", "flat")
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
        /// Whether it is to be seen before what waits to be answered.
        var isUrgent = false
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
        root = Revealer(bar, transition: .slideDown)
        button.onClicked { [weak self] in
            self?.waiting.first?.action?.perform()
            self?.next()
        }
        dismiss.onClicked { [weak self] in self?.next() }
    }

    /// Shows a message, after those that are waiting to be answered; one that is urgent comes first.
    func show(_ message: Message) {
        waiting.insert(message, at: message.isUrgent ? 0 : waiting.count)
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
        button.visible(message.action != nil)
        if let action = message.action { button.setLabel(action.title) }
        root.isRevealed = true
    }
}
