/// What each page of a database is for, as far as it has been found out.
///
/// A page is claimed once: a chain or a tree that comes to a page that is claimed has lost its
/// way, and cannot run in a circle either.
struct PageUse {
    enum Use: UInt8 {
        case unknown
        /// Leaf of a table's tree that is reached from its root.
        case leaf
        /// Any other page of a tree.
        case tree
        /// What did not fit into a leaf.
        case overflow
        /// A page that lists free ones.
        case trunk
        /// A page that was given back.
        case free
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
        return Use(rawValue: uses[page]) ?? .unknown
    }

    /// Takes a page for a use; false if there is no such page or it is taken.
    mutating func claim(_ page: Int, as use: Use) -> Bool {
        guard page >= 1, page < uses.count, uses[page] == 0 else { return false }
        uses[page] = use.rawValue
        return true
    }

    /// Asks to read a page without claiming it; false if that has been done too often.
    mutating func share() -> Bool {
        shares -= 1
        return shares > 0
    }
}
