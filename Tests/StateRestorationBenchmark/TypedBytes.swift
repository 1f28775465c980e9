import Foundation
import StateRestoration
import StateRestorationTesting

/// How many bytes are written for each character typed into the program's own field, at 20 keys a
/// second, cursor included.
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
            let page = TypedBytes.page(of: session.makeScene())
            let field = DraftField(page, Sessions.text(ofBytes: length))
            field.moveCursor(to: length / 2)
            session.flush()
            counter.reset()
            for key in text.map(String.init) {
                field.type(key)
                clock.advance(by: .milliseconds(50))
            }
            session.flush()
            let value = Double(counter.counts.bytes) / Double(text.count)
            session.terminate()
            field.close()
            Table.line("in " + Table.size(length), Sample.words(value), value, bound: 64)
        }
    }

    /// The place of the field in a window that has what one of the program has.
    private static func page(of scene: RestorationScene) -> RestorationScope {
        scene.title = "Agatha – The Winter Hawk"
        let page = scene.root.scope("tab:winter-hawk").scope("book")
        for key in ["width", "height", "sidebar", "zoom", "page", "chapter", "columns", "split"] {
            SceneStorage(wrappedValue: 0, key, in: page).wrappedValue = 120
        }
        for key in ["path", "scroll", "listScroll", "notesScroll"] {
            SceneStorage(wrappedValue: "", key, in: page).wrappedValue = "b|winter-hawk::c|agatha"
        }
        return page
    }
}
