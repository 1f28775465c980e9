import Foundation
import StateRestoration
import StateRestorationTesting

/// What is done while nobody does anything.
@MainActor
struct Idling {
    var folder: URL

    func run() throws {
        Table.title("An hour in which nothing changes")
        let clock = ManualClock()
        let counter = OperationCounter()
        let session = try Sessions.open(
            folder.appendingPathComponent("idling"),
            environment: RestorationEnvironment(
                fileSystem: counter.fileSystem(syncs: false),
                clock: clock.clock
            )
        )
        RestorableText("draft", in: session.makeScene().root).setString("half a thought")
        session.flush()
        clock.advance(by: .seconds(5))
        session.flush()
        counter.reset()
        let timers = clock.waitingCount
        clock.advance(by: .seconds(3600))
        let operations = counter.counts.operations
        session.terminate()
        Table.line("timers", "\(timers)", Double(timers), bound: 0)
        Table.line("file operations", "\(operations)", Double(operations), bound: 0)
    }
}
