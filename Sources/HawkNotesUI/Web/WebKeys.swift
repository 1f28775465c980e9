import GTKBridge

extension WebBar.Command {
    /// What a key means on a web page, wherever in the window the focus is; nil for any other key.
    @MainActor
    init?(_ key: Key, _ modifiers: Modifiers) {
        guard let known = Self.keys.first(where: { $0.key == key && $0.held == modifiers }) else {
            return nil
        }
        self = known.command
    }

    @MainActor
    private static let keys: [(key: Key, held: Modifiers, command: Self)] = [
        (Key("f"), .control, .find),
        (Key("F5"), [], .reload),
        (Key("r"), .control, .reload),
        (Key("plus"), .control, .zoomIn),
        (Key("plus"), [.control, .shift], .zoomIn),
        (Key("equal"), .control, .zoomIn),
        (Key("KP_Add"), .control, .zoomIn),
        (Key("minus"), .control, .zoomOut),
        (Key("KP_Subtract"), .control, .zoomOut),
        (Key("0"), .control, .resetZoom),
        (Key("KP_0"), .control, .resetZoom),
        (Key("Right"), .alt, .next),
        (Key("g"), .control, .findNext),
        (Key("g"), [.control, .shift], .findPrevious),
    ]
}
