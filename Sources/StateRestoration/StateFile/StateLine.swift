import Foundation

/// One line of a state file: checksum, space, JSON object, line feed.
///
/// `1c291ca3 {"n":17,"k":3,"s":[1234,"","a"]}`
enum StateLine {
    /// The file format that this version writes.
    static let format = 1
    /// The oldest format whose readers understand what this version writes.
    static let minimumReader = 1

    static func append(_ members: [JSONValue.Member], to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += "00000000 ".utf8
        JSONValue.object(members).write(to: &bytes)
        let sum = bytes.withUnsafeBufferPointer { bytes in
            Checksum.crc32(UnsafeBufferPointer(rebasing: bytes[(start + 9)...]))
        }
        var digits: [UInt8] = []
        Checksum.appendHex(sum, to: &digits)
        bytes.replaceSubrange(start..<start + 8, with: digits)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The object of a line without its line feed; `nil` when the line is damaged.
    static func parse(_ line: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard line.count > 9, line[8] == UInt8(ascii: " "),
            let sum = Checksum.parseHex(UnsafeBufferPointer(rebasing: line[..<8]))
        else { return nil }
        let json = UnsafeBufferPointer(rebasing: line[9...])
        guard Checksum.crc32(json) == sum, let value = JSONParser.parse(json),
            case .object = value
        else { return nil }
        return value
    }
}

extension RestorableValue {
    /// The value as it stands in a state file.
    var json: JSONValue {
        switch self {
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value) where value.isFinite: .double(value)
        case .double(let value): .object([.init("double", .string("\(value)"))])
        case .string(let value): .string(value)
        case .url(let value): .object([.init("url", .string(value.absoluteString))])
        case .data(let value): .object([.init("data", .string(value.base64EncodedString()))])
        case .date(let value):
            .object([.init("date", .double(value.timeIntervalSinceReferenceDate))])
        }
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
                guard let seconds = value.doubleValue else { return nil }
                self = .date(Date(timeIntervalSinceReferenceDate: seconds))
            default: return nil
            }
        case .null, .array: return nil
        }
    }
}
