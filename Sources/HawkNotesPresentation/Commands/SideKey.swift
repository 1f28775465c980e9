import Phrases

/// The keys that lead back and forward: arrows to the side where that is in the user's language.
package enum SideKey {
    /// In GTK's spelling.
    package static var back: String { TextDirection.isRightToLeft ? "<Alt>Right" : "<Alt>Left" }
    /// In GTK's spelling.
    package static var forward: String { TextDirection.isRightToLeft ? "<Alt>Left" : "<Alt>Right" }
}
