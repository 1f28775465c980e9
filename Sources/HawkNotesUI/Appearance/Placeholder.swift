import GTKBridge

/// What stands in the place of a picture that there is none of.
@MainActor
enum Placeholder {
    /// - Parameters:
    ///   - icon: what the picture would be of.
    ///   - width: in pixels, as `height`.
    static func make(icon: String, width: Int, height: Int) -> Widget {
        Box(.vertical)
            .append(Image(icon: icon, size: min(width, height) / 2).valign(.center).vexpand())
            .sizeRequest(width: width, height: height)
            .halign(.center).valign(.center).vexpand(false).classes("placeholder")
    }
}
