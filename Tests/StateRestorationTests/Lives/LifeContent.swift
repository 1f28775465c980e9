import Foundation

@testable import StateRestoration

/// What a window holds, down to the byte: to Swift an “é” is equal to an “e” with an accent.
struct LifeContent: Equatable {
    struct Edit: Equatable {
        var offset: Int
        var removed: [UInt8]
        var inserted: [UInt8]
    }

    struct Text: Equatable {
        var bytes: [UInt8]
        var history: [Edit] = []
    }

    var title = ""
    var values: [String: RestorableValue] = [:]
    var texts: [String: Text] = [:]

    init() {}

    init(title: String, _ contents: [String: SceneContent]) {
        self.title = title
        for (path, content) in contents {
            switch content {
            case .value(let value): values[path] = value
            case .text(let text):
                texts[path] = Text(
                    bytes: Array(text.string.utf8),
                    history: text.history.edits.map {
                        Edit(
                            offset: $0.offset,
                            removed: Array($0.removed.utf8),
                            inserted: Array($0.inserted.utf8)
                        )
                    }
                )
            case .unknown: values[path] = .string("of an unknown form")
            }
        }
    }

    /// Whether there is nothing that does not count as a bare window.
    var isBare: Bool { texts.values.allSatisfy(\.bytes.isEmpty) }
}

extension LifeContent.Text {
    /// The texts through which the history leads, from the one before it to this one; `nil` when it
    /// does not fit.
    var steps: [[UInt8]]? {
        var steps = [bytes]
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        for edit in history.reversed() {
            let inserted = Array(String(decoding: edit.inserted, as: UTF8.self).unicodeScalars)
            let end = edit.offset + inserted.count
            guard edit.offset >= 0, end <= scalars.count,
                Array(scalars[edit.offset..<end]) == inserted
            else { return nil }
            let removed = String(decoding: edit.removed, as: UTF8.self).unicodeScalars
            scalars.replaceSubrange(edit.offset..<end, with: removed)
            steps.append(Array(String(String.UnicodeScalarView(scalars)).utf8))
        }
        return steps.reversed()
    }
}

extension LifeContent: CustomStringConvertible {
    var description: String {
        let texts = texts.sorted { $0.key < $1.key }.map { path, text in
            let string = String(decoding: text.bytes.prefix(60), as: UTF8.self)
            return "\(path): \(string.debugDescription) (\(text.bytes.count), "
                + "\(text.history.count) edits)"
        }
        let values = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "“\(title)” [\((texts + values).joined(separator: ", "))]"
    }
}
