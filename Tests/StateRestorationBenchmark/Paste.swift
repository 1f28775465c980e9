import Foundation
import StateRestoration

/// How much the paste of a whole book holds up what is typed meanwhile in another window.
@MainActor
struct Paste {
    var folder: URL

    func run() throws {
        Table.title("A paste of 10 MB into a draft, ms")
        let session = try Sessions.open(folder.appendingPathComponent("paste"))
        let (pasted, typed) = (session.makeScene(), session.makeScene())
        let (book, note) = (
            RestorableText("draft", in: pasted.root), RestorableText("draft", in: typed.root)
        )
        var (pasting, written, alone, beside) = (Sample(), Sample(), Sample(), Sample())
        let text = Sessions.text(ofBytes: 10_000_000)
        for _ in 0..<10 {
            alone.add(Sessions.milliseconds(until: typed) { type(into: note) })
            var once = Sample()
            written.add(
                Sessions.milliseconds(until: pasted) {
                    once.time { book.replace(offset: 0, removing: "", inserting: text) }
                }
            )
            pasting.add(once.median / 1000)
            book.setString("")
            settle(session)
            beside.add(
                Sessions.milliseconds(until: typed) {
                    book.replace(offset: 0, removing: "", inserting: text)
                    type(into: note)
                }
            )
            book.setString("")
            settle(session)
        }
        session.terminate()
        Table.line("on the main thread", pasting.words)
        Table.line("until it is written", written.words)
        Table.line("a key elsewhere, otherwise", alone.words, alone.median, bound: 100)
        Table.line("a key elsewhere, after it", beside.words, beside.median, bound: 100)
    }

    private func type(into draft: RestorableText) {
        draft.replace(offset: 0, removing: "", inserting: "x")
    }

    /// After everything is written, and a while with nothing to write.
    private func settle(_ session: RestorationSession) {
        session.flush()
        Sessions.serveMainQueue(for: 0.2)
    }
}
