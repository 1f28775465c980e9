import CGTK
import DisplayTestSupport
import XCTest

@testable import GTKBridge

/// Long paragraphs are laid out in pieces: Pango takes minutes for some of them otherwise.
final class LayoutPiecesTests: XCTestCase {
    private let longest = LayoutPieces.longestWhole

    func testOnlyLongParagraphsAreDivided() {
        let short = String(repeating: "a", count: longest)
        XCTAssertEqual(LayoutPieces.enlarged(in: "\(short)\n\(short)\r\n\(short)\u{2029}"), [])
        XCTAssertNotEqual(LayoutPieces.enlarged(in: "\(short)a"), [])
    }

    func testPiecesAreInsideOfTheirParagraph() throws {
        let long = String(repeating: "é", count: longest + 1)
        let pieces = LayoutPieces.enlarged(in: "ä\n\(long)\r\nö\n\(long)")
        let second = 2 + longest + 1 + 2 + 2
        XCTAssertEqual(pieces.map(\.scalars), [502..<1002, second + 500..<second + 1000])
        XCTAssertEqual(pieces.first?.bytes, 3 + 1000..<3 + 2000)
        XCTAssertEqual(pieces.last?.bytes.count, 1000)
    }

    func testAPieceEndsAfterASpace() {
        let words = String(repeating: "many words ", count: 200)
        for piece in LayoutPieces.enlarged(in: words) {
            XCTAssertEqual(scalar(at: piece.scalars.lowerBound - 1, of: words), " ")
            XCTAssertEqual(scalar(at: piece.scalars.upperBound - 1, of: words), " ")
        }
    }

    func testLettersAreNotTakenApart() {
        for letter in ["e\u{301}\u{302}", "👩‍👩‍👧", "👍🏽", "क्षि"] {
            let text = String(repeating: letter, count: 1000)
            let starts = Set(text.indices.map { $0.utf16Offset(in: text) })
            let pieces = LayoutPieces.enlarged(in: text)
            XCTAssertGreaterThan(pieces.count, 1, letter)
            for piece in pieces {
                let start = text.unicodeScalars.prefix(piece.scalars.lowerBound).reduce(0) {
                    $0 + UTF16.width($1)
                }
                XCTAssertTrue(starts.contains(start), "\(letter) at \(piece.scalars.lowerBound)")
            }
        }
    }

    func testMarksWithoutEndAreDividedAllTheSame() {
        let pieces = LayoutPieces.enlarged(in: "a" + String(repeating: "\u{301}", count: 10_000))
        XCTAssertTrue(pieces.allSatisfy { $0.scalars.count <= longest })
        XCTAssertGreaterThan(pieces.count, 5)
    }

    private func scalar(at offset: Int, of text: String) -> Unicode.Scalar {
        let scalars = text.unicodeScalars
        return scalars[scalars.index(scalars.startIndex, offsetBy: offset)]
    }
}
