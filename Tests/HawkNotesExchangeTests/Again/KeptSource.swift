import Foundation
import HawkNotesFormats
import TestSupport

/// A small source of a format, in three states, as its program would write each of them.
struct KeptSource: CustomStringConvertible {
    enum State: String {
        /// As the frozen libraries have imported it.
        case first
        /// With two more passages, or books where the format has no passages.
        case grown
        /// With new words, a longer passage and one at another place.
        case edited
    }

    let folder: String
    let format: ImportFormatName
    /// What the titles of its books begin with, in small letters; no other source has such books.
    let titles: [String]
    /// What the second state has more than the first.
    var growth: [ImportedKind: Int] = [.note: 2]
    /// How many notes the third state has more: a review where there was none.
    var editedGrowth: Int?
    /// The versions that read its books, but not the passages in them.
    var makersWithoutPassages: Set<ImportedAgainTestCase.Maker> = []
    /// Whether earlier versions knew its notes by what may be edited: before they can follow an edit, they
    /// have to have met the file as it was once more.
    var wasKnownByContent = false

    var description: String { folder }

    static let all = [
        KeptSource(
            folder: "kindle",
            format: .kindleClippings,
            titles: ["the ferry ledger", "wind over sable"]
        ),
        KeptSource(
            folder: "koreader-json",
            format: .koreaderJSON,
            titles: ["marsh lights", "the clay bell"]
        ),
        KeptSource(
            folder: "koreader-sidecar",
            format: .koreaderSidecar,
            titles: ["under the alder", "tin weather"]
        ),
        KeptSource(
            folder: "readwise",
            format: .readwise,
            titles: ["the tin orchard", "letters from quay street"]
        ),
        KeptSource(
            folder: "goodreads",
            format: .goodreads,
            titles: [
                "low tide", "the glass ferry", "salt arithmetic", "paper moor", "the last lock",
            ],
            growth: [.book: 2, .note: 1],
            editedGrowth: 1,
            wasKnownByContent: true
        ),
        KeptSource(
            folder: "storygraph",
            format: .storyGraph,
            titles: ["winter cart", "a field of", "the deaf piano", "harbour", "the blue sum"],
            growth: [.book: 2, .note: 1],
            editedGrowth: 1,
            wasKnownByContent: true
        ),
        KeptSource(
            folder: "calibre-table",
            format: .calibreTable,
            titles: ["the ninth door", "a hinge in", "thread count", "the lintel", "bobbin"],
            growth: [.book: 2]
        ),
        KeptSource(
            folder: "calibre-library",
            format: .calibreLibrary,
            titles: ["the bridge", "keeper of", "cold kitchen"],
            makersWithoutPassages: [.schema4]
        ),
        KeptSource(
            folder: "epub",
            format: .epub,
            titles: ["the reed"],
            growth: [:]
        ),
        KeptSource(
            folder: "markdown-folder",
            format: .markdown,
            titles: ["stone harvest", "the owl tax"]
        ),
        // They made one note of each of its files.
        KeptSource(
            folder: "vault",
            format: .markdown,
            titles: ["the lake clerk", "cut paper"],
            makersWithoutPassages: [.schema4, .schema5]
        ),
    ]

    static let fixtures = SourceTree.root
        .appendingPathComponent("Tests/HawkNotesExchangeTests/Fixtures/again")

    /// The file or folder that a reader would choose.
    func url(_ state: State) throws -> URL {
        let parent = Self.fixtures.appendingPathComponent("\(folder)/\(state.rawValue)")
        let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
        guard names.count == 1 else { throw CocoaError(.fileNoSuchFile) }
        return parent.appendingPathComponent(names[0])
    }

    func source(_ state: State) throws -> ImportSource {
        try ImportSource(path: try url(state).path)
    }
}
