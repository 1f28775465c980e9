import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class ObjectTests: XCTestCase {
    /// How many references a GObject has.
    @MainActor
    private static func references(_ object: Object) -> Int {
        Int(object.cast(to: GObject.self).pointee.ref_count)
    }

    func testAnAdoptedObjectGoesWithItsLastWrapper() {
        onMainActor {
            var isFinalized = false
            do {
                let menu = Menu()
                XCTAssertEqual(
                    Self.references(menu),
                    1,
                    "the reference was taken over, not added to"
                )
                menu.whenFinalized { isFinalized = true }
                do {
                    let other = Object(borrowing: menu.pointer)
                    XCTAssertTrue(other.isSame(as: menu))
                    XCTAssertEqual(Self.references(menu), 2)
                }
                XCTAssertEqual(Self.references(menu), 1)
                XCTAssertFalse(isFinalized)
            }
            XCTAssertTrue(isFinalized)
        }
    }

    func testABorrowedObjectOutlivesItsWrapper() throws {
        try onMainActor {
            let pointer = try XCTUnwrap(g_menu_new())
            var isFinalized = false
            do {
                let wrapper = Object(borrowing: UnsafeMutableRawPointer(pointer))
                wrapper.whenFinalized { isFinalized = true }
            }
            XCTAssertFalse(isFinalized)
            g_object_unref(UnsafeMutableRawPointer(pointer))
            XCTAssertTrue(isFinalized)
        }
    }

    func testAFinalisationTellsEverybodyWhoAsked() {
        onMainActor {
            var count = 0
            do {
                let menu = Menu()
                for _ in 1...3 { menu.whenFinalized { count += 1 } }
            }
            XCTAssertEqual(count, 3)
        }
    }

    func testTheTypeNameIsThatOfC() {
        onMainActor { XCTAssertEqual(Menu().typeName, "GMenu") }
    }
}

final class WidgetOwnershipTests: DisplayTestCase {
    func testAFloatingWidgetGoesWithItsLastWrapper() {
        onMainActor {
            var isFinalized = false
            do {
                let label = Label("text")
                XCTAssertEqual(g_object_is_floating(label.pointer), 0)
                label.whenFinalized { isFinalized = true }
            }
            XCTAssertTrue(isFinalized)
        }
    }

    func testAChildStaysWithItsParentAndGoesWithIt() {
        onMainActor {
            var isFinalized = false
            do {
                let box = Box(.vertical)
                do {
                    let label = Label("text")
                    label.whenFinalized { isFinalized = true }
                    box.append(label)
                }
                XCTAssertFalse(isFinalized)
            }
            XCTAssertTrue(isFinalized)
        }
    }

    func testAWindowGoesWhenItIsDestroyedAndItsWrapperIsGone() {
        onMainActor {
            var isFinalized = false
            do {
                let window = Window(application: TestApplication.shared)
                window.whenFinalized { isFinalized = true }
                window.present()
                XCTAssertTrue(MainLoop.run { window.isMapped })
                window.destroy()
            }
            XCTAssertTrue(MainLoop.run { isFinalized })
        }
    }
}
