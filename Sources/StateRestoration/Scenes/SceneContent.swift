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
    case title(String)
}

extension SceneChange {
    /// How many bytes of text it is about; nothing for small values.
    var textSize: Int {
        switch self {
        case .text(_, let text): text.utf8Count
        case .splice(_, let edit): edit.byteCount
        case .value, .title: 0
        }
    }
}

extension SceneContent {
    /// Whether all that is left is what undoing could bring back; for whoever asks for values
    /// there is nothing then.
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

    /// How many Unicode scalars it has, when it is a long text.
    var textLength: Int {
        if case .text(let text) = self { text.scalarCount } else { 0 }
    }
}
