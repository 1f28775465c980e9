import Foundation
import StateRestoration

/// How long a key press holds up the main thread, in drafts of several lengths: in the program's own
/// field, and how much less in one that keeps nothing.
@MainActor
struct Keystrokes {
    var folder: URL
    private let keyCount = 1000

    init(folder: URL) { self.folder = folder }

    func run() throws {
        Table.title("A keystroke on the main thread, µs (\(keyCount) keys each)")
        for length in [1000, 100_000, 1_000_000, 10_000_000] {
            try measure(length: length, place: 1, "at the end of")
        }
        try measure(length: 10_000_000, place: 0.5, "in the middle of")
        try measure(length: 10_000_000, place: 0, "at the start of")
        try measureBareAppend()
    }

    private func measure(length: Int, place: Double, _ words: String) throws {
        let name = "\(words) \(Table.size(length))"
        let session = try Sessions.open(folder.appendingPathComponent("keystrokes " + name))
        let text = Sessions.text(ofBytes: length)
        let field = DraftField(session.makeScene().root, text)
        let bareField = DraftField(nil, text)
        for field in [field, bareField] {
            field.moveCursor(to: Int(Double(text.utf8.count) * place))
        }
        session.flush()
        var (sample, bare) = (Sample(), Sample())
        let keys = String(repeating: Sessions.line, count: keyCount).prefix(keyCount)
        for key in keys.map(String.init) {
            sample.time { field.type(key) }
            Sessions.serveMainQueue(for: 0.001)
            bare.time { bareField.type(key) }
            Sessions.serveMainQueue(for: 0.001)
        }
        session.terminate()
        field.close()
        let more = max(sample.median - bare.median, 0)
        let words = "\(sample.words), \(Sample.words(more)) of it for keeping"
        Table.line(name, words, more, bound: 20)
    }

    private func measureBareAppend() throws {
        let path = folder.appendingPathComponent("keystrokes bare").path
        let bytes = Array("1c291ca3 {\"n\":12345,\"k\":1,\"s\":[12345,\"\",\"a\"]}\n".utf8)
        var sample = Sample()
        for _ in 0..<keyCount { try sample.time { try BareFiles.append(path, bytes) } }
        Table.line("bare open, write, close", sample.words)
    }
}
