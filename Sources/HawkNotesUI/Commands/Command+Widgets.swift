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

    /// What can be read, and is not done.
    convenience init(_ command: Command, state: BusValue) { self.init(command.name, state: state) }
}

extension Menu {
    /// Adds an item for a command, with its title.
    @discardableResult
    func item(_ command: Command, target: String? = nil) -> Self {
        item(command.title, command, target: target)
    }

    /// Adds an item for a command with another text than its title.
    @discardableResult
    func item(_ text: String, _ command: Command, target: String? = nil) -> Self {
        item(text, action: command.rawValue, target: target)
    }
}

extension Button {
    /// Lets a click do a command.
    @discardableResult
    func action(_ command: Command) -> Self { action(command.rawValue) }
}

extension Command {
    /// Whether this is one of the keys that a page, a row or a field takes for it.
    func hasKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
        Self.ownKeys[self]?.contains { $0.matches(key, modifiers) } == true
    }

    /// Read once: every key that is pressed is compared with them.
    private static let ownKeys = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.entry.keys.compactMap { Accelerator($0) }) }
    )
}

extension Window {
    /// Does a command that this window or the program has.
    func activate(_ command: Command) { activateAction(command.rawValue) }
}

extension Key {
    /// Whether pressing it with these held opens the menu of what has the focus, as everywhere.
    func opensMenu(_ modifiers: Modifiers) -> Bool {
        switch (self, modifiers) {
        case (Key("Menu"), []), (Key("F10"), .shift): true
        default: false
        }
    }
}
