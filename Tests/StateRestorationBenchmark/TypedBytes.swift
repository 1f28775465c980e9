import Foundation
import StateRestoration
import StateRestorationTesting

/// How many bytes are written for each character typed, at 20 keys a second.
@MainActor
struct TypedBytes {
    var folder: URL

    func run() throws {
        let text = Sessions.text(ofBytes: 20_000)
        Table.title("Bytes written per typed character (\(text.count) characters, 20 a second)")
        for length in [1000, 1_000_000] {
            let clock = ManualClock()
            let counter = OperationCounter()
            let session = try Sessions.open(
                folder.appendingPathComponent("typed \(length)"),
                environment: RestorationEnvironment(
                    fileSystem: counter.fileSystem(syncs: false),
                    clock: clock.clock
                )
            )
            let draft = RestorableText("draft", in: session.makeScene().root)
            draft.setString(Sessions.text(ofBytes: length))
            session.flush()
            counter.reset()
            var offset = length / 2
            for key in text.map(String.init) {
                draft.replace(offset: offset, removing: "", inserting: key)
                offset += 1
                clock.advance(by: .milliseconds(50))
            }
            session.flush()
            let value = Double(counter.counts.bytes) / Double(text.count)
            session.terminate()
            Table.line("in " + Table.size(length), Sample.words(value), value, bound: 64)
        }
    }
}
