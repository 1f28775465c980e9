import Foundation

/// What is known of the previous session, to tell which of its windows are open.
struct PreviousSession {
    /// The paths of the texts in its windows; `nil` as long as nobody has looked.
    private(set) var texts: [SceneIdentifier: Set<String>]?
    /// The windows of which open ones are copies.
    private var originals: [SceneIdentifier: SceneIdentifier] = [:]
    /// The texts of this run's windows of which something was taken away.
    private var shortened: [SceneIdentifier: Set<String>] = [:]

    /// Takes note of the windows that the previous session has.
    mutating func look(at windows: [LoadedSession.Window]) {
        texts = Dictionary(
            windows.map { ($0.id, Set($0.state.texts.map(\.path))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Takes note of a window that was made as a copy of another one.
    mutating func add(copy: SceneIdentifier, of original: SceneIdentifier) {
        originals[copy] = original
    }

    /// Whether something was taken away of a text in this run.
    func isShortened(_ path: String, of id: SceneIdentifier) -> Bool {
        shortened[id]?.contains(path) ?? false
    }

    /// Takes note of a text of which something is taken away.
    mutating func addShortened(_ path: String, of id: SceneIdentifier) {
        shortened[id, default: []].insert(path)
    }

    /// The window itself, or the one of which it is a copy.
    func original(of id: SceneIdentifier) -> SceneIdentifier { originals[id] ?? id }

    /// Whether any of the windows is not open, or may no longer have all of its texts. Costs no look at
    /// any text.
    func hasMore(than open: [SceneIdentifier]) -> Bool {
        guard let texts else { return true }
        let whole = open.filter { id in
            texts[original(of: id)]?.isDisjoint(with: shortened[id] ?? []) ?? false
        }
        return !Set(texts.keys).isSubset(of: whole.map(original))
    }
}

extension SceneChange {
    /// The path of what may be a text from which something is taken away.
    var shortenedText: String? {
        switch self {
        case .splice(let path, let edit): edit.removed.isEmpty ? nil : path
        case .text(let path, _), .value(let path, nil): path
        case .value, .selection, .title: nil
        }
    }
}

extension WindowState {
    /// The long texts that are not empty.
    var texts: [(path: String, text: String)] {
        contents.compactMap { path, content in
            content.longText.flatMap { $0.isEmpty ? nil : (path, $0.string) }
        }
    }
}

extension RestorationScene {
    /// Whether all that stood in the texts still stands there, in the same order; what was typed between
    /// does not matter.
    func stillHas(_ texts: [(path: String, text: String)]) -> Bool {
        texts.allSatisfy { path, text in
            var rest = (contents[path]?.longText?.string ?? "").utf8[...]
            for byte in text.utf8 {
                guard let index = rest.firstIndex(of: byte) else { return false }
                rest = rest[rest.index(after: index)...]
            }
            return true
        }
    }
}
