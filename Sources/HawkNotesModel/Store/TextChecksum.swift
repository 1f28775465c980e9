import Foundation
import GRDB

/// The CRC-32 of a note's text, as in zlib and PNG (ISO-HDLC, polynomial 0xEDB88320).
///
/// It detects changes of a text by a damaged disk, which SQLite would not notice.
package enum TextChecksum {
    static func of(_ text: String) -> Int64 {
        var text = text
        return text.withUTF8 { of($0) }
    }

    /// - Parameter bytes: a text in UTF-8.
    static func of(_ bytes: some Sequence<UInt8>) -> Int64 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc &>> 8)
        }
        return Int64(~crc)
    }

    /// The checksum of any bytes.
    package static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        UInt32(truncatingIfNeeded: of(bytes))
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in
            crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
        }
    }
}

extension DatabaseFunction {
    /// The checksum of a text, for SQL.
    static let textChecksum = DatabaseFunction(
        "textChecksum",
        argumentCount: 1,
        pure: true
    ) { values in
        String.fromDatabaseValue(values[0]).map(TextChecksum.of)
    }
}
