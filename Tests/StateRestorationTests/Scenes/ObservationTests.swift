import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Observers come and go, also while others do.
@MainActor
final class ObservationTests: XCTestCase {
    /// Something that observes the same as whoever holds it.
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
}
