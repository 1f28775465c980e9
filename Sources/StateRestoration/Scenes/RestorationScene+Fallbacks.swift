import Foundation

// Values that are stored where an earlier owner left them.

extension RestorationScene {
    /// The path of a stored value that is used as long as nothing is stored at the path itself.
    func fallback(of path: String) -> String? {
        guard contents[path] == nil else { return nil }
        return fallbackPaths(path).first {
            $0 != path && contents[$0] != nil && !claims.isClaimed($0)
        }
    }

    /// The paths of the values that are used as those of a path and of the paths below it, sorted.
    func fallbacks(under path: String) -> [String] {
        guard !path.isEmpty else { return [] }
        // Former owners are those of a value.
        let probe = "/value"
        let prefixes = fallbackPaths(path + probe).filter { $0.hasSuffix(probe) }
            .map { $0.dropLast(probe.count - 1) }
        let below = prefixes.flatMap { prefix in
            contents.keys.filter { key in
                key.hasPrefix(prefix)
                    && fallback(of: path + "/" + key.dropFirst(prefix.count)) == key
            }
        }
        return Set(below + [fallback(of: path)].compactMap(\.self)).sorted()
    }

    /// Moves the value at a path's fallback to the path, with its undo history, before the value is
    /// changed.
    func adoptFallback(at path: String) {
        if let old = fallback(of: path) { moveValue(at: old, to: path) }
    }

    /// Moves the values below a path to another one, with the undo history of texts, as what they
    /// are about has got another name. Values stay where another is in their place, or where an owner
    /// has them.
    public func moveStoredValues(under old: String, to new: String) {
        for key in storedKeys(under: old) where !claims.isClaimed(key) {
            let path = new + key.dropFirst(old.count)
            if contents[path] == nil { moveValue(at: key, to: path) }
        }
    }

    private func moveValue(at old: String, to path: String) {
        guard let content = contents[old] else { return }
        let changes: [SceneChange]
        switch content {
        case .value(let value): changes = [.value(path: path, value)]
        case .text(let text): changes = text.changes(at: path)
        // Another version reads it where it is.
        case .unknown: return
        }
        let wasStored = hasStoredValue(at: old)
        for change in changes {
            make(change, at: path)
            send(change)
        }
        make(.value(path: old, nil), at: old)
        send(.value(path: old, nil))
        notifyKeyObservers(of: old, wasStored)
        notifyKeyObservers(of: path, false)
    }
}

extension EditedText {
    /// The changes that recreate the text at a path, with its history and its selection.
    fileprivate func changes(at path: String) -> [SceneChange] {
        let start = textBeforeHistory
        // An empty text is not stored.
        let first: [SceneChange] = start.isEmpty ? [] : [.text(path: path, start)]
        let edits = history.edits.map { SceneChange.splice(path: path, $0) }
        return first + edits + (selection.map { [.selection(path: path, $0)] } ?? [])
    }
}
