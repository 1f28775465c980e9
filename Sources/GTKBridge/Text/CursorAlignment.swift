import CGTK

/// Aligns the cursor of a field whose text has no letters yet with the start of the line in the
/// program's language, like a placeholder.
///
/// GTK aligns it by the keyboard's language: with a Latin layout that is the left, even if
/// everything else is mirrored. Letters are then aligned by their own direction.
@MainActor
final class CursorAlignment {
    /// Longer texts are not looked at, in Unicode scalars.
    static let longest = 40

    private let field: UnsafeMutablePointer<GtkWidget>
    private let text: @MainActor () -> String?
    private let turn: @MainActor (Bool) -> Void
    private var keyboardChanges: SignalConnection?

    /// - Parameters:
    ///   - field: owns this.
    ///   - text: nil if it is long.
    ///   - turn: called with whether lines of a field with the focus are aligned to the side where they would end.
    init(
        in field: Object,
        text: @escaping @MainActor () -> String?,
        turn: @escaping @MainActor (Bool) -> Void
    ) {
        self.field = field.cast()
        self.text = text
        self.turn = turn
        field.onNotify("has-focus") { [weak self] in self?.followKeyboard() }
        update()
    }

    /// Call it after every change of the text.
    func update() {
        let isMirrored = gtk_widget_get_direction(field) == GTK_TEXT_DIR_RTL
        let isKeyboardMirrored =
            keyboard.map { gdk_device_get_direction($0) == PANGO_DIRECTION_RTL } ?? false
        turn(isMirrored != isKeyboardMirrored && hasNoDirection)
    }

    private var hasNoDirection: Bool {
        guard let text = text(), !text.contains(where: \.isNewline) else { return false }
        return pango_find_base_dir(text, -1) == PANGO_DIRECTION_NEUTRAL
    }

    private func followKeyboard() {
        keyboardChanges?.disconnect()
        keyboardChanges = nil
        if gtk_widget_has_focus(field) != 0, let keyboard {
            let device = Object(borrowing: UnsafeMutableRawPointer(keyboard))
            keyboardChanges = device.onNotify("direction") { [weak self] in self?.update() }
        }
        update()
    }

    private var keyboard: OpaquePointer? {
        gdk_display_get_default_seat(gtk_widget_get_display(field))
            .flatMap { gdk_seat_get_keyboard($0) }
    }
}
