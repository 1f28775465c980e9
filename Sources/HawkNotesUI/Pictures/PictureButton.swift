import GTKBridge

/// A picture on a page that is shown large when it is pressed.
@MainActor
enum PictureButton {
    /// - Parameter name: what a screen reader says.
    static func make(
        _ picture: Picture,
        name: String,
        _ show: @escaping @MainActor () -> Void
    ) -> Button {
        // What is at a point is the button, for a screen reader too.
        picture.accessibleHidden().canTarget(false)
        let button = Button(picture, name: name, "flat", "picture-button")
        // Or what is pressed would be wider than the picture.
        button.halign(.center).valign(.start).cursor("zoom-in")
        return button.onClicked(show)
    }
}
