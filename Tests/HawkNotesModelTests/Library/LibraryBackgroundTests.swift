import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class LibraryBackgroundTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)

    @MainActor
    func testWorkTakesTurnsOffTheMainThreadAndIsToldOnIt() async throws {
        let library = try Library.inMemory()
        let told = expectation(description: "told")
        told.expectedFulfillmentCount = 20
        var texts: [String] = []
        for number in 1...20 {
            library.perform { library in
                XCTAssertFalse(Thread.isMainThread)
                return try library.addNote("\(number)", on: .book(TestSeries.bookOne)).text
            } completion: { result in
                if case .success(let text) = result { texts.append(text) }
                told.fulfill()
            }
        }
        await fulfillment(of: [told], timeout: 60)
        XCTAssertEqual(texts, (1...20).map(String.init))
        XCTAssertEqual(try library.notes(on: subject).map(\.text), texts)
    }

    @MainActor
    func testFailureIsTold() async throws {
        let library = try Library.inMemory()
        let told = expectation(description: "told")
        library.perform {
            try $0.deleteNote(uuid(99))
        } completion: { result in
            guard case .failure(let error) = result else { return XCTFail("it worked") }
            XCTAssertEqual(error.code, .noteNotFound)
            told.fulfill()
        }
        await fulfillment(of: [told], timeout: 60)
    }
}
