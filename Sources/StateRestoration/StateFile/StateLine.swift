import Foundation

/// One line of a state file: checksum, space, JSON object, line feed.
///
/// `1c291ca3 {"n":17,"k":3,"s":[1234,"","a"]}`
enum StateLine {
    /// The file format that this version writes.
    static let format = 4
    /// The first format in which a header names its window. An older program that came across the name
    /// has kept it, and may have written it into the file of another window.
    static let firstFormatWithNames = 2
    /// The oldest format whose readers understand what this version writes: earlier ones know no edit
    /// of more than three parts, and would keep it in place of the text.
    static let minimumReader = 3
    /// The same of a file that goes on from another one: earlier readers would take it for a whole one
    /// and drop what stands in the other.
    static let firstFormatWithContinuations = 4

    /// How many bytes there are before the JSON object: the checksum, and a space.
    static let jsonOffset = 9

    /// - Parameter text: What a last member `t` says, if there is one.
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

    /// What a line is, without its line feed.
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

    /// Whether the line is as it was written, whatever it says.
    static func isIntact(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let (json, sum) = parts(of: line) else { return false }
        return Checksum.crc32(json) == sum
    }

    /// Whether these bytes are the beginning of a line, of whatever length.
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
    /// The value as it stands in a state file.
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

    /// JSON has no number for infinity.
    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .double(value) : .string("\(value)")
    }

    /// Reads a value; `nil` when it is of a type that only a later version knows.
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
