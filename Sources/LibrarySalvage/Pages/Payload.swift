/// A record together with the parts of it that stand on other pages.
struct Payload {
    /// As much as could be read.
    var bytes: [UInt8]
    /// Whether the record is longer than that.
    var isCut = false
    /// Whether its parts may belong to something else.
    var isDoubtful = false

    /// No record is longer; the text of a note may have some megabytes.
    static let longest = 64 << 20

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - use: what the pages are known to be for.
    ///   - isClaiming: whether the chain's pages are claimed; not for a row that is not in use,
    ///     whose pages may have been given away.
    init(
        of cell: BTreePage.Cell,
        in page: BTreePage,
        _ image: PageImage,
        use: inout PageUse,
        isClaiming: Bool = true
    ) {
        bytes = Array(page.bytes[cell.local])
        var missing = min(cell.payloadSize, Self.longest) - bytes.count
        isCut = cell.payloadSize > Self.longest
        var next = cell.overflow ?? 0
        while missing > 0 {
            guard let part = image.page(next), let following = part.uint32(at: 0),
                claim(next, &use, isClaiming), following <= image.pageCount
            else {
                isCut = true
                return
            }
            let size = min(missing, image.usable - 4)
            bytes += part[4..<4 + size]
            missing -= size
            if missing > 0, following == 0 {
                isCut = true
                return
            }
            next = following
        }
        if cell.overflow != nil, next != 0, !isCut { isDoubtful = true }
    }

    /// False if the page is surely none of a chain.
    private mutating func claim(
        _ page: Int,
        _ use: inout PageUse,
        _ isClaiming: Bool
    ) -> Bool {
        guard isClaiming else { return use.share() }
        switch use[page] {
        case .unknown:
            return use.claim(page, as: .overflow)
        case .overflow, .free:
            isDoubtful = true
            return use.share()
        case .leaf, .tree, .trunk:
            return false
        }
    }
}
