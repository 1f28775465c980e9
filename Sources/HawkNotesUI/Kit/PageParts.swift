import GTKBridge

/// The parts that pages have in common.
@MainActor
enum PageParts {
    /// The width beyond which lines become hard to read, in pixels.
    static let measure = 640

    /// A heading over a section.
    static func heading(_ text: String) -> Label {
        Label(text, "title-4", "section-heading", role: .heading(level: 2)).halign(.start)
    }
}
