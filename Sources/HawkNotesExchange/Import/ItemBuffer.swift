import HawkNotesFormats

/// The items of a source, kept for the transaction that imports them: that should not wait for a
/// disk or a parser, because nothing else can be saved meanwhile.
struct ItemBuffer: Sendable {
    /// All items read, pictures without their bytes.
    private var items = LongList<ImportedItem>()
    /// Whether all items are here; otherwise they were too large to keep.
    private(set) var isWhole = true
    /// The report at the end of reading.
    var report = ImportReport()
    private var size = 0
    private let limit: Int

    /// The number of items read.
    var count: Int { items.count }

    /// - Parameter limit: The approximate maximum size in bytes.
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

    /// Passes on all items in order, releasing them meanwhile.
    mutating func drain(_ body: (ImportedItem) throws -> Void) rethrows { try items.drain(body) }
}

extension ImportedItem {
    /// The approximate size in bytes; parts of variable length are counted exactly.
    fileprivate var sizeWithoutPicture: Int {
        let long: [String?] =
            switch self {
            case .series(let series): [series.overview]
            case .book(let book): [book.overview]
            case .character(let character): [character.overview]
            case .note(let note): [note.text, note.quote, note.formerText, note.formerFile?.text]
            case .sources(let sources): sources.lines
            case .chapter, .relation, .picture: []
            }
        return MemoryLayout<Self>.size + 256 + long.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
