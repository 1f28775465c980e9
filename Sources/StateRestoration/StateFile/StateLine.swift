import Foundation

/// One line of a state file: checksum, space, JSON object, line feed.
///
/// `1c291ca3 {"n":17,"k":3,"s":[1234,"","a"]}`
enum StateLine {
    /// The file format that this version writes.
    static let format = 4
    /// The first format in which a header names its window. Older programs kept the unknown name,
    /// and may have written it into the file of another window.
    static let firstFormatWithNames = 2
    /// The oldest format whose readers understand files of this version: earlier ones do not know
    /// edits of more than three parts, and would store them in place of the text.
    static let minimumReader = 3
    /// The same for a continuation: earlier readers would take it for a complete file and drop the
    /// other one's content.
    static let firstFormatWithContinuations = 4

    /// The number of bytes before the JSON object: the checksum, and a space.
    static let jsonOffset = 9

    /// - Parameter text: The value of a last member `t`, if any.
    static func append(
        _ members: [JSONValue.Member],
        text: ChunkedText? = nil,
        to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes += "00000000 ".utf8
        JSONValue.object(members).write(to: &bytes)
        if let text {
            bytes.removeLast()
            bytes += ",\"t\":".utf8
            text.write(to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        let sum = bytes.withUnsafeBufferPointer { bytes in
            Checksum.crc32(UnsafeBufferPointer(rebasing: bytes[(start + jsonOffset)...]))
        }
        var digits: [UInt8] = []
        Checksum.appendHex(sum, to: &digits)
        bytes.replaceSubrange(start..<start + 8, with: digits)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The content of a line, without its line feed.
    enum Reading: Equatable {
        case record([JSONValue.Member])
        /// It does not have the form of a line.
        case noLine
        case wrongChecksum
        case notJSON
    }

    static func read(_ line: UnsafeBufferPointer<UInt8>) -> Reading {
        guard let (json, sum) = parts(of: line) else { return .noLine }
        guard Checksum.crc32(json) == sum else { return .wrongChecksum }
        guard case .object(let members)? = JSONParser.parse(json) else { return .notJSON }
        return .record(members)
    }

    /// Whether the line matches its checksum, whatever its content.
    static func isIntact(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let (json, sum) = parts(of: line) else { return false }
        return Checksum.crc32(json) == sum
    }

    /// Whether these bytes are the beginning of a line of any length.
    static func isBeginning(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = bytes.prefix(8).allSatisfy { Checksum.hexValue($0) != nil }
        return digits && zip(bytes.dropFirst(8), " {".utf8).allSatisfy { $0 == $1 }
    }

    private static func parts(
        of line: UnsafeBufferPointer<UInt8>
    ) -> (json: UnsafeBufferPointer<UInt8>, sum: UInt32)? {
        guard line.count > jsonOffset, line[8] == UInt8(ascii: " "),
            let sum = Checksum.parseHex(UnsafeBufferPointer(rebasing: line[..<8]))
        else { return nil }
        return (UnsafeBufferPointer(rebasing: line[jsonOffset...]), sum)
    }
}

extension RestorableValue {
    /// The value as stored in a state file.
    var json: JSONValue {
        switch self {
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value) where value.isFinite: .double(value)
        case .double(let value): .object([.init("double", RestorableValue.number(value))])
        case .string(let value): .string(value)
        case .url(let value): .object([.init("url", .string(value.absoluteString))])
        case .data(let value): .object([.init("data", .string(value.base64EncodedString()))])
        case .date(let value):
            .object([
                .init("date", RestorableValue.number(value.timeIntervalSinceReferenceDate))
            ])
        }
    }

    /// JSON cannot represent infinity as a number.
    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .double(value) : .string("\(value)")
    }

    /// Reads a value; `nil` for a type that only a later version knows.
    init?(json: JSONValue) {
        switch json {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .object(let members):
            guard members.count == 1, let member = members.first else { return nil }
            switch (member.key, member.value) {
            case ("double", .string(let text)):
                guard let value = Double(text) else { return nil }
                self = .double(value)
            case ("url", .string(let text)):
                guard let value = URL(string: text) else { return nil }
                self = .url(value)
            case ("data", .string(let text)):
                guard let value = Data(base64Encoded: text) else { return nil }
                self = .data(value)
            case ("date", let value):
                guard let seconds = value.doubleValue ?? value.stringValue.flatMap(Double.init)
                else { return nil }
                self = .date(Date(timeIntervalSinceReferenceDate: seconds))
            default: return nil
            }
        case .null, .array: return nil
        }
    }
}

/// A small file that has the same line twice, each with a checksum: damage in one of them is
/// repaired from the other.
enum DoubleLine {
    static func encoded(_ members: [JSONValue.Member]) -> [UInt8] {
        var line: [UInt8] = []
        StateLine.append(members, to: &line)
        return line + line
    }

