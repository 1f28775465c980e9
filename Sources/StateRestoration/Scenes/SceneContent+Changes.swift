extension [String: SceneContent] {
    /// Makes a change to what is stored in a window, by path.
    ///
    /// The scene, the writer and the reader of files do it by this alone: what comes back is what
    /// was there. A title is none of the contents.
    ///
    /// - Returns: What an edit came to, clamped to its text.
    @discardableResult
    mutating func apply(_ change: SceneChange) -> TextEdit? {
        switch change {
        case .value(let path, let value): self[path] = value.map(SceneContent.value)
        case .text(let path, let text): self[path] = .text(EditedText(text))
        case .splice(let path, let edit):
            let count = edit.removed.unicodeScalars.count
            return changeText(path) { text in
                text.replace(offset: edit.offset, count: count, with: edit.inserted)
            }
        case .selection(let path, let selection):
            guard case .text? = self[path] else { break }
            changeText(path) { $0.select(selection) }
        case .title: break
        }
        return nil
    }

    /// Changes a text, which is forgotten when there is nothing left of it.
    private mutating func changeText<Result>(
        _ path: String,
        _ body: (inout EditedText) -> Result
    ) -> Result {
        guard let index = index(forKey: path) else {
            var text = EditedText()
            defer { if !text.isForgotten { self[path] = .text(text) } }
            return body(&text)
        }
        var text = values[index].text ?? EditedText()
        // Out of the dictionary while it is edited: otherwise the edit copies the text.
        values[index] = .unknown(.null)
        defer {
            if text.isForgotten {
                remove(at: index)
            } else {
                values[index] = .text(text)
            }
        }
        return body(&text)
    }
}
