import Foundation
import StateRestoration

/// How long opening a session takes that has many windows.
@MainActor
struct Reading {
    var folder: URL

    func run() throws {
        Table.title("Reading window files, µs, and merely reading the same folders and bytes")
        for (count, rounds) in [(1, 200), (10, 200), (100, 60), (1000, 20), (10_000, 7)] {
            try measure(count: count, rounds: rounds)
        }
    }

    private func measure(count: Int, rounds: Int) throws {
        let folder = folder.appendingPathComponent("reading \(count)")
        try makeWindows(count, in: folder)
        var configuration = Sessions.configuration(folder)
        // Neither lock nor marker: reading only.
        configuration.savesState = false
        let index = folder.appendingPathComponent("session.json").path
        let folders = ["closed", "windows"].map { folder.appendingPathComponent($0).path }
        var (ours, bare) = (Sample(), Sample())
        var byteCount = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        for _ in 0..<rounds {
            byteCount = 0
            try bare.time {
                _ = try BareFiles.read(index, into: buffer)
                for path in try folders.flatMap(BareFiles.list) {
                    byteCount += try BareFiles.read(path, into: buffer)
                }
            }
            var session: RestorationSession?
            try ours.time { session = try RestorationSession.open(configuration) }
            if session?.scenesToRestore.count != count { print("  Not every window came back.") }
        }
        let size = byteCount / count
        let perWindow = Sample.words(ours.median / Double(count))
        let name = "\(count) window" + (count == 1 ? "" : "s")
        Table.line(name, "\(ours.words), \(perWindow) each of \(size) bytes")
        Table.line("  bare calls", bare.words)
        Table.ratio(of: ours, to: bare, bound: 5)
    }

    /// Windows as a reader of books has them: some small values, and a draft with its last edits.
    private func makeWindows(_ count: Int, in folder: URL) throws {
        var environment = RestorationEnvironment.live
        environment.fileSystem = OperationCounter().fileSystem(syncs: false)
        let session = try Sessions.open(folder, environment: environment)
        for number in 0..<count {
            let scene = session.makeScene()
            scene.title = "Agatha – The Winter Hawk \(number)"
            let book = scene.root.scope("tab:winter-hawk").scope("book")
            for key in ["width", "height", "sidebar", "zoom", "page", "chapter"] {
                SceneStorage(wrappedValue: 0, key, in: book).wrappedValue = number + 1
            }
            SceneStorage(wrappedValue: "", "selection", in: book).wrappedValue = "120,120"
            SceneStorage(wrappedValue: "", "character", in: book).wrappedValue = "c|agatha"
            SceneStorage(wrappedValue: 0.0, "scroll", in: book).wrappedValue = 0.25
            SceneStorage(wrappedValue: false, "isFollowed", in: book).wrappedValue = true
            let draft = RestorableText("newNote", in: book)
            draft.setString(Sessions.text(ofBytes: 1000))
            for word in ["She ", "guards ", "the ", "sea ", "wall "] {
                draft.replace(offset: 0, removing: "", inserting: word)
            }
        }
        session.terminate()
    }
}
