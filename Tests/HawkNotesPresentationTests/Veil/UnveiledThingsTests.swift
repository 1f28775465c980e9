import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

final class UnveiledThingsTests: XCTestCase {
    func testWhatAPrivateWindowUncoversIsShownAndNotStored() throws {
        let kept = Veil.Exception.book(UUID())
        let passing = Veil.Exception.book(UUID())
        var things = UnveiledThings()
        things.insert([kept], isPrivate: false)
        things.insert([passing], isPrivate: true)
        XCTAssertEqual(things.all, [kept, passing])
        XCTAssertEqual(UnveiledThings(stored: things.stored).all, [kept])
    }

    func testWhatWasWrittenIsShownUntilItsPageIsLeftAndNotStored() throws {
        let (written, chosen) = (Veil.Exception.thing(UUID()), Veil.Exception.thing(UUID()))
        var things = UnveiledThings()
        things.insert([chosen], isPrivate: false)
        things.insertWritten(written)
        XCTAssertEqual(things.all, [chosen, written])
        XCTAssertEqual(UnveiledThings(stored: things.stored).all, [chosen])
        things.removeChosen()
        XCTAssertEqual(things.all, [written], "a new reading point does not hide it")
        things.removeWritten([written])
        XCTAssertEqual(things.all, [])
    }
}
