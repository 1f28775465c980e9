import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// What an *Undo* takes back, whatever else is said meanwhile.
final class UndoOfferTests: XCTestCase {
    /// A window's toasts, with offers to take back letters.
    @MainActor
    private final class Desk {
        let toasts = ToastQueue()
        /// What was taken back, each time.
        private(set) var takenBack: [[String]] = []
        /// What was said, each time.
        private(set) var said: [String?] = []

        init() { toasts.onChange = { [unowned self] in said.append($0?.text) } }

        func offer() -> UndoOffer<String> {
            UndoOffer(in: toasts) {
                $0.joined(separator: " ")
            } takeBack: { [unowned self] in
                takenBack.append($0)
            }
        }
    }

    func testChangesJoinAndAreTakenBackTheLastFirst() {
        onMainActor {
            let desk = Desk()
            let offer = desk.offer()
            for change in ["a", "b", "c"] { offer.add(change) }
            XCTAssertEqual(desk.said, ["a", "a b", "a b c"])
            XCTAssertEqual(desk.toasts.current?.action?.title, "Undo")
            XCTAssertTrue(desk.toasts.performAction())
            XCTAssertEqual(desk.takenBack, [["c", "b", "a"]])
            XCTAssertNil(desk.toasts.current, "it is offered once")
        }
    }

    func testAToastThatIsGoneIsForgotten() {
        onMainActor {
            let desk = Desk()
            let offer = desk.offer()
            offer.add("a")
            desk.toasts.hide()
            offer.add("b")
            XCTAssertEqual(desk.toasts.current?.text, "b")
            desk.toasts.performAction()
            offer.add("c")
            desk.toasts.performAction()
            XCTAssertEqual(desk.takenBack, [["b"], ["c"]])
        }
    }

    func testAnOfferCanTakeThePlaceOfTheOneBefore() {
        onMainActor {
            let desk = Desk()
            let offer = desk.offer()
            offer.add("a")
            offer.replace(with: "b")
            desk.toasts.performAction()
            XCTAssertEqual(desk.said, ["a", "b", nil])
            XCTAssertEqual(desk.takenBack, [["b"]])
        }
    }

    func testWhatWasNotDoneAfterAllIsWithdrawn() {
        onMainActor {
            let desk = Desk()
            let offer = desk.offer()
            for change in ["a", "b"] { offer.add(change) }
            offer.withdraw { $0 == "a" }
            XCTAssertEqual(desk.toasts.current?.text, "b")
            offer.withdraw { $0 == "a" }
            XCTAssertEqual(desk.said, ["a", "a b", "b"], "there was nothing to say")
            offer.withdraw { $0 == "b" }
            XCTAssertNil(desk.toasts.current)
            XCTAssertFalse(desk.toasts.performAction())
        }
    }

    func testOffersWaitForOneAnotherAndNoneTakesThePlaceOfAnother() {
        onMainActor {
            let desk = Desk()
            let (first, second, third) = (desk.offer(), desk.offer(), desk.offer())
            first.add("a")
            second.add("b")
            third.add("c")
            second.add("d")
            XCTAssertEqual(desk.said, ["a"], "it can still be acted on")
            third.withdraw { _ in true }
            XCTAssertEqual(desk.toasts.current?.text, "a", "that is another's")
            desk.toasts.performAction()
            XCTAssertEqual(desk.toasts.current?.text, "b d")
            desk.toasts.performAction()
            XCTAssertNil(desk.toasts.current)
            XCTAssertEqual(desk.takenBack, [["a"], ["d", "b"]])
        }
    }

    func testAnOfferWhoseOwnerIsGoneIsNeitherKeptNorReplaced() {
        onMainActor {
            let desk = Desk()
            var offer: UndoOffer? = desk.offer()
            weak let weakOffer = offer
            offer?.add("a")
            offer = nil
            XCTAssertNil(weakOffer)
            desk.toasts.show("said meanwhile")
            XCTAssertEqual(desk.toasts.current?.text, "a")
            desk.toasts.hide()
            XCTAssertEqual(desk.toasts.current?.text, "said meanwhile")
        }
    }
}
