import StateRestoration
import XCTest

/// Records what a session tells of its storage, and lets a test wait for it.
@MainActor
final class StorageStatusLog {
    /// The code of each failure, and `nil` for each recovery.
    private(set) var codes: [RestorationError.Code?] = []
    private(set) var failures: [RestorationError] = []
    private let failing = XCTestExpectation(description: "failing")
    private let working = XCTestExpectation(description: "working")
    private var observation: RestorationObservation?

    var recoveryCount: Int { codes.filter { $0 == nil }.count }

    init(_ session: RestorationSession) {
        observation = session.onStorageStatusChange { [unowned self] status in
            codes.append(status.failureCode)
            if case .failing(let error) = status { failures.append(error) }
            (status.failureCode == nil ? working : failing).fulfill()
        }
    }

    func waitForFailure(_ test: XCTestCase) async {
        await test.fulfillment(of: [failing], timeout: 10)
    }

    func waitForRecovery(_ test: XCTestCase) async {
        await test.fulfillment(of: [working], timeout: 10)
    }
}

extension StorageStatus {
    /// Why the state cannot be written; `nil` when it can.
    var failureCode: RestorationError.Code? {
        if case .failing(let error) = self { error.code } else { nil }
    }
}
