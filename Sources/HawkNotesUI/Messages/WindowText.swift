import GTKBridge

/// What windows are called in lists.
enum WindowText {
    /// A window's title; words in its place when it has none.
    static func name(_ title: String) -> String {
        title.isEmpty ? localized("Window without a title") : title
    }
}
