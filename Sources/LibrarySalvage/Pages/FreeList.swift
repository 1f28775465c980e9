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
