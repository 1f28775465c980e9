import Foundation
import StateRestoration
import StateRestorationTesting

/// How many bytes are written for each character typed, at 20 keys a second, cursor included.
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
            let window = TypedWindow(session.makeScene())
            window.draft.setString(Sessions.text(ofBytes: length))
            session.flush()
            counter.reset()
            var offset = length / 2
            for key in text.map(String.init) {
                window.type(key, at: offset)
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

/// A window of the application, and a field in it that tells of each key what the application's does.
@MainActor
private struct TypedWindow {
    let draft: RestorableText

    init(_ scene: RestorationScene) {
        scene.title = "Agatha – The Winter Hawk"
        let page = scene.root.scope("tab:winter-hawk").scope("book")
        draft = RestorableText("newNote", in: page)
        for key in ["width", "height", "sidebar", "zoom", "page", "chapter", "columns", "split"] {
            SceneStorage(wrappedValue: 0, key, in: page).wrappedValue = 120
        }
        for key in ["path", "scroll", "listScroll", "notesScroll"] {
            SceneStorage(wrappedValue: "", key, in: page).wrappedValue = "b|winter-hawk::c|agatha"
        }
    }

    func type(_ key: String, at offset: Int) {
        draft.replace(offset: offset, removing: "", inserting: key)
        // Once when the text has changed, once when the cursor has moved.
        for _ in 0..<2 { draft.selection = TextSelection(at: offset + 1) }
    }
}
