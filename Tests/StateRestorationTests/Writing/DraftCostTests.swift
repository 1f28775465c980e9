import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What a draft of any length costs, counted in bytes and file operations, never in time.
@MainActor
final class DraftCostTests: XCTestCase {
    private let line = "Agatha guards the sea wall.\n"

    private func draft(ofBytes count: Int, _ tester: RestorationTester) -> RestorableText {
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        draft.setString(String(repeating: line, count: count / line.utf8.count))
        settle(tester)
        return draft
    }

    private func settle(_ tester: RestorationTester) {
        tester.clock.advance(by: .seconds(1))
        tester.clock.advance(by: .seconds(1))
        tester.session.waitForWriter()
        tester.files.resetOperations()
    }

    private func writtenBytes(_ tester: RestorationTester) -> Int {
        tester.files.operations.reduce(0) { $0 + $1.byteCount }
    }

    /// A person who types at 20 keys a second for seventeen minutes.
    func testAtMost64BytesAreWrittenPerTypedCharacterWhateverTheLengthOfTheDraft() async throws {
        for length in [1000, 1_000_000] {
            let tester = try RestorationTester()
            let draft = draft(ofBytes: length, tester)
            var offset = draft.string.utf8.count / 2
            let text = String(repeating: line, count: 20_000 / line.utf8.count)
            for character in text {
                draft.replace(offset: offset, removing: "", inserting: String(character))
                offset += 1
                tester.clock.advance(by: .milliseconds(50))
            }
            settleCounting(tester)
            let perCharacter = Double(writtenBytes(tester)) / Double(text.utf8.count)
            XCTAssertLessThanOrEqual(perCharacter, 64, "\(length) bytes")
            XCTAssertGreaterThan(perCharacter, 1)
        }
    }

    private func settleCounting(_ tester: RestorationTester) {
        tester.clock.advance(by: .seconds(1))
        tester.session.waitForWriter()
    }

    /// The same operations on the same files, of the same sizes but for the digits of the offsets.
    func testTenMegabyteDraftCostsWhatWasTypedAndNotItsLength() async throws {
        var costs: [(bytes: Int, operations: [String])] = []
        for length in [1000, 10_000_000] {
            let tester = try RestorationTester()
            let draft = draft(ofBytes: length, tester)
            let end = draft.string.utf8.count
            for number in 0..<50 {
                for offset in [end + number, end / 2, 0] {
                    draft.replace(offset: offset, removing: "", inserting: "x")
                    draft.replace(offset: offset, removing: "x", inserting: "yz")
                    draft.replace(offset: offset, removing: "yz", inserting: "")
                }
                draft.replace(offset: end + number, removing: "", inserting: "x")
                tester.clock.advance(by: .milliseconds(50))
            }
            settleCounting(tester)
            // Sorted, because syncing goes on beside the writing.
            let operations = tester.files.operations.map(\.kind.rawValue).sorted()
            costs.append((writtenBytes(tester), operations))
            try tester.restartAndRestore()
            let restored = RestorableText("draft", in: tester.session.scenes[0].root)
            XCTAssertEqual(restored.string.utf8.count, end + 50)
        }
        XCTAssertEqual(costs[0].operations, costs[1].operations)
        let digitsOfOffsets = 50 * 10 * 8
        XCTAssertLessThanOrEqual(costs[1].bytes, costs[0].bytes + digitsOfOffsets)
    }

    func testPastedBookIsWrittenOnce() async throws {
        let tester = try RestorationTester()
        let draft = draft(ofBytes: 1000, tester)
        let book = String(repeating: line, count: 10_000_000 / line.utf8.count)
        draft.replace(offset: 500, removing: "", inserting: book)
        settleCounting(tester)
        XCTAssertLessThanOrEqual(writtenBytes(tester), book.utf8.count * 11 / 10)
        draft.replace(offset: 500, removing: book, inserting: "")
        tester.files.resetOperations()
        settleCounting(tester)
        XCTAssertLessThanOrEqual(writtenBytes(tester), 2000)
    }

    func testPastedBookDoesNotHoldUpWhatIsTypedInAnotherWindow() async throws {
        let tester = try RestorationTester()
        let (book, note) = (draft(ofBytes: 1000, tester), draft(ofBytes: 1000, tester))
        book.replace(offset: 0, removing: "", inserting: String(repeating: line, count: 10_000))
        note.replace(offset: 0, removing: "", inserting: "x")
        settleCounting(tester)
        let writes = tester.files.operations.filter { $0.byteCount > 0 }
        XCTAssertEqual(writes.map(\.kind), [.append, .create])
        XCTAssertLessThan(writes[0].byteCount, 64)
    }
}
