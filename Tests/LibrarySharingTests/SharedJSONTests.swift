import Foundation
import TestSupport
import XCTest

@testable import LibrarySharing

/// JSON of others is read strictly.
final class SharedJSONTests: XCTestCase {
    private func parse(_ text: String, _ limits: SharingLimits = SharingLimits()) -> SharedJSON? {
        parse(Array(text.utf8), limits)
    }

    private func parse(_ bytes: [UInt8], _ limits: SharingLimits = SharingLimits()) -> SharedJSON? {
        bytes.withUnsafeBufferPointer { SharedJSONParser.parse($0, limits) }
    }

    func testValues() {
        XCTAssertEqual(parse(" null "), .null)
        XCTAssertEqual(parse("true"), .bool(true))
        XCTAssertEqual(parse("-12"), .int(-12))
        XCTAssertEqual(parse("9223372036854775807"), .int(.max))
        XCTAssertEqual(parse("9223372036854775808"), .double(9223372036854775808))
        XCTAssertEqual(parse("4.0"), .double(4))
        XCTAssertEqual(parse("1e2"), .double(100))
        XCTAssertEqual(parse("[1, []]"), .array([.int(1), .array([])]))
        XCTAssertEqual(parse("{\"a\":{}}")?["a"], .object([]))
        XCTAssertEqual(parse(#""\u0041\n\ud83e\udd85\/\\""#), .string("A\n🦅/\\"))
    }

    func testWhatIsNoJSON() {
        for text in [
            "", "nul", "01", "1.", ".5", "+1", "1e", "--1", "1e999", "[1,]", "[1", "{\"a\"}",
            "{a:1}",
            "{\"a\":1,}", "\"a", "\"\n\"", #""\x""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#,
            #""\u00g0""#, "1 2", "{\"a\":1,\"a\":2}", "NaN", "'a'",
        ] {
            XCTAssertNil(parse(text), text)
        }
        XCTAssertNil(parse([0x22, 0xFF, 0x22]))
        XCTAssertNil(parse([0x22, 0xC0, 0x80, 0x22]))
        XCTAssertNil(parse([0x22, 0x5C, 0x6E, 0xFF, 0x22]))
    }

    func testDepthAndNumberAreBounded() {
        XCTAssertNotNil(parse(String(repeating: "[", count: 8) + String(repeating: "]", count: 8)))
        XCTAssertNil(parse(String(repeating: "[", count: 9) + String(repeating: "]", count: 9)))
        XCTAssertNil(parse(String(repeating: "[", count: 100_000)))
        var limits = SharingLimits()
        limits.valuesOfLine = 4
        XCTAssertNotNil(parse("[1,1,1]", limits))
        XCTAssertNil(parse("[1,1,1,1]", limits))
    }

    func testTextsAndNumbersAreReadAsTheyWereWritten() {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<8, using: &numbers) {
                let range: ClosedRange<UInt32> =
                    Bool.random(using: &numbers) ? 0...0x80 : 0...0x10FFFF
                if let one = Unicode.Scalar(UInt32.random(in: range, using: &numbers)) {
                    text.append(one)
                }
            }
            var bytes: [UInt8] = []
            SharedJSONWriter.append(String(text), to: &bytes)
            guard case .string(let read)? = parse(bytes) else {
                return XCTFail(String(decoding: bytes, as: UTF8.self))
            }
            XCTAssertEqual(Array(read.utf8), Array(String(text).utf8))
            let number = Double(bitPattern: numbers.next())
            guard number.isFinite else { continue }
            bytes = []
            SharedJSONWriter.append(number, to: &bytes)
            XCTAssertEqual(parse(bytes), .double(number))
        }
    }

    func testBytesHaveOneForm() {
        var numbers = SeededNumbers(seed: 2)
        for count in 0..<64 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let text = Base64URL.encode(bytes)
            XCTAssertEqual(Base64URL.decode(text), bytes)
            let standard = Data(bytes).base64EncodedString().replacing("=", with: "")
            XCTAssertEqual(text, standard.replacing("+", with: "-").replacing("/", with: "_"))
            XCTAssertNil(Base64URL.decode(text + "="))
            XCTAssertEqual(Hexadecimal.bytes(Hexadecimal.encode(bytes)), bytes)
        }
        // Bits that would be dropped.
        XCTAssertNil(Base64URL.decode("AB"))
        XCTAssertNil(Base64URL.decode("A"))
        XCTAssertNil(Base64URL.decode("A+"))
    }
}
