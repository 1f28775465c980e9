import Foundation

/// Reads the rest of a file that has good lines after a bad one.
///
/// A damaged line only costs its own content. The remaining records are applied once each in the
/// order of their numbers, however the lines were shuffled; where numbers are missing,
/// `TextSalvage` decides how the texts continue.
enum StateFileSalvage {
    private struct Line {
        var number: Int
        var range: Range<Int>
    }

    /// - Parameters:
    ///   - reading: The result of reading up to the first bad line.
    ///   - number: The number of the continuation's header in concatenated files, if any.
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
            // An undamaged line that is not a header belongs to another kind of file.
            guard decoder.header(members) == nil else { return reading }
            if decoder.tooNew != nil { return decoder.finish() }
            used = first.count + 1
        } else {
            guard let number = lines.first?.number else { return reading }
            if let later = laterFormat(in: part(of: bytes, first)) { return later }
            decoder.beginWithoutHeader(at: number)
        }
        // The numbers come from a file: the number of missing lines is limited by the space for
        // them.
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

    /// The ranges of the lines, including two that became one because the line feed between them is
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

    /// Splits a line before each record in it. Quotes in a string have backslashes.
    private static func parts(
        of bytes: UnsafeBufferPointer<UInt8>,
        _ line: Range<Int>
    ) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = line.lowerBound
        for index in line where index - StateLine.jsonOffset > start && bytes[index] == 0x7B {
            guard bytes[index..<line.upperBound].starts(with: "{\"n\":".utf8) else { continue }
            let end = index - StateLine.jsonOffset
            // Between the two was a line feed, unless it is missing entirely.
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

    /// The format of a damaged header, if that belongs to a file which this version must not read.
    /// Both numbers must show it, because one of them may be damaged.
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

/// Decides which edits of a damaged file apply to the current text, and collects the text that the
/// others inserted.
///
/// An edit applies when no line is missing since the text was last written or edited; or when the
/// previous record that it names is the text's last one, and its length and removed text match. The
/// length or the removed text alone would not suffice: the missing line may have replaced a word by
/// another of the same length, and the result would be a text that was never written.
struct TextSalvage {
    /// The key of text inserted by later edits: the path of its text, or if the line that defines
    /// it is damaged, the path's number.
    private enum Subject: Hashable {
        case path(String)
        case key(Int)
    }

    /// The number of the first record after the last gap, if any.
    private var resumption: Int?
    /// The number of the last record that wrote or edited a path's text.
    private(set) var lastRecords: [String: Int] = [:]
    /// The texts that were interrupted.
    private var interrupted: Set<String> = []
    private var strays: [Subject: [Stray]] = [:]
    /// The number of records about values of unknown paths.
    private(set) var unnamedCount = 0

    /// Records that lines before the one of this number are missing.
    mutating func skip(to number: Int) { resumption = number }

    /// Records that lines from this number on are not about the texts read before.
    mutating func forget(before number: Int) {
        skip(to: number)
        lastRecords = [:]
    }

    /// Records the path of a number.
    mutating func name(_ key: Int, _ path: String) {
        guard let strays = strays.removeValue(forKey: .key(key)) else { return }
        interrupted.insert(path)
        self.strays[.path(path)] = strays
    }

    /// Records that the path has new content, whatever it had before.
    mutating func replace(_ path: String, number: Int) {
        lastRecords[path] = number
        interrupted.remove(path)
        strays[.path(path)] = nil
    }

    /// Records an edit.
    ///
    /// - Parameter content: The content of the path.
    /// - Returns: Whether to apply the edit to it.
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

    /// Whether the text does not change any more, whatever the file contains later.
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
        // There was no text then, and there is none now.
        if content == nil, length == 0, stored.edit.removed.isEmpty { return true }
        guard stored.distance.map({ number - $0 }) == last else { return false }
        var text = content?.text?.text ?? ChunkedText()
        guard text.scalarCount == length else { return false }
        let count = stored.edit.removed.unicodeScalars.count
        let standing = text.replace(offset: stored.edit.offset, count: count, with: "")
        return standing.utf8.elementsEqual(stored.edit.removed.utf8)
    }

    /// Records a line about an unknown path.
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

    /// The text inserted into interrupted texts, in the order of its first edits.
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

/// A piece of a text whose rest is unknown.
private struct Stray {
    /// The number of the record that started it.
    let number: Int
    /// Its start in the text of that time.
    private let offset: Int
    private(set) var text: ChunkedText

    init(_ number: Int, offset: Int, _ text: String) {
        self.number = number
        self.offset = offset
        self.text = ChunkedText(text)
    }

    /// Adds the text that an edit inserted: to the last piece, if it was made there, otherwise as
    /// another one.
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
