import Foundation

/// What is stored at one path.
enum SceneContent: Sendable {
    case value(RestorableValue)
    case text(EditedText)
    /// Written by another version; kept as it is, and written again.
    case unknown(JSONValue)
}

/// One change of a window, on its way to the disk.
enum SceneChange: Sendable {
    case value(path: String, RestorableValue?)
    case text(path: String, ChunkedText)
    case splice(path: String, TextEdit)
    /// Where the cursor of a text is, when the last edit did not leave it there.
    case selection(path: String, TextSelection)
    case title(String)
}

extension SceneChange {
    /// What it is about; `nil` when that is the window itself.
    var path: String? {
        switch self {
        case .value(let path, _), .text(let path, _), .splice(let path, _), .selection(let path, _):
            path
        case .title: nil
        }
    }

    /// How many bytes of text it is about; nothing for small values.
    var textSize: Int {
        switch self {
        case .text(_, let text): text.utf8Count
        case .splice(_, let edit): edit.byteCount
        case .value, .selection, .title: 0
        }
    }
}

extension SceneContent {
    /// The text, also when it was stored as a value; `nil` when it is something else.
    var text: EditedText? {
        switch self {
        case .text(let text): text
        case .value(.string(let string)): EditedText(ChunkedText(string))
        case .value, .unknown: nil
        }
    }

    /// Whether all that is left is what undoing could bring back; as a value it counts as nothing.
    var isEmptiedText: Bool {
        if case .text(let text) = self { text.isEmpty } else { false }
    }

    /// About how many bytes it takes, when it is a small value and not a text.
    var smallSize: Int {
        switch self {
        case .value(.string(let value)): value.utf8.count
        case .value(.data(let value)): value.count
        case .value(.url(let value)): value.absoluteString.utf8.count
        case .value: 8
        case .text, .unknown: 0
        }
    }

    /// The text, when it is a long one.
    var longText: ChunkedText? { if case .text(let text) = self { text.text } else { nil } }
}

extension [String: SceneContent] {
    /// As much of a first line as fits in a list, in characters.
    private static let lengthOfBeginning = 80

    /// The first lines of the long texts, the longest text first, as far as each fits in a list. Costs the
    /// same for texts of any length.
    var beginningsOfTexts: [SceneSummary.Text] {
        let texts = sorted { $0.key < $1.key }.compactMap { path, content in
            content.longText.map { (path: path, text: $0) }
        }
        return texts.filter { !$0.text.isEmpty }
            .sorted { $0.text.scalarCount > $1.text.scalarCount }
            .map { path, text in
                SceneSummary.Text(
                    path: path,
                    beginning: text.firstLine(ofLength: Self.lengthOfBeginning)
                )
            }
    }

    /// The beginning of the longest text that belongs to the title: a title names one page of a window, and
    /// must not stand beside a text of another. Empty when there is none.
    var beginningOfText: String {
        guard case .value(.string(let scope))? = self[RestorationScene.titleScopeKey] else {
            return beginningsOfTexts.first?.beginning ?? ""
        }
        let prefix = RestorationScope.prefix(ofPathsIn: scope)
        return filter { $0.key.hasPrefix(prefix) }.beginningsOfTexts.first?.beginning ?? ""
    }
}

// MARK: - Changes

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

/// A small value as it is stored: the types that a state file can hold.
public enum RestorableValue: Codable, Hashable, Sendable {
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A short text.
    case string(String)
    /// A location.
    case url(URL)
    /// Bytes.
    case data(Data)
    /// A point in time.
    case date(Date)
}
