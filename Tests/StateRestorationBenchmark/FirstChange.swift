import Foundation
import StateRestoration

/// How long the first key after a launch takes until it is on the disk.
@MainActor
struct FirstChange {
    var folder: URL

    func run() throws {
        Table.title("The first key after a launch, until it is on the disk, ms")
        for (length, rounds) in [(1000, 20), (1_000_000, 20), (10_000_000, 12)] {
            try measure(length: length, rounds: rounds)
        }
    }

    private func measure(length: Int, rounds: Int) throws {
        let folder = folder.appendingPathComponent("first change \(length)")
        let counter = OperationCounter()
        var environment = RestorationEnvironment.live
        environment.fileSystem = counter.fileSystem(syncs: true)
        var sample = Sample()
        var byteCount = 0
        for round in 0...rounds {
            let session = try Sessions.open(folder, environment: environment)
            let scene = session.scenes.first ?? session.makeScene()
            let draft = RestorableText("draft", in: scene.root)
            if draft.isEmpty { draft.setString(Sessions.text(ofBytes: length)) }
            Sessions.serveMainQueue(for: 0.1)
            counter.reset()
            let time = Sessions.milliseconds(until: scene) {
                draft.replace(offset: 0, removing: "", inserting: "a")
            }
            // The first round makes the window, and warms up.
            if round > 0 {
                sample.add(time)
                byteCount = counter.counts.bytes
            }
            session.terminate()
        }
        let words = "\(sample.words), \(byteCount) bytes"
        Table.line(Table.size(length), words, sample.median, bound: 100)
    }
}
