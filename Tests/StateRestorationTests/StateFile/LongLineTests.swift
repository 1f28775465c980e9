import XCTest

@testable import StateRestoration

/// What is done some bytes at a time gives what is done byte by byte.
final class LongLineTests: XCTestCase {
    func testChecksumOfAnyLengthIsTheOneOfSingleBits() {
        var bytes: [UInt8] = []
        for _ in 0..<100 {
            XCTAssertEqual(bytes.withUnsafeBufferPointer(Checksum.crc32), bitwiseSum(bytes))
            bytes.append(.random(in: 0...255))
        }
    }

    private func bitwiseSum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~value
    }

    func testEveryByteIsEscapedWhereverItStands() {
        for scalar in (0...0x100).compactMap(UnicodeScalar.init) + ["漢", "🦅"] {
            for place in 0..<20 {
                var scalars = Array(repeating: UnicodeScalar(" "), count: 20)
                scalars[place] = scalar
                var string = ""
                string.unicodeScalars.append(contentsOf: scalars)
                var bytes: [UInt8] = []
                JSONValue.string(string).write(to: &bytes)
                let inner = bytes.dropFirst().dropLast()
                XCTAssertFalse(inner.contains { $0 < 0x20 })
                let isEscaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                XCTAssertEqual(inner.contains(UInt8(ascii: "\\")), isEscaped)
                XCTAssertEqual(
                    bytes.withUnsafeBufferPointer(JSONParser.parse),
                    .string(string),
                    "\(scalar.value) at \(place)"
                )
            }
        }
    }

    func testTextOfManyPiecesIsWrittenLikeOneString() {
        for pattern in ["a", "\n", "é🦅\"", "a line\n", "\u{1}", "漢\\"] {
            for length in [0, 1, 8191, 8192, 8193, 40_000] {
                let string = String(String(repeating: pattern, count: length).prefix(length))
                var text = ChunkedText(string)
                text.replace(offset: length / 2, count: 0, with: "\t")
                var (line, other): ([UInt8], [UInt8]) = ([], [])
                StateLine.append([.init("n", .int(7))], text: text, to: &line)
                StateLine.append(
                    [.init("n", .int(7)), .init("t", .string(text.string))],
                    to: &other
                )
                XCTAssertEqual(line, other, "\(length) of \(pattern)")
                let reading = line.dropLast().withUnsafeBufferPointer(StateLine.read)
                guard case .record(let members) = reading else {
                    return XCTFail("\(length) of \(pattern): \(reading)")
                }
                XCTAssertEqual(members.last?.value.stringValue, text.string)
            }
        }
    }
}
