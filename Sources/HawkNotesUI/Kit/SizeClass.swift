/// How much room a window has.
enum SizeClass: Comparable {
    /// Under 640 px: the tabs are at the bottom.
    case compact
    /// Up to 860 px: one column.
    case regular
    /// Two columns.
    case wide

    init(width: Int) {
        self = width < 640 ? .compact : width < 860 ? .regular : .wide
    }
}
