/// The style rules for the size of the user's text.
package enum NoteTextSheet {
    /// Applies to notes and the fields in which they are written, and to nothing else.
    ///
    /// - Parameter size: in percent of the surrounding text.
    package static func rules(size: Int) -> String {
        // At 100 %, text is laid out as if there were no rule.
        guard size != 100 else { return "" }
        return ".note-text, textview.composer, .composer-placeholder { font-size: \(size)%; }\n"
    }
}
