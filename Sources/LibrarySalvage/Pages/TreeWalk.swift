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
