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
        let header = image.page(1) ?? []
        let count = header.uint32(at: 36) ?? 0
        var claimed = 0
        var next = header.uint32(at: 32) ?? 0
        while next != 0, let trunk = trunk(next), use.claim(next, as: .trunk) {
            claimed += 1 + claim(trunk.leaves, in: &use)
            next = trunk.next
        }
        guard claimed != count || !header.starts(with: DatabaseSchema.magic) else { return }
        for page in stride(from: 2, through: image.pageCount, by: 1) where use[page] == .unknown {
            if let trunk = trunk(page), !trunk.leaves.isEmpty, use.claim(page, as: .trunk) {
                _ = claim(trunk.leaves, in: &use)
            }
        }
    }

    private func claim(_ leaves: [Int], in use: inout PageUse) -> Int {
        leaves.count { use.claim($0, as: .free) }
    }

    /// A page as a part of the list; nil if it cannot be one.
    private func trunk(_ number: Int) -> (next: Int, leaves: [Int])? {
        guard number >= 2, let bytes = image.page(number),
            let next = bytes.uint32(at: 0), next <= image.pageCount, next != 1,
            let count = bytes.uint32(at: 4), count <= image.usable / 4 - 2
        else { return nil }
        var leaves: Set<Int> = []
        for index in 0..<count {
            guard let leaf = bytes.uint32(at: 8 + 4 * index), leaf >= 2, leaf <= image.pageCount,
                leaves.insert(leaf).inserted
            else { return nil }
        }
        return (next, leaves.sorted())
    }
}
