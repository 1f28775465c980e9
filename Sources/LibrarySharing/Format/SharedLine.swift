import Foundation
import HawkNotesModel

/// A line of a file: checksum, blank, JSON object, line feed.
///
/// `1c291ca3 {"purge":"note/AAAAAAAAQACAAAAAAAAAAQ","at":1764412345678}`
enum SharedLine {
    /// The number of bytes before the JSON object.
    static let jsonOffset = 9

    /// - Parameter json: an object.
    static func append(_ json: [UInt8], to bytes: inout [UInt8]) {
        let sum = json.withUnsafeBufferPointer(TextChecksum.crc32)
        let digits = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
        bytes += Hexadecimal.encode(digits).utf8
        bytes.append(UInt8(ascii: " "))
        bytes += json
        bytes.append(UInt8(ascii: "\n"))
    }

    /// What a line says.
    enum Reading {
        case object([SharedJSON.Member], source: [UInt8])
        /// It does not match its checksum, or has none.
        case damaged
        /// It is as it was written, and no JSON object within the limits.
        case notUnderstood
    }

    /// - Parameter line: without its line feed.
    static func read(_ line: [UInt8], _ limits: SharingLimits) -> Reading {
        guard isIntact(line) else { return .damaged }
        let source = Array(line.dropFirst(jsonOffset))
        let json = source.withUnsafeBufferPointer { SharedJSONParser.parse($0, limits) }
        guard case .object(let members)? = json else { return .notUnderstood }
        return .object(members, source: source)
    }

    /// Whether a line matches its checksum.
    static func isIntact(_ line: [UInt8]) -> Bool {
        guard line.count > jsonOffset, line[8] == UInt8(ascii: " ") else { return false }
        var sum: UInt32 = 0
        for byte in line[..<8] {
            guard let digit = Hexadecimal.value(of: byte) else { return false }
            sum = sum << 4 | UInt32(digit)
        }
        return line.withUnsafeBufferPointer {
            TextChecksum.crc32(UnsafeBufferPointer(rebasing: $0[jsonOffset...]))
        } == sum
    }

    /// Whether bytes may be the beginning of a line.
    static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
        let digits = bytes.prefix(8).allSatisfy { Hexadecimal.value(of: $0) != nil }
        return digits && zip(bytes.dropFirst(8), " {".utf8).allSatisfy { $0 == $1 }
    }
}
