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
