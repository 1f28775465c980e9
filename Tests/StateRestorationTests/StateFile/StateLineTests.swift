import XCTest

@testable import StateRestoration

final class StateLineTests: XCTestCase {
    func testChecksumIsTheStandardOne() {
        let expected: [(String, UInt32)] = [
            ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ]
        for (text, sum) in expected {
            let bytes = Array(text.utf8)
            XCTAssertEqual(bytes.withUnsafeBufferPointer(Checksum.crc32), sum, text)
        }
    }

    func testJSONComesBackAsItWas() {
        let values: [JSONValue] = [
            .null, .bool(true), .int(.min), .int(.max), .double(0.1), .double(5), .double(1e300),
            .string("\u{0}\u{1f}\"\\/\n\r\t🦅\u{7f}"), .array([]), .object([]),
            .object([
                .init("b", .array([.int(1), .null])), .init("a", .object([.init("", .int(0))])),
            ]),
        ]
        for value in values {
            var bytes: [UInt8] = []
            value.write(to: &bytes)
            XCTAssertEqual(bytes.withUnsafeBufferPointer(JSONParser.parse), value)
            XCTAssertFalse(bytes.contains(0x0A))
        }
    }

    func testOtherWritersJSONIsRead() {
        XCTAssertEqual(
            parse(" { \"a\" : [ 1 , -2.5e1 , \"\\u0041\\ud83e\\udd85\\/\" ] } "),
            .object([.init("a", .array([.int(1), .double(-25), .string("A🦅/")]))])
        )
        XCTAssertEqual(parse("\"\\ud83e\""), .string("\u{FFFD}"))
        XCTAssertEqual(parse("99999999999999999999"), .double(1e20))
    }

    func testNonsenseIsNoJSON() {
        let texts = [
            "", "{", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "tru", "nul", "\"", "\"\\",
            "\"\\u12",
            "\"\\x\"", "1 2", "-", "1.2.3", "]", String(repeating: "[", count: 100_000),
        ]
        for text in texts { XCTAssertNil(parse(text), String(text.prefix(20))) }
    }

    func testFlippedBitIsNoticedWhereverItIs() {
        var line: [UInt8] = []
        StateLine.append([.init("n", .int(17)), .init("k", .int(3))], to: &line)
        line.removeLast()
        XCTAssertEqual(
            line.withUnsafeBufferPointer(StateLine.read),
            .record([.init("n", .int(17)), .init("k", .int(3))])
        )
        for index in line.indices {
            for bit in 0..<8 {
                var damaged = line
                damaged[index] ^= 1 << bit
                let reading = damaged.withUnsafeBufferPointer(StateLine.read)
                XCTAssertTrue(
                    reading == .noLine || reading == .wrongChecksum,
                    "\(index), \(bit)"
                )
            }
        }
    }

    private func parse(_ text: String) -> JSONValue? {
        Array(text.utf8).withUnsafeBufferPointer(JSONParser.parse)
    }
}
