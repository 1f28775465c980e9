import HawkNotesFormats

/// What was read of a source, kept for the transaction that imports it: that one is not to wait for a disk
/// or a parser, as nobody else can save meanwhile.
struct ItemBuffer: Sendable {
    /// All that was read, pictures without their bytes. In pieces: one array of everything would be copied as
    /// it grows, and could only be let go of as a whole.
    private var pieces: [[ImportedItem]] = []
    /// How many things were read.
    private(set) var count = 0
    /// Whether all of it is here; otherwise it was too much to be kept.
    private(set) var isWhole = true
    /// What the reading said at its end.
    var report = ImportReport()
    private var size = 0
    private let limit: Int

    private static let pieceLength = 1_000

    /// - Parameter limit: how much is kept, in bytes, about.
    init(limit: Int) { self.limit = limit }

    mutating func add(_ item: ImportedItem) {
        guard isWhole else { return }
        size += item.sizeWithoutPicture
        if size > limit {
            pieces = []
            isWhole = false
            return
        }
        if count % Self.pieceLength == 0 {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.pieceLength)
        }
        if case .picture(var picture) = item {
            picture.bytes = []
            pieces[pieces.count - 1].append(.picture(picture))
        } else {
            pieces[pieces.count - 1].append(item)
        }
        count += 1
    }

    /// Hands everything on in its order, and lets go of it meanwhile.
    mutating func drain(_ body: (ImportedItem) throws -> Void) rethrows {
        for index in pieces.indices {
            let piece = pieces[index]
            pieces[index] = []
            for item in piece { try body(item) }
        }
        pieces = []
        count = 0
    }
}

extension ImportedItem {
    /// In bytes, about; what may be long counts as it is.
    fileprivate var sizeWithoutPicture: Int {
        let long: [String?] =
            switch self {
            case .series(let series): [series.overview]
            case .book(let book): [book.overview]
            case .character(let character): [character.overview]
            case .note(let note): [note.text, note.quote, note.formerText, note.formerFile?.text]
            case .chapter, .relation, .picture: []
            }
        return MemoryLayout<Self>.size + 256 + long.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
