/// The known uses of each page of a database.
///
/// A page is claimed only once. A chain or a tree that reaches a claimed page has lost its way, so
/// that none can run in circles.
struct PageUse {
    enum Use: Hashable {
        case unknown
        /// A leaf that is reached from the root of a table. The caller numbers the tables, up to
        /// 200.
        case leaf(table: Int)
        /// Any other page of a tree.
        case tree
        /// Part of a record that did not fit into its leaf.
        case overflow
        /// A page that lists free ones.
        case trunk
        /// A free page.
        case free

        fileprivate var code: UInt8 {
            switch self {
            case .unknown: 0
            case .tree: 1
            case .overflow: 2
            case .trunk: 3
            case .free: 4
            case .leaf(let table): UInt8(clamping: 5 + table)
            }
        }

        fileprivate init(code: UInt8) {
            self =
                switch code {
                case 0: .unknown
                case 1: .tree
                case 2: .overflow
                case 3: .trunk
                case 4: .free
                default: .leaf(table: Int(code) - 5)
                }
        }
    }

    private var uses: [UInt8]
    /// How often pages may still be read without being claimed. Honest files rarely need that; in
    /// others, every row may name the same endless chain.
    private var shares: Int

    init(pageCount: Int) {
        uses = [UInt8](repeating: 0, count: pageCount + 1)
        shares = 100_000 + 16 * pageCount
    }

    subscript(_ page: Int) -> Use {
        guard page >= 1, page < uses.count else { return .unknown }
        return Use(code: uses[page])
    }

    /// Claims a page; false if there is no such page or it is claimed already.
    mutating func claim(_ page: Int, as use: Use) -> Bool {
        guard page >= 1, page < uses.count, uses[page] == 0 else { return false }
        uses[page] = use.code
        return true
    }

    /// Counts a page that is read without being claimed; false if there were too many.
    mutating func share() -> Bool {
        shares -= 1
        return shares > 0
    }
}

/// Follows the tree of a table or an index from its root, past damaged pages.
struct TreeWalk {
    let image: PageImage
    let isTable: Bool
    /// The number by which the leaves of a table are claimed.
    var table = 0

    private struct Step {
        let page: Int
        /// In a table, the rows that may be below it.
        var rows: ClosedRange<Int64> = .min ... .max
    }

    struct Finding {
        /// Whether nothing is wrong with the tree. Rows outside it then do not belong to the table.
        var isSound = true
        /// Whether it leads to a page that is claimed already, perhaps one of its own. SQLite may
        /// never finish following such a tree.
        var isTangled = false
    }

    /// Claims the pages of the tree.
    ///
    /// - Parameter visit: called with each page.
    func claim(
        from root: Int,
        in use: inout PageUse,
        visit: (BTreePage) throws -> Void
    ) rethrows -> Finding {
        var finding = Finding()
        var steps = [Step(page: root)]
        while let step = steps.popLast() {
            if use[step.page] != .unknown { finding.isTangled = true }
            guard use[step.page] == .unknown, let bytes = image.page(step.page),
                let page = BTreePage(
                    bytes,
                    number: step.page,
                    usable: image.usable,
                    isTable: isTable
                ),
                use.claim(step.page, as: page.kind == .tableLeaf ? .leaf(table: table) : .tree)
            else {
                finding.isSound = false
                continue
            }
            try visit(page)
            // With more children than pages, most of them are duplicates.
            guard steps.count <= 2 * image.pageCount + 1000 else {
                finding = Finding(isSound: false, isTangled: true)
                continue
            }
            if !page.isSound { finding.isSound = false }
            guard isTable else {
                if page.kind.isInterior {
                    steps += (page.cells.compactMap(\.child) + [page.rightChild].compactMap { $0 })
                        .map { Step(page: $0) }
                }
                continue
            }
            if !push(page, of: step, &steps) { finding.isSound = false }
        }
        return finding
    }

    /// Adds the children of a table's page; false if some of its rows are out of order.
    private func push(_ page: BTreePage, of step: Step, _ steps: inout [Step]) -> Bool {
        var isSound = true
        var low = step.rows.lowerBound
        let high = step.rows.upperBound
        for cell in page.cells {
            let isInOrder = cell.rowID >= low && cell.rowID <= high
            if !isInOrder { isSound = false }
            if let child = cell.child {
                steps.append(
                    Step(page: child, rows: isInOrder ? low...cell.rowID : .min ... .max)
                )
            }
            if isInOrder { low = cell.rowID == .max ? .max : cell.rowID + 1 }
        }
        if let child = page.rightChild {
            steps.append(Step(page: child, rows: low <= high ? low...high : .min ... .max))
        }
        return isSound
    }
}

/// The free pages of a database, whose content was deleted.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_freelist
struct FreeList {
    let image: PageImage

    /// Claims the free pages that no tree has claimed before.
    ///
    /// If their number is not that in the header, pages that look like a part of the list are
    /// claimed as such, too.
    func claim(in use: inout PageUse) {
        let header = DatabaseHeader(assuming: image.page(1) ?? [])
        // A truncated file may list pages beyond its end.
        let stated = header.hasMagic ? header.pageCount : 0
        let last = max(image.pageCount, stated)
        var claimed = 0
        var next = header.firstFreeTrunk
        while next != 0, let trunk = trunk(next, last), use.claim(next, as: .trunk) {
            claimed += 1 + claim(trunk.leaves, in: &use)
            next = trunk.next
        }
        guard claimed != header.freePageCount || !header.hasMagic else { return }
        for page in stride(from: 2, through: image.pageCount, by: 1) where use[page] == .unknown {
            if let trunk = trunk(page, last), !trunk.leaves.isEmpty, use.claim(page, as: .trunk) {
                _ = claim(trunk.leaves, in: &use)
            }
        }
    }

    private func claim(_ leaves: [Int], in use: inout PageUse) -> Int {
        leaves.count { use.claim($0, as: .free) }
    }

    /// Reads a page as a part of the list; nil if it cannot be one.
    ///
    /// - Parameter last: the highest page that it may list.
    private func trunk(_ number: Int, _ last: Int) -> (next: Int, leaves: [Int])? {
        guard number >= 2, let bytes = image.page(number),
            let next = bytes.uint32(at: 0), next <= last, next != 1,
            let count = bytes.uint32(at: 4), count <= image.usable / 4 - 2
        else { return nil }
        var leaves: Set<Int> = []
        for index in 0..<count {
            guard let leaf = bytes.uint32(at: 8 + 4 * index), leaf >= 2, leaf <= last,
                leaves.insert(leaf).inserted
            else { return nil }
        }
        return (next, leaves.sorted())
    }
}
