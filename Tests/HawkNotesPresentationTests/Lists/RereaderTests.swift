import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// One reading at a time, and another one when there was a reason for it meanwhile.
final class RereaderTests: XCTestCase {
    /// What was asked, and what was told.
    @MainActor
    private final class Readings {
        private(set) var asked: [Rereader<Int>.Answer] = []
        private(set) var read: [Int] = []
        private(set) var errors: [LibraryError] = []
        var onRead: @MainActor (Int) -> Void = { _ in }
        private(set) lazy var reader = Rereader<Int>(
            { [unowned self] in asked.append($0) },
            onRead: { [unowned self] in
                read.append($0)
                onRead($0)
            },
            onError: { [unowned self] in errors.append($0) }
        )

        func answer(_ number: Int, _ result: Result<Int, LibraryError>?) { asked[number](result) }
    }

    private func withReader(_ body: @MainActor (Rereader<Int>, Readings) -> Void) {
        onMainActor {
            let readings = Readings()
            body(readings.reader, readings)
        }
    }

    func testReasonsDuringAReadingLeadToOneMore() {
        withReader { reader, readings in
            for _ in 0..<5 { reader.read() }
            XCTAssertEqual(readings.asked.count, 1)
            readings.answer(0, .success(1))
            XCTAssertEqual(readings.asked.count, 2)
            readings.answer(1, .success(2))
            XCTAssertEqual(readings.asked.count, 2)
            XCTAssertEqual(readings.read, [1, 2])
            reader.read()
            XCTAssertEqual(readings.asked.count, 3)
        }
    }

    func testAReasonWhileAnAnswerIsTakenLeadsToOneMoreAfterIt() {
        withReader { reader, readings in
            readings.onRead = { [unowned readings] in
                guard $0 == 1 else { return }
                reader.read()
                reader.read()
                XCTAssertEqual(readings.asked.count, 1)
            }
            reader.read()
            readings.answer(0, .success(1))
            XCTAssertEqual(readings.asked.count, 2)
            readings.answer(1, .success(2))
            XCTAssertEqual(readings.asked.count, 2)
        }
    }

    func testAnAnswerThatWasDroppedIsNotTaken() {
        withReader { reader, readings in
            reader.read()
            reader.drop()
            reader.read()
            XCTAssertEqual(readings.asked.count, 2)
            readings.answer(0, .success(1))
            XCTAssertEqual(readings.read, [])
            XCTAssertTrue(reader.isReading)
            readings.answer(1, .success(2))
            XCTAssertEqual(readings.read, [2])
            XCTAssertFalse(reader.isReading)
        }
    }

    func testAReadingThatIsDroppedWhileItIsTakenEndsNoOther() {
        withReader { reader, readings in
            readings.onRead = { _ in
                reader.drop()
                reader.read()
            }
            reader.read()
            readings.answer(0, .success(1))
            XCTAssertEqual(readings.asked.count, 2)
            XCTAssertTrue(reader.isReading)
        }
    }

    func testAFailureIsToldAndTheNextReasonTriesAgain() {
        let error = LibraryError.translating(
            CocoaError(.fileReadUnknown),
            doing: "read a test",
            url: nil
        )
        withReader { reader, readings in
            reader.read()
            reader.read()
            readings.answer(0, .failure(error))
            XCTAssertEqual(readings.errors.map(\.code), [error.code])
            XCTAssertEqual(readings.asked.count, 2)
            readings.answer(1, .failure(error))
            XCTAssertEqual(readings.asked.count, 2)
            reader.read()
            readings.answer(2, .success(3))
            XCTAssertEqual(readings.read, [3])
        }
    }

    func testThereMayBeNothingToRead() {
        withReader { reader, readings in
            reader.read()
            readings.answer(0, nil)
            XCTAssertEqual(readings.read, [])
            XCTAssertFalse(reader.isReading)
            reader.read()
            XCTAssertEqual(readings.asked.count, 2)
        }
    }

    func testAReadingMayAnswerMoreThanOnce() {
        withReader { reader, readings in
            reader.read()
            readings.answer(0, .success(1))
            readings.answer(0, .success(2))
            XCTAssertEqual(readings.read, [1, 2])
            reader.read()
            readings.answer(0, .success(3))
            XCTAssertEqual(readings.read, [1, 2])
        }
    }

    func testNothingIsReadOrToldAfterTheEnd() {
        withReader { reader, readings in
            reader.read()
            reader.read()
            reader.close()
            readings.answer(0, .success(1))
            reader.read()
            XCTAssertEqual(readings.read, [])
            XCTAssertEqual(readings.asked.count, 1)
        }
    }
}
