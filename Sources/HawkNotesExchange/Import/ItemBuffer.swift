import HawkNotesFormats

/// What was read of a source, kept for the transaction that imports it: that one is not to wait for a disk
/// or a parser, as nothing else can be saved meanwhile.
struct ItemBuffer: Sendable {
    /// All that was read, pictures without their bytes.
    private var items = LongList<ImportedItem>()
    /// Whether all of it is here; otherwise it was too much to be kept.
    private(set) var isWhole = true
    /// What the reading said at its end.
    var report = ImportReport()
    private var size = 0
    private let limit: Int

    /// How many things were read.
    var count: Int { items.count }

    /// - Parameter limit: how much is kept, in bytes, about.
    init(limit: Int) { self.limit = limit }

    mutating func add(_ item: ImportedItem) {
        guard isWhole else { return }
        size += item.sizeWithoutPicture
        if size > limit {
            items.removeAll()
            isWhole = false
            return
        }
        if case .picture(var picture) = item {
            picture.bytes = []
            items.append(.picture(picture))
        } else {
            items.append(item)
        }
    }

    /// Hands everything on in its order, and lets go of it meanwhile.
    mutating func drain(_ body: (ImportedItem) throws -> Void) rethrows { try items.drain(body) }
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
