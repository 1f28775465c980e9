/// What each page of a database is for, as far as it has been found out.
///
/// A page is claimed once: a chain or a tree that comes to a page that is claimed has lost its
/// way, and cannot run in a circle either.
struct PageUse {
    enum Use: Hashable {
        case unknown
        /// Leaf of a table's tree that is reached from its root; tables are told apart by a number
        /// of the caller's, up to 200.
        case leaf(table: Int)
        /// Any other page of a tree.
        case tree
        /// What did not fit into a leaf.
        case overflow
        /// A page that lists free ones.
        case trunk
        /// A page that was given back.
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
    /// How often pages may still be read that something else has claimed, or that nothing may.
    /// Honest files need that seldom; in others each row may name the same endless chain.
    private var shares: Int

    init(pageCount: Int) {
        uses = [UInt8](repeating: 0, count: pageCount + 1)
        shares = 100_000 + 16 * pageCount
    }

    subscript(_ page: Int) -> Use {
        guard page >= 1, page < uses.count else { return .unknown }
        return Use(code: uses[page])
    }

    /// Takes a page for a use; false if there is no such page or it is taken.
    mutating func claim(_ page: Int, as use: Use) -> Bool {
        guard page >= 1, page < uses.count, uses[page] == 0 else { return false }
        uses[page] = use.code
        return true
    }

    /// Asks to read a page without claiming it; false if that has been done too often.
    mutating func share() -> Bool {
        shares -= 1
        return shares > 0
    }
}

/// Goes through the tree of a table or an index from its root, past what is damaged.
struct TreeWalk {
    let image: PageImage
    let isTable: Bool
    /// What the leaves of a table are claimed as.
    var table = 0

    private struct Step {
        let page: Int
        /// The rows that may be below it, of a table.
        var rows: ClosedRange<Int64> = .min ... .max
    }

    struct Finding {
        /// Whether nothing at all is wrong with the tree. Rows that stand outside it are then
        /// none of the table's.
        var isSound = true
        /// Whether it leads to a page that is in use already, perhaps to itself: whoever follows
        /// it without noticing may never come to an end.
        var isTangled = false
    }

    /// Claims the pages of the tree.
    ///
    /// - Parameter visit: is given each page.
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
            // More children than pages: nearly all of them are the same ones.
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

    /// Adds the children of a table's page; false if its rows are not where they must be.
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

/// The pages that a database has given back; what they hold was deleted.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_freelist
struct FreeList {
    let image: PageImage

    /// Claims the free pages that no tree has claimed before.
    ///
    /// If the list does not hold what the header says, pages that look like a part of it are
    /// taken for one too.
    func claim(in use: inout PageUse) {
        let header = DatabaseHeader(assuming: image.page(1) ?? [])
        // A file that ends early lists pages behind its end; those before it are free all the same.
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

    /// A page as a part of the list; nil if it cannot be one.
    ///
    /// - Parameter last: the highest page that it may name.
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
