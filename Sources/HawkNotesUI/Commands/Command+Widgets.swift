import GTKBridge
import HawkNotesPresentation

extension Action {
    /// An action for a command without a value.
    convenience init(_ command: Command, perform: @escaping @MainActor () -> Void) {
        self.init(command.name, perform: perform)
    }

    /// An action for a command that takes a string.
    convenience init(
        _ command: Command,
        performWithString: @escaping @MainActor (String) -> Void
    ) {
        self.init(command.name, performWithString: performWithString)
    }

    /// An action for a choice.
    convenience init(
        _ command: Command,
        choice: String,
        choose: @escaping @MainActor (String) -> Void
    ) {
        self.init(command.name, choice: choice, choose: choose)
    }

    /// An action for a switch.
    convenience init(
        _ command: Command,
        isOn: Bool,
        change: @escaping @MainActor (Bool) -> Void
    ) {
        self.init(command.name, isOn: isOn, change: change)
    }

    /// A state that can be read but not activated.
    convenience init(_ command: Command, state: BusValue) { self.init(command.name, state: state) }
}

extension Menu {
    /// Adds an item for a command, with its title.
    @discardableResult
    func item(_ command: Command, target: String? = nil) -> Self {
        item(command.title, command, target: target)
    }

    /// Adds an item for a command with a different title.
    @discardableResult
    func item(_ text: String, _ command: Command, target: String? = nil) -> Self {
        item(text, action: command.rawValue, target: target)
    }
}

extension Button {
    /// Makes a click activate a command.
    @discardableResult
    func action(_ command: Command) -> Self { action(command.rawValue) }
}

extension Command {
    /// Whether this is a key by which a page, a row or a field activates it.
    func hasKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
        Self.ownKeys[self]?.contains { $0.matches(key, modifiers) } == true
    }

    /// Parsed once: every pressed key is compared with them.
    private static let ownKeys = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.entry.keys.compactMap { Accelerator($0) }) }
    )
}

extension Window {
    /// Activates a command of this window or of the program.
    func activate(_ command: Command) { activateAction(command.rawValue) }
}

extension Key {
    /// Whether it is a menu key: with these modifiers, it opens the menu of the focused item.
    func opensMenu(_ modifiers: Modifiers) -> Bool {
        switch (self, modifiers) {
        case (Key("Menu"), []), (Key("F10"), .shift): true
        default: false
        }
    }
}
