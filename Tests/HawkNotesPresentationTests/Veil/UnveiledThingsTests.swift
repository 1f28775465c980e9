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
}
