import HawkNotesFormats

/// What was read of a source, kept for the transaction that imports it: that one is not to wait for a disk
/// or a parser, as nobody else can save meanwhile.
struct ItemBuffer {
    /// All that was read, pictures without their bytes; nil when it was too much to be kept.
    private(set) var items: [ImportedItem]? = []
    /// What the reading said at its end.
    var report = ImportReport()
    private var size = 0
    private let limit: Int

    /// - Parameter limit: how much is kept, in bytes, about.
    init(limit: Int) { self.limit = limit }

    mutating func add(_ item: ImportedItem) {
        guard items != nil else { return }
        size += item.sizeWithoutPicture
        if size > limit {
            items = nil
        } else if case .picture(var picture) = item {
            picture.bytes = []
            items?.append(.picture(picture))
        } else {
            items?.append(item)
        }
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
