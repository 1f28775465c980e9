/// A page of a table or an index. It may be damaged, so nothing in it is trusted.
///
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
struct BTreePage {
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isInterior: Bool { self == .indexInterior || self == .tableInterior }
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
        var headerSize: Int { isInterior ? 12 : 8 }
    }

    let bytes: [UInt8]
    let kind: Kind
    /// The bytes of the page that SQLite uses.
    let usable: Int
    /// The offset of the page's header. In the first page it follows the file's header.
    let start: Int

    /// - Parameter kind: overrides the kind that the page states.
    /// - Returns: nil if the page does not state a kind.
    init?(_ bytes: [UInt8], number: Int, usable: Int, as kind: Kind? = nil) {
        let start = number == 1 ? 100 : 0
        guard bytes.count >= usable, usable >= start + 12,
            let kind = kind ?? Kind(rawValue: bytes[start])
        else { return nil }
        self.bytes = bytes
        self.kind = kind
        self.usable = usable
        self.start = start
    }

    /// The number of cells stated by the page.
    private var statedCellCount: Int { bytes.uint16(at: start + 3) ?? 0 }

    /// The number of listed cells, at most as many as there is room for.
    var cellCount: Int { min(statedCellCount, (usable - pointerStart) / 2) }

    /// Whether it states more cells than fit into any page.
    var statesTooManyCells: Bool { 2 * statedCellCount > usable }

    /// The start of the list of cells.
    var pointerStart: Int { start + kind.headerSize }

    /// The end of the list of cells, where unused space begins.
    var pointerEnd: Int { pointerStart + 2 * cellCount }

    /// The start of the cells, as stated by the page.
    var contentStart: Int {
        let offset = bytes.uint16(at: start + 5) ?? 0
        return offset == 0 ? 65536 : offset
    }

    /// The last child of an interior page.
    var rightChild: Int? { kind.isInterior ? bytes.uint32(at: start + 8) : nil }

    /// A listed cell; nil if it is not within the page.
    func cell(_ index: Int) -> Cell? {
        bytes.uint16(at: pointerStart + 2 * index).flatMap { cell(at: $0) }
    }

    /// All listed cells that are within the page.
    var cells: [Cell] { (0..<cellCount).compactMap { cell($0) } }

    /// The values of a cell; nil if it is not a record, or continues on other pages.
    func values(of cell: Cell) -> [SQLValue]? {
        guard cell.overflow == nil,
            let record = SQLRecord(bytes, in: cell.local, size: cell.payloadSize)
        else { return nil }
        return record.values(of: Array(bytes[cell.local]))
    }
}

extension BTreePage {
    struct Cell {
        /// The first byte of the cell.
        let offset: Int
        /// The number of bytes that it occupies on the page.
        let size: Int
        /// In an interior page, the page with smaller keys.
        let child: Int?
        /// In a table, the number of the row.
        let rowID: Int64
        /// The length of the whole record.
        let payloadSize: Int
        /// The part of the record on this page.
        let local: Range<Int>
        /// The page with the next part of the record; nil if there is none.
        let overflow: Int?
    }

    /// Reads a cell at any offset; nil if there cannot be one.
    func cell(at offset: Int) -> Cell? {
        guard offset >= pointerStart, offset < usable else { return nil }
        var position = offset
        var child: Int?
        if kind.isInterior {
            child = bytes.uint32(at: position)
            position += 4
        }
        var payloadSize: Int64 = 0
        if kind != .tableInterior {
            guard let number = bytes.varint(at: position, before: usable), number.value >= 0,
                number.value <= Int64(Int32.max)
            else { return nil }
            payloadSize = number.value
            position += number.length
        }
        var rowID: Int64 = 0
        if kind.isTable {
            guard let number = bytes.varint(at: position, before: usable) else { return nil }
            rowID = number.value
            position += number.length
        }
        let local = localSize(of: Int(payloadSize))
        let spills = local < Int(payloadSize)
        let end = position + local + (spills ? 4 : 0)
        guard position <= usable, end <= usable else { return nil }
        return Cell(
            offset: offset,
            size: max(4, end - offset),
            child: child,
            rowID: rowID,
            payloadSize: Int(payloadSize),
            local: position..<position + local,
            overflow: spills ? bytes.uint32(at: position + local) : nil
        )
    }

