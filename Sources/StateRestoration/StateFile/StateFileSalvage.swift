import Foundation

/// Reads what is left of a file that has good lines behind a bad one.
///
/// A damaged line costs what stood in it. The records that are left are taken in the order of their
/// numbers, each once, however the lines were shuffled; where numbers are missing `TextSalvage` tells
/// how the texts go on.
enum StateFileSalvage {
    private struct Line {
        var number: Int
        var range: Range<Int>
    }

    /// - Parameters:
    ///   - reading: What a reading up to the first bad line gave.
    ///   - number: That of the header of the file that goes on from another one than stands before it,
    ///     if there is such a thing.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        after reading: StateFileReading,
        changedBefore number: Int? = nil
    ) -> StateFileReading {
        let problem: StateFileProblem
        var isInSnapshot = true
        switch reading {
        case .tooNew: return reading
        case .unreadable(let found): problem = found
        case .state(_, let damage):
            guard let damage else { return reading }
            (problem, isInSnapshot) = (damage.problem, damage.isInSnapshot)
        }
        let ranges = lines(of: bytes, from: 0)
        guard let first = ranges.first else { return reading }
        var decoder = StateFileDecoder()
        decoder.texts = TextSalvage()
        decoder.changedBefore = number
        var lines = ranges.dropFirst().compactMap { line(bytes, $0) }
        var used = 0
        if case .record(let members) = StateLine.read(part(of: bytes, first)) {
            // Whatever is whole, and yet no header, is none of ours.
            guard decoder.header(members) == nil else { return reading }
            if decoder.tooNew != nil { return decoder.finish() }
            used = first.count + 1
        } else {
            guard let number = lines.first?.number else { return reading }
            if let later = laterFormat(in: part(of: bytes, first)) { return later }
            decoder.beginWithoutHeader(at: number)
        }
        // The numbers come from a file: there cannot be more lines missing than there is room for.
        let least = decoder.state.nextSequence
        lines = lines.filter { ($0.number >= least) && ($0.number - least <= bytes.count) }
        var last: Int?
        for line in lines.sorted(by: { $0.number < $1.number }) where line.number != last {
            guard case .record(let members) = StateLine.read(part(of: bytes, line.range)) else {
                continue
            }
            decoder.salvage(members, number: line.number)
            used += line.range.count + 1
            last = line.number
        }
        guard let texts = decoder.texts else { return reading }
        return .state(
            decoder.state,
            damage: StateFileDamage(
                problem: problem,
                isInSnapshot: isInSnapshot,
                isAtEnd: false,
                unusedByteCount: max(bytes.count - used, 0),
                salvagedTexts: texts.salvagedTexts,
                unnamedCount: texts.unnamedCount
            )
        )
    }

    /// Where the lines are, also two that have become one because the line feed between them is
    /// damaged.
    static func lines(
        of bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = start
        while start < bytes.count {
            let end = StateFileReader.endOfLine(bytes, from: start) ?? bytes.count
            if StateLine.isIntact(part(of: bytes, start..<end)) {
                ranges.append(start..<end)
            } else {
                ranges += parts(of: bytes, start..<end)
            }
            start = end + 1
        }
        return ranges
    }

    /// Takes a line apart before each record in it. In a string the quotes have backslashes.
    private static func parts(
        of bytes: UnsafeBufferPointer<UInt8>,
        _ line: Range<Int>
    ) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = line.lowerBound
        for index in line where index - StateLine.jsonOffset > start && bytes[index] == 0x7B {
            guard bytes[index..<line.upperBound].starts(with: "{\"n\":".utf8) else { continue }
            let end = index - StateLine.jsonOffset
            // Between the two is what was a line feed, unless that is gone altogether.
            let isWhole = StateLine.isIntact(part(of: bytes, start..<end))
            parts.append(start..<(isWhole ? end : end - 1))
            start = end
        }
        return parts + [start..<line.upperBound]
    }

    private static func part(
        of bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

    private static func line(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Line? {
        guard case .record(let members) = StateLine.read(part(of: bytes, range)),
            let number = StateFileDecoder.Record(members).number,
            StateFileDecoder.numbers.contains(number)
        else { return nil }
        return Line(number: number, range: range)
    }

    /// What a damaged header says, should it be that of a file which this version must not read. Both
    /// numbers must say so, because one of them may be what is damaged.
    private static func laterFormat(in line: UnsafeBufferPointer<UInt8>) -> StateFileReading? {
        let text = String(decoding: line, as: UTF8.self)
        func number(_ name: String) -> Int? {
            guard let name = text.range(of: "\"\(name)\":") else { return nil }
            return Int(text[name.upperBound...].prefix { ("0"..."9").contains($0) })
        }
        guard let format = number("format"), let minimumReader = number("minimumReader"),
            min(format, minimumReader) > StateLine.format
        else { return nil }
        return .tooNew(writer: "another version", format: format)
    }
}

/// Tells which edits of a damaged file are about the text that stands there, and collects what the
/// others inserted.
///
/// An edit is, when no line is missing since the text was last written or edited; or when the record
/// that it names as the one before it is that very one, and its length and what it removes agree.
/// Neither the length nor what is removed would do alone: one word may have been replaced by another
/// of the same length in the line that is missing, and the text would be one that was never written.
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
    mutating func add(
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
        if let last = strays.indices.last, strays[last].merge(edit) { return }
        guard !edit.inserted.isEmpty else { return }
        strays.append(Stray(number, offset: edit.offset, edit.inserted))
    }

    private mutating func merge(_ edit: TextEdit) -> Bool {
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
