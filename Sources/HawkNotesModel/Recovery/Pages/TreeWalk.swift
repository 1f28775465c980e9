/// Goes through the tree of a table or an index from its root, past what is damaged.
struct TreeWalk {
    let image: PageImage
    let isTable: Bool

    private struct Step {
        let page: Int
        /// The rows that may be below it, of a table.
        var rows: ClosedRange<Int64> = .min ... .max
    }

    /// Claims the pages of the tree.
    ///
    /// - Parameter visit: is given each page.
    /// - Returns: whether nothing at all is wrong with the tree. Rows that stand outside it are
    ///   then none of the table's.
    func claim(
        from root: Int,
        in use: inout PageUse,
        visit: (BTreePage) throws -> Void = { _ in }
    ) rethrows -> Bool {
        var isSound = true
        var steps = [Step(page: root)]
        while let step = steps.popLast() {
            guard use[step.page] == .unknown, let bytes = image.page(step.page),
                let page = BTreePage(
                    bytes,
                    number: step.page,
                    usable: image.usable,
                    isTable: isTable
                ),
                use.claim(step.page, as: page.kind == .tableLeaf ? .leaf : .tree)
            else {
                isSound = false
                continue
            }
            try visit(page)
            if !page.isSound { isSound = false }
            guard isTable else {
                if page.kind.isInterior {
                    steps += (page.cells.compactMap(\.child) + [page.rightChild].compactMap { $0 })
                        .map { Step(page: $0) }
                }
                continue
            }
            if !push(page, of: step, &steps) { isSound = false }
        }
        return isSound
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
