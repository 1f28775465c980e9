import XCTest

@testable import GTKBridge

/// The application to which the tests' windows belong.
@MainActor
enum TestApplication {
    static let shared: Application = {
        let application = Application(identifier: "io.github.hawknotes.HawkNotes.BridgeTests")
        if let problem = application.register() {
            XCTFail("the application cannot be registered: \(problem)")
        }
        return application
    }()
}
