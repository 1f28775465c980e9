import Foundation

/// All that a state file says about one window.
struct WindowState: Sendable {
    /// The format, and the program that wrote it.
    var format = StateLine.format
    var writer = ""
    /// The window that the file names as its own, where it does.
    var window: SceneIdentifier?
    var title = ""
    /// When the window was closed, should it have been.
    var closingDate: Date?
    /// What is stored, by path.
    var contents: [String: SceneContent] = [:]
    /// Members of the header that this version does not know; written again.
    var unknownHeader: [JSONValue.Member] = []
    /// Records that this version does not know; written again.
    var unknownRecords: [[JSONValue.Member]] = []
    /// The number of the next record; it goes on through every rewriting of the file, so that of
    /// two copies the later one can be told.
    var nextSequence = 0

    /// Applies a change as the owner of the value made it.
    mutating func apply(_ change: SceneChange) {
        switch change {
        case .value(let path, let value): contents[path] = value.map(SceneContent.value)
        case .text(let path, let text): contents[path] = .text(EditedText(text))
        case .splice(let path, let edit):
            let count = edit.removed.unicodeScalars.count
            guard let index = contents.index(forKey: path) else {
                var text = EditedText()
                text.replace(offset: edit.offset, count: count, with: edit.inserted)
                if !text.isForgotten { contents[path] = .text(text) }
                return
            }
            var text = contents.values[index].text ?? EditedText()
            // Out of the dictionary while it is edited: otherwise the edit copies the text.
            contents.values[index] = .unknown(.null)
            text.replace(offset: edit.offset, count: count, with: edit.inserted)
            if text.isForgotten {
                contents.remove(at: index)
            } else {
                contents.values[index] = .text(text)
            }
        case .selection(let path, let selection):
            guard case .text(var text) = contents[path] else { return }
            // Out of the dictionary while it is changed: otherwise that copies the text.
            contents[path] = .unknown(.null)
            text.select(selection)
            contents[path] = .text(text)
        case .title(let title): self.title = title
        }
    }
}
