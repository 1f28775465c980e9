import Foundation
import StateRestoration

/// How long it takes until a window's whole state is safe from a power cut.
///
/// The first change of a run, which writes the window's file anew.
@MainActor
struct Snapshots {
    var folder: URL

    func run() throws {
        Table.title("A durable snapshot, µs, and bare write, fsync, rename, fsync directory")
        for (length, rounds) in [(10_000, 60), (100_000, 60), (1_000_000, 40), (10_000_000, 15)] {
            try measure(length: length, rounds: rounds)
        }
    }

    private func measure(length: Int, rounds: Int) throws {
        let folder = folder.appendingPathComponent("snapshots \(length)")
        let counter = OperationCounter()
        var environment = RestorationEnvironment.live
        environment.fileSystem = counter.fileSystem(syncs: true)
        var (ours, bare) = (Sample(), Sample())
        for round in 0...rounds {
            let session = try Sessions.open(folder, environment: environment)
            let scene = session.scenes.first ?? session.makeScene()
            let draft = RestorableText("draft", in: scene.root)
            if draft.isEmpty { draft.setString(Sessions.text(ofBytes: length)) }
            counter.reset()
            var (once, bareOnce) = (Sample(), Sample())
            once.time {
                draft.replace(offset: 0, removing: "", inserting: "a")
                session.flush()
            }
            let bytes = Array(repeating: UInt8(ascii: "a"), count: counter.counts.bytes)
            session.terminate()
            let path = folder.appendingPathComponent("windows/bare").path
            try bareOnce.time { try BareFiles.replace(path, bytes) }
            // The first round makes the window, and warms up.
            guard round > 0 else { continue }
            ours.add(once.median)
            bare.add(bareOnce.median)
        }
        Table.line(Table.size(length), ours.words)
        Table.line("  bare", bare.words)
        Table.ratio(of: ours, to: bare, bound: 1.2)
    }
}
