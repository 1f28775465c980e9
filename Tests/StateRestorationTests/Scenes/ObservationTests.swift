import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Observers come and go, also while others do.
@MainActor
final class ObservationTests: XCTestCase {
    /// Observes the same as its owner.
    @MainActor
    private final class Holder {
        var observation: RestorationObservation?
    }

    func testObserverThatHoldsAnotherOneCanGo() async throws {
        let list = ObserverList<Void>()
        var calls = 0
        var holder: Holder? = Holder()
        holder?.observation = list.add { calls += 1 }
        let outer = list.add { [holder] in _ = holder }
        holder = nil
        list.notify(())
        XCTAssertEqual(calls, 1)
        outer.cancel()
        XCTAssertTrue(list.isEmpty)
    }

    func testObserverMayEndItsObservationWhileItIsTold() async throws {
        let list = ObserverList<Void>()
        let holder = Holder()
        var calls = 0
        holder.observation = list.add {
            calls += 1
            holder.observation?.cancel()
        }
        list.notify(())
        list.notify(())
        XCTAssertEqual(calls, 1)
    }

    func testKeysAreToldAsTheyComeAndGo() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        var told: [String] = []
        let observation = scene.onStoredKeysChange { path in
            told.append((scene.hasStoredValue(at: path) ? "+" : "-") + path)
        }
        let text = RestorableText("draft", in: scene.root.scope("x"))
        text.replace(offset: 0, removing: "", inserting: "a")
        text.replace(offset: 1, removing: "", inserting: "b")
        text.setString("other")
        XCTAssertEqual(told, ["+x/draft"])
        // What undoing could bring back is not there.
        text.replace(offset: 0, removing: "other", inserting: "")
        text.setString("again")
        text.setString("")
        XCTAssertEqual(told, ["+x/draft", "-x/draft", "+x/draft", "-x/draft"])
        told = []
        let number = SceneStorage(wrappedValue: 0, "number", in: scene.root)
        number.wrappedValue = 1
        number.wrappedValue = 2
        scene.removeStoredValues(at: "number")
        XCTAssertEqual(told, ["+number", "-number"])
        observation.cancel()
        number.wrappedValue = 3
        XCTAssertEqual(told.count, 2)
    }
}
