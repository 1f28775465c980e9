import Foundation
import StateRestoration

/// Sessions to measure, and what a person may have in them.
@MainActor
enum Sessions {
    static let line = "Agatha guards the sea wall.\n"

    static func text(ofBytes count: Int) -> String {
        String(repeating: line, count: max(count / line.utf8.count, 1))
    }

    /// Opens a session, brings all its windows back, and waits until everything is written.
    static func open(
        _ folder: URL,
        environment: RestorationEnvironment = .live
    ) throws -> RestorationSession {
        let configuration = configuration(folder)
        let session = try RestorationSession.open(configuration, environment: environment)
        for scene in session.scenesToRestore { _ = scene.root }
        session.completeRestoration()
        session.flush()
        return session
    }

    static func configuration(_ folder: URL) -> RestorationSession.Configuration {
        RestorationSession.Configuration(directory: folder, writer: "benchmark 1")
    }

    /// The time from before the body until what it changed in the window is written.
    static func milliseconds(until scene: RestorationScene, _ body: () -> Void) -> Double {
        var end: UInt64?
        let observation = scene.onDidPersist { end = end ?? DispatchTime.now().uptimeNanoseconds }
        defer { observation.cancel() }
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        while end == nil { serveMainQueue(for: 0.001) }
        return Double((end ?? start) - start) / 1e6
    }

    /// Lets what waits for the main thread have it.
    static func serveMainQueue(for interval: TimeInterval) {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: interval))
    }
}
