/// The style rules for the size of what people write.
package enum NoteTextSheet {
    /// Notes, the fields in which they are written, and nothing else.
    ///
    /// - Parameter size: in percent of the text around.
    package static func rules(size: Int) -> String {
        // At its natural size text is laid out as if there were no rule at all.
        guard size != 100 else { return "" }
        return ".note-text, textview.composer, .composer-placeholder { font-size: \(size)%; }\n"
    }
}
