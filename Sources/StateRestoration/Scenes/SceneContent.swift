import Foundation

/// The content of one path.
enum SceneContent: Sendable {
    case value(RestorableValue)
    case text(EditedText)
    /// Written by another version; kept unchanged, and written again.
    case unknown(JSONValue)
}

/// One change of a window, to be written to the disk.
enum SceneChange: Sendable {
    case value(path: String, RestorableValue?)
    case text(path: String, ChunkedText)
    case splice(path: String, TextEdit)
    /// The cursor of a text, unless the last edit left it there.
    case selection(path: String, TextSelection)
    case title(String)
}

extension SceneChange {
    /// The changed path; `nil` for the window itself.
    var path: String? {
        switch self {
        case .value(let path, _), .text(let path, _), .splice(let path, _), .selection(let path, _):
            path
        case .title: nil
        }
    }

    /// The size of the change's text in bytes; 0 for small values.
    var textSize: Int {
        switch self {
        case .text(_, let text): text.utf8Count
        case .splice(_, let edit): edit.byteCount
        case .value, .selection, .title: 0
        }
    }
}

extension SceneContent {
    /// The text, including one stored as a value; `nil` for other content.
    var text: EditedText? {
        switch self {
        case .text(let text): text
        case .value(.string(let string)): EditedText(ChunkedText(string))
        case .value, .unknown: nil
        }
    }

    /// Whether only undo history is left; as a value it counts as nothing.
    var isEmptiedText: Bool {
        if case .text(let text) = self { text.isEmpty } else { false }
    }

    /// The approximate size of a small value in bytes; not of a text.
    var smallSize: Int {
        switch self {
        case .value(.string(let value)): value.utf8.count
        case .value(.data(let value)): value.count
        case .value(.url(let value)): value.absoluteString.utf8.count
        case .value: 8
        case .text, .unknown: 0
        }
    }

    /// The text, if it is a long one.
    var longText: ChunkedText? { if case .text(let text) = self { text.text } else { nil } }
}

extension [String: SceneContent] {
    /// The maximum length of a first line in a list, in characters.
    private static let lengthOfBeginning = 80

    /// The first lines of the long texts, the longest text first, each cut to fit in a list. The
    /// cost does not depend on the length of the texts.
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

    /// The beginning of the longest text that belongs to the title: a title names one page of a
    /// window, and must not appear beside a text of another. Empty when there is none.
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
    /// Applies a change to a window's stored contents, by path.
    ///
    /// The scene, the writer and the reader of files use only this function: it guarantees that the
    /// restored contents equal the stored ones. A title is not part of the contents.
    ///
    /// - Returns: The edit that was made, clamped to its text.
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

    /// Changes a text, and removes it when nothing is left of it.
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

/// A small value as stored: the types that a state file supports.
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
