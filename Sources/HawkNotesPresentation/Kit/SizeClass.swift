/// The size of a window.
package enum SizeClass: Comparable {
    /// Under 760 px: the tabs are at the bottom.
    case compact
    /// Up to 860 px: one column.
    case regular
    /// Two columns.
    case wide
    /// From 1400 px: two columns with longer lines.
    case large

    package init(width: Int) {
        self =
            switch width {
            case ..<760: .compact
            case ..<860: .regular
            case ..<Self.largeWidth: .wide
            default: .large
            }
    }

    /// The minimum width of a large window, in pixels.
    package static let largeWidth = 1400

    /// Whether there are two columns.
    package var hasTwoColumns: Bool { self >= .wide }
}
