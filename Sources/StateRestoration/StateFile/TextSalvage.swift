/// Tells which edits of a damaged file are about the text that stands there, and collects what the
/// others inserted.
///
/// An edit is, when no line is missing since the text was last written or edited; or when the record
/// that it names as the one before it is that very one, and its length and what it removes agree.
/// Neither the length nor what is removed would do alone: one word may have been replaced by another
/// of the same length in the line that is missing, and the text would be one that nobody wrote.
struct TextSalvage {
    /// What later edits inserted goes by the path of their text, or where the line is damaged that
    /// would tell it, by the number that stands for it.
    private enum Subject: Hashable {
        case path(String)
        case key(Int)
    }

    /// The number of the first record behind the last gap, if there is one.
    private var resumption: Int?
    /// The number of the record that wrote or edited the text of a path last.
    private(set) var lastRecords: [String: Int] = [:]
    /// The texts that do not go on.
    private var interrupted: Set<String> = []
    private var strays: [Subject: [Stray]] = [:]
    /// How many records are about values whose path is not known.
    private(set) var unnamedCount = 0

    /// Notes that records are missing before the one of this number.
    mutating func skip(to number: Int) { resumption = number }

    /// Notes that the records from this number on are not about the texts that were read before.
    mutating func forget(before number: Int) {
        skip(to: number)
        lastRecords = [:]
    }

    /// Notes which path a number stands for.
    mutating func name(_ key: Int, _ path: String) {
        guard let strays = strays.removeValue(forKey: .key(key)) else { return }
        interrupted.insert(path)
        self.strays[.path(path)] = strays
    }

    /// Notes that the path has got another content, whatever it had before.
    mutating func replace(_ path: String, number: Int) {
        lastRecords[path] = number
        interrupted.remove(path)
        strays[.path(path)] = nil
    }

    /// Notes an edit.
    ///
    /// - Parameter content: What stands at the path.
    /// - Returns: Whether it is to be applied to that.
    mutating func take(
        _ edit: StoredEdit,
        of path: String,
        number: Int,
        from content: SceneContent?
    ) -> Bool {
        if !interrupted.contains(path), isGood(edit, of: path, number: number, content) {
            lastRecords[path] = number
            return true
        }
        interrupted.insert(path)
        Stray.add(edit.edit, number, to: &strays[.path(path), default: []])
        return false
    }

    /// Whether the text stays as it is, whatever becomes of it later in the file.
    func isInterrupted(_ path: String) -> Bool { interrupted.contains(path) }

    private func isGood(
        _ stored: StoredEdit,
        of path: String,
        number: Int,
        _ content: SceneContent?
    ) -> Bool {
        guard let resumption else { return true }
        let last = lastRecords[path]
        if let last, last >= resumption { return true }
        guard let length = stored.length else { return false }
        // There was nothing then, and there is nothing now.
        if content == nil, length == 0, stored.edit.removed.isEmpty { return true }
        guard stored.distance.map({ number - $0 }) == last else { return false }
        var text = content?.text?.text ?? ChunkedText()
        guard text.scalarCount == length else { return false }
        let count = stored.edit.removed.unicodeScalars.count
        let standing = text.replace(offset: stored.edit.offset, count: count, with: "")
        return standing.utf8.elementsEqual(stored.edit.removed.utf8)
    }

    /// Notes a record of which it is not known what it is about.
    mutating func unnamed(_ record: StateFileDecoder.Record, _ key: Int) {
        unnamedCount += 1
        guard record.rest.count == 1, let member = record.rest.first else { return }
        let number = record.number ?? 0
        if let edit = StoredEdit(member) {
            Stray.add(edit.edit, number, to: &strays[.key(key), default: []])
        } else if member.key == "t", let text = member.value.stringValue {
            strays[.key(key)] = [Stray(number, offset: 0, text)]
        } else {
            strays[.key(key)] = nil
        }
    }

    /// What was inserted into texts that did not go on, in the order in which it was begun.
    var salvagedTexts: [SalvagedText] {
        let found: [(number: Int, text: SalvagedText)] = strays.compactMap { subject, strays in
            let pieces = strays.filter { !$0.text.isEmpty }.map(\.text.string)
            guard let first = strays.first, !pieces.isEmpty else { return nil }
            let path: String? = if case .path(let path) = subject { path } else { nil }
            return (first.number, SalvagedText(path: path, pieces: pieces))
        }
        return found.sorted { $0.number < $1.number }.map(\.text)
    }
}

/// A stretch of a text of which the rest is not known.
private struct Stray {
    /// The number of the record that began it.
    let number: Int
    /// Where it begins in the text of that time.
    private let offset: Int
    private(set) var text: ChunkedText

    init(_ number: Int, offset: Int, _ text: String) {
        self.number = number
        self.offset = offset
        self.text = ChunkedText(text)
    }

    /// Adds what an edit inserted: to the last stretch, if it was made in it, otherwise as another.
    static func add(_ edit: TextEdit, _ number: Int, to strays: inout [Stray]) {
        if let last = strays.indices.last, strays[last].takeIn(edit) { return }
        guard !edit.inserted.isEmpty else { return }
        strays.append(Stray(number, offset: edit.offset, edit.inserted))
    }

    private mutating func takeIn(_ edit: TextEdit) -> Bool {
        let (start, outside) = edit.offset.subtractingReportingOverflow(offset)
        let count = edit.removed.unicodeScalars.count
        guard !outside, start >= 0, start <= text.scalarCount, count <= text.scalarCount - start
        else { return false }
        var edited = text
        let removed = edited.replace(offset: start, count: count, with: edit.inserted)
        guard removed.utf8.elementsEqual(edit.removed.utf8) else { return false }
        text = edited
        return true
    }
}