    /// The number of bytes of a record that are on the page itself.
    private func localSize(of payload: Int) -> Int {
        let most = kind.isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard kind != .tableInterior, payload > most else { return payload }
        let least = (usable - 12) * 32 / 255 - 23
        let size = least + (payload - least) % (usable - 4)
        return size <= most ? size : least
    }
}

extension BTreePage {
    /// How the space for cells is used.
    struct Layout {
        /// Listed cells that are within the page.
        var cells: [Cell] = []
        /// Free blocks, as far as their chain can be followed.
        var free: [Range<Int>] = []
        /// Space that is neither.
        var gaps: [Range<Int>] = []
        /// Whether every byte is accounted for, whatever kind the page states.
        var isSound = true
    }

    /// Whether the page's numbers agree, so that no cell is hidden or made up.
    var isSound: Bool { bytes[start] == kind.rawValue && layout().isSound }

    /// Reads a page of a table, or of an index. Uses the stated kind if the page fits it, otherwise
    /// one that fits, as the byte that states the kind may be damaged.
    init?(_ bytes: [UInt8], number: Int, usable: Int, isTable: Bool) {
        let declared = BTreePage(bytes, number: number, usable: usable)
        if let declared, declared.kind.isTable == isTable, declared.layout().isSound {
            self = declared
            return
        }
        let kinds: [Kind] = isTable ? [.tableLeaf, .tableInterior] : [.indexLeaf, .indexInterior]
        let fitting = kinds.lazy
            .compactMap { BTreePage(bytes, number: number, usable: usable, as: $0) }
            // A page of zeros fits every kind.
            .first { $0.cellCount > 0 && $0.layout().isSound }
        if let fitting {
            self = fitting
        } else if let declared, declared.kind.isTable == isTable {
            self = declared
        } else {
            return nil
        }
    }

    func layout() -> Layout {
        var layout = Layout()
        var taken: [Range<Int>] = []
        layout.isSound =
            statedCellCount == cellCount && contentStart <= usable && contentStart >= pointerEnd
        for index in 0..<cellCount {
            guard let cell = cell(index) else {
                layout.isSound = false
                continue
            }
            layout.cells.append(cell)
            taken.append(cell.offset..<min(usable, cell.offset + cell.size))
        }
        layout.free = freeBlocks(&layout.isSound)
        taken += layout.free
        taken.sort { $0.lowerBound < $1.lowerBound }

        var position = min(max(contentStart, pointerEnd), usable)
        if let first = taken.first, first.lowerBound < position { layout.isSound = false }
        var fragments = 0
        for range in taken {
            if range.lowerBound > position {
                layout.gaps.append(position..<range.lowerBound)
                fragments += range.lowerBound - position
            } else if range.lowerBound < position {
                layout.isSound = false
            }
            position = max(position, range.upperBound)
        }
        if position < usable {
            layout.gaps.append(position..<usable)
            fragments += usable - position
        }
        if fragments != Int(bytes[start + 7]) { layout.isSound = false }
        return layout
    }

    private func freeBlocks(_ isSound: inout Bool) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var offset = bytes.uint16(at: start + 1) ?? 0
        var lowest = pointerEnd
        while offset != 0 {
            guard offset >= lowest, offset + 4 <= usable, let size = bytes.uint16(at: offset + 2),
                size >= 4, offset + size <= usable, let next = bytes.uint16(at: offset)
            else {
                isSound = false
                break
            }
            blocks.append(offset..<offset + size)
            // Blocks are in ascending order, so that the chain cannot be a ring.
            lowest = offset + size
            offset = next
        }
        return blocks
    }
}
