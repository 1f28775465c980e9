import GTKBridge

extension Window {
    /// Takes over light or dark, and more or less contrast: what the style sheet has rules of its own for.
    func showAppearance() { showAppearance(of: self) }

    /// The same for a window that is not on the screen yet, from one that is.
    func showAppearance(of other: Widget) {
        setClass("dark", Style.isDark(other))
        setClass("high-contrast", Style.hasHighContrast(other))
    }
}
