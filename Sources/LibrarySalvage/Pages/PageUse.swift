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

    var pageCount: Int { uses.count - 1 }

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
