import Foundation

/// A file in `history/objects/`: a part of a window under a name derived from its content, so that
/// unchanged parts are stored once.
///
/// It is a state file. One has the small values of a window with its short texts; each long text
/// has its own, because it rarely changes with the rest.
struct HistoryObject: Sendable {
    let name: String
    let bytes: [UInt8]

    /// Texts of at least this length in bytes have their own file.
    static let longText = 16 * 1024

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        name = HistoryObject.name(of: bytes)
    }

    /// The checksum and the length.
    static func name(of bytes: [UInt8]) -> String {
        var sum: [UInt8] = []
        Checksum.appendHex(bytes.withUnsafeBufferPointer(Checksum.crc32), to: &sum)
        return String(decoding: sum, as: UTF8.self) + "-\(bytes.count).state"
    }

    /// Whether the library created the file: `<checksum>-<length>.state`, with a number in case two
    /// contents have the same checksum and length.
    static func isName(_ name: String) -> Bool {
        guard name.hasSuffix(".state") else { return false }
        let parts = name.dropLast(6).split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts[0].utf8.count == 8
            && parts[0].utf8.allSatisfy { Checksum.hexValue($0) != nil }
            && parts.dropFirst().allSatisfy { Int($0).map { $0 >= 0 } ?? false }
    }

    /// The size in bytes of an undamaged file of this name.
    static func length(ofName name: String) -> Int? {
        guard isName(name) else { return nil }
        return name.dropLast(6).split(separator: "-").dropFirst().first.flatMap { Int($0) }
    }

    /// The files of a window. Only the content of texts counts: cursor and undo history make no
    /// other state.
    static func objects(of window: HistorySnapshot.Window) -> [HistoryObject] {
        var main = WindowState()
        main.title = window.title
        main.unknownRecords = window.unknownRecords
        var objects: [HistoryObject] = []
        let contents = window.contents.sorted {
            $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }
        for (path, content) in contents where !content.isEmptiedText {
            guard case .text(let text) = content else {
                main.contents[path] = content
                continue
            }
            let plain = SceneContent.text(EditedText(text.text))
            if text.text.utf8Count < longText {
                main.contents[path] = plain
            } else {
                var state = WindowState()
                state.contents[path] = plain
                objects.append(object(state, window.id))
            }
        }
        return [object(main, window.id)] + objects
    }

    /// They do not name the writing program: a new version is no reason to store everything again.
    private static func object(_ state: WindowState, _ id: SceneIdentifier) -> HistoryObject {
        var (state, encoder) = (state, StateFileEncoder())
        return HistoryObject(encoder.snapshot(of: &state, id, writer: "StateRestoration"))
    }
}

/// The windows at some time, to be stored in the history.
struct HistorySnapshot: Sendable {
    struct Window: Sendable {
        var id: SceneIdentifier
        var title: String
        var contents: [String: SceneContent]
        var unknownRecords: [[JSONValue.Member]]

        init(_ id: SceneIdentifier, _ state: WindowState) {
            self.id = id
            title = state.title
            contents = state.contents
            unknownRecords = state.unknownRecords
        }

        var summary: HistoryState.Window {
            HistoryState.Window(
                id: id,
                title: title,
                beginningOfText: contents.beginningOfText,
                textLength: contents.values.compactMap(\.longText).reduce(0) { $0 + $1.scalarCount }
            )
        }
    }

    var date: Date
    /// Front first.
    var windows: [Window]
}