    /// Reads the first undamaged line.
    ///
    /// - Throws: `RestorationError` with code `.damaged`, or `.tooNew` when `minimumReader` says so.
    static func read(_ bytes: [UInt8]) throws(RestorationError) -> JSONValue {
        // Also if the line feed between them is damaged.
        let half = bytes.count / 2
        let halves = [bytes.prefix(half).dropLast(), bytes.suffix(half).dropLast()]
        let lines = bytes.split(separator: UInt8(ascii: "\n")) + halves
        let records = lines.lazy.compactMap { line -> [JSONValue.Member]? in
            guard case .record(let members) = line.withUnsafeBufferPointer(StateLine.read) else {
                return nil
            }
            return members
        }
        guard let members = records.first else {
            throw RestorationError(.damaged, "No line of it is whole.")
        }
        let json = JSONValue.object(members)
        if let minimumReader = json["minimumReader"]?.intValue, minimumReader > StateLine.format {
            let writer = json["writer"]?.stringValue ?? "another program"
            throw RestorationError(.tooNew, "It was written by \(writer) in a later format.")
        }
        return json
    }

    /// Whether both lines are undamaged.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        let half = bytes.count / 2
        let line = bytes.prefix(half)
        return bytes.count % 2 == 0 && line.elementsEqual(bytes.suffix(half))
            && line.dropLast().withUnsafeBufferPointer(StateLine.isIntact)
    }
}

/// CRC-32, the checksum of each line of a state file (ISO 3309, as in gzip).
///
/// It guards against accidents, not against attackers: a program that can write the file can write
/// its checksums.
enum Checksum {
    /// Sixteen consecutive tables, for sixteen bytes at a time: checksums take most of the time of
    /// writing a long draft or reading many windows.
    private static let table: [UInt32] = {
        var table: [UInt32] = []
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 {
                let isOdd = value & 1 == 1
                value >>= 1
                if isOdd { value ^= 0xEDB8_8320 }
            }
            table.append(value)
        }
        for index in 0..<(15 * 256) {
            let before: UInt32 = table[index]
            table.append(table[Int(before & 0xFF)] ^ (before >> 8))
        }
        return table
    }()

    static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let raw = UnsafeRawBufferPointer(bytes)
        return table.withUnsafeBufferPointer { table in
            func entry(_ number: Int, _ word: UInt64, _ shift: UInt64) -> UInt32 {
                table[number * 256 + Int(truncatingIfNeeded: (word >> shift) & 0xFF)]
            }
            /// The checksum of eight bytes followed by this number of bytes.
            func sum(_ word: UInt64, followedBy count: Int) -> UInt32 {
                var sum = entry(count + 7, word, 0) ^ entry(count + 6, word, 8)
                sum ^= entry(count + 5, word, 16) ^ entry(count + 4, word, 24)
                sum ^= entry(count + 3, word, 32) ^ entry(count + 2, word, 40)
                return sum ^ entry(count + 1, word, 48) ^ entry(count, word, 56)
            }
            func word(_ index: Int) -> UInt64 {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            }
            var value: UInt32 = 0xFFFF_FFFF
            var index = 0
            while index + 16 <= raw.count {
                let first = sum(word(index) ^ UInt64(value), followedBy: 8)
                value = first ^ sum(word(index + 8), followedBy: 0)
                index += 16
            }
            if index + 8 <= raw.count {
                value = sum(word(index) ^ UInt64(value), followedBy: 0)
                index += 8
            }
            while index < bytes.count {
                value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ (value >> 8)
                index += 1
            }
            return ~value
        }
    }

    /// Eight lower-case hexadecimal digits.
    static func appendHex(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: (value >> UInt32(shift)) & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Reads the output of `appendHex` and nothing else, so that each line has only one form.
    fileprivate static func parseHex(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard bytes.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in bytes {
            guard let digit = hexValue(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// The value of a lower-case hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
