import Foundation

/// Reads the rows of a damaged library out of its pages, without SQLite.
///
/// Trees, free pages and indexes are followed first. What a page is used for tells whether its rows
/// are current.
final class LeafReader {
    let image: PageImage
    let store: SalvageStore
    private var use: PageUse
    private(set) var schema: DatabaseSchema
    private(set) var knowledge = SalvageStore.Knowledge()
    /// The tables in whose trees SQLite cannot get lost.
    private(set) var tablesForSQLite: Set<SalvageTable> = []
    /// Whether pages are of different times, so that none can vouch for another.
    private let isMixed: Bool
    private let layouts: [SalvageLayout]

    init(_ image: PageImage, into store: SalvageStore, isMixed: Bool) {
        self.image = image
        self.store = store
        self.isMixed = isMixed
        layouts = SalvageTable.allCases.compactMap { store.layouts[$0] }
        var use = PageUse(pageCount: image.pageCount)
        schema = DatabaseSchema(image, use: &use)
        self.use = use
    }

    /// Determines the use of each page, and the rows that the indexes name.
    func followTrees() throws {
        knowledge.isNoteTableListed = schema.tables[SalvageTable.note.rawValue] != nil
        for (number, table) in SalvageTable.allCases.enumerated() {
            guard let root = schema.tables[table.rawValue] else { continue }
            let walk = TreeWalk(image: image, isTable: true, table: number)
            var hasForeignRows = false
            let finding = walk.claim(from: root, in: &use) {
                if holdsForeignRows($0, of: number) { hasForeignRows = true }
            }
            // SQLite would read them as rows of this table.
            guard !hasForeignRows else { continue }
            if !finding.isTangled, !schema.isTangled { tablesForSQLite.insert(table) }
            guard finding.isSound, !isMixed else { continue }
            if table == .note { knowledge.isNoteTableSound = true }
            if table == .favorite { knowledge.isFavoriteTableSound = true }
        }
        for (name, root) in schema.tables.sorted(by: { $0.key < $1.key })
        where SalvageTable(rawValue: name) == nil {
            if let table = KeyedTable(rawValue: name) {
                let walk = TreeWalk(image: image, isTable: false)
                _ = try walk.claim(from: root, in: &use) { page in
                    for entry in entries(of: page) { try store.add(entry, to: table) }
                }
                continue
            }
            let walk = TreeWalk(image: image, isTable: true, table: DatabaseSchema.otherTable)
            _ = walk.claim(from: root, in: &use) { _ in }
        }
        try followIndexes()
        FreeList(image: image).claim(in: &use)
    }

    /// Whether a page in the tree of a table has rows of another table.
    private func holdsForeignRows(_ page: BTreePage, of table: Int) -> Bool {
        guard page.kind == .tableLeaf else { return false }
        return page.cells.contains { cell in
            guard let record = SQLRecord(page.bytes, in: cell.local, size: cell.payloadSize),
                let number = layoutNumber(of: record.types, in: table)
            else { return false }
            return number != table
        }
    }

    private func followIndexes() throws {
        var sound: Set<WitnessIndex> = []
        var counts: [WitnessIndex: Int] = [:]
        for (name, root) in schema.indexes.sorted(by: { $0.key < $1.key }) {
            let index = WitnessIndex(rawValue: name)
            // An unreadable entry may name any row.
            var isReadable = true
            let finding = try TreeWalk(image: image, isTable: false).claim(from: root, in: &use) {
                let entries = entries(of: $0)
                if entries.count < $0.cellCount { isReadable = false }
                guard let index else { return }
                for entry in entries {
                    if try witness(entry, of: index) {
                        counts[index, default: 0] += 1
                    } else {
                        isReadable = false
                    }
                }
            }
            if let index, finding.isSound, isReadable, !isMixed { sound.insert(index) }
        }
        knowledge.isFavoriteTableSound =
            knowledge.isFavoriteTableSound || sound.contains(.favoriteByID)
        // If they disagree, one has damaged entries.
        let isAgreed =
            try !sound.isSuperset(of: [.noteByID, .noteBySubject])
            || (counts[.noteByID] == counts[.noteBySubject]
                && store.witnessCount() == counts[.noteByID] ?? 0)
        knowledge.isNoteIndexSound =
            !sound.isDisjoint(with: [.noteByID, .noteBySubject]) && isAgreed
    }

    /// Records the row that an entry of an index names; false if the entry is damaged.
    private func witness(
        _ entry: [SQLValue],
        of index: WitnessIndex,
        isInIndex: Bool = true
    ) throws -> Bool {
        switch index {
        case .noteBySubject:
            // The number of the row may be repeated at the end.
            guard entry.count == 4 || entry.count == 5, case .text(let kind) = entry[0],
                kind.count == 4 || kind.count == 9,
                case .blob(let id) = entry[1], id.count == 16,
                case .integer(let createdAt) = entry[2], case .integer(let sequence) = entry[3]
            else { return false }
            try store.witnessNote(sequence, createdAt: createdAt, isInIndex: isInIndex)
        case .noteByID:
            guard entry.count == 2, case .blob(let id) = entry[0], id.count == 16,
                case .integer(let sequence) = entry[1]
            else { return false }
            try store.witnessNote(sequence, id: id)
        case .favoriteByID:
            guard entry.count == 2, case .blob(let id) = entry[0], id.count == 16
            else { return false }
            try store.witnessFavorite(id)
        }
        return true
    }

    private func entries(of page: BTreePage) -> [[SQLValue]] {
        page.cells.compactMap(page.values(of:))
    }
}

extension LeafReader {
    /// Adds the rows of all pages, and reports the completed share.
    func readPages(progress: (Double) throws -> Void) throws {
        var others: [Int] = []
        for number in stride(from: 1, through: image.pageCount, by: 1) {
            if number % 64 == 1 { try progress(Double(number) / Double(image.pageCount)) }
            guard let bytes = image.page(number), !bytes.isZero else { continue }
            switch use[number] {
            case .leaf(let table):
                try readLeaf(bytes, number, as: nil, of: table)
            case .free:
                try carve(bytes, number, .deleted)
            case .tree:
                // With more children than fit, it may have been a page of rows.
                let page = BTreePage(bytes, number: number, usable: image.usable, as: .tableLeaf)
                guard page?.statesTooManyCells ?? false else { continue }
                store.report.damagedPages.insert(number)
                try carve(bytes, number, .carved)
            case .trunk, .overflow:
                continue
            case .unknown:
                try readUnknown(bytes, number, &others)
            }
        }
        // Pages that are still unclaimed after all rows have claimed theirs.
        for number in others where use[number] == .unknown {
            guard let bytes = image.page(number) else { continue }
            store.report.damagedPages.insert(number)
            if try !readLeaf(bytes, number, as: .orphan) { try carve(bytes, number, .carved) }
        }
        store.report.unreadablePages = image.unreadable
    }

    private func readUnknown(_ bytes: [UInt8], _ number: Int, _ others: inout [Int]) throws {
        if let page = BTreePage(bytes, number: number, usable: image.usable), page.isSound {
            switch page.kind {
            case .tableLeaf:
                // Without the list of tables, every page of a table looks unclaimed.
                try readLeaf(bytes, number, as: knowledge.isNoteTableListed ? .orphan : nil)
                return
            case .indexLeaf, .indexInterior:
                for entry in entries(of: page) {
                    _ = try witness(entry, of: .noteBySubject, isInIndex: false)
                }
                return
            case .tableInterior:
                return
            }
        }
        others.append(number)
    }

    /// Reads a page of a table.
    ///
    /// - Parameters:
    ///   - standing: nil if its rows are in the library.
    ///   - table: the table whose tree has the page. Rows of other tables do not belong there.
    /// - Returns: false if it is not a page of a table.
    @discardableResult
    private func readLeaf(
        _ bytes: [UInt8],
        _ number: Int,
        as standing: SalvageStanding?,
        of table: Int? = nil
    ) throws -> Bool {
        guard
            let page = BTreePage(bytes, number: number, usable: image.usable, isTable: true),
            page.kind == .tableLeaf
        else { return false }
        let layout = page.layout()
        if !page.isSound { store.report.damagedPages.insert(number) }
        var rows: [Range<Int>] = []
        for cell in layout.cells where try read(cell, page, standing, of: table) {
            rows.append(cell.offset..<min(page.usable, cell.offset + cell.size))
        }
        if layout.isSound {
            let unused = page.pointerEnd..<max(page.pointerEnd, page.contentStart)
            for range in layout.gaps + layout.free + [unused] {
                try carve(page, range, .deleted)
            }
            return true
        }
        // A damaged page may have rows where it states none.
        var position = page.pointerStart
        for row in rows.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if position < row.lowerBound { try carve(page, position..<row.lowerBound, .carved) }
            position = max(position, row.upperBound)
        }
        if position < page.usable { try carve(page, position..<page.usable, .carved) }
        return true
    }

    /// Looks for rows at every offset of a page.
    func carve(_ bytes: [UInt8], _ number: Int, _ standing: SalvageStanding) throws {
        guard
            let page = BTreePage(bytes, number: number, usable: image.usable, as: .tableLeaf)
        else { return }
        try carve(page, page.pointerStart..<page.usable, standing)
    }

    private func carve(
        _ page: BTreePage,
        _ range: Range<Int>,
        _ standing: SalvageStanding
    ) throws {
        for offset in range where mayBeginRow(page.bytes, offset) {
            // Rows may overlap: a newer one may have taken the end of an older one's space.
            if let cell = page.cell(at: offset), offset + cell.size <= range.upperBound {
                try read(cell, page, standing)
            }
        }
    }

    /// Whether the length, the number and the record of a row may begin here. Rules out nearly
    /// every byte of a text. The first column of each table is an id, or the row's number, which is
    /// not in the record.
    private func mayBeginRow(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard bytes[offset] != 0 else { return false }
        var position = offset
        for _ in 0..<2 {
            let end = min(position + 9, bytes.count - 2)
            while position < end, bytes[position] >= 0x80 { position += 1 }
            position += 1
        }
        guard position + 1 < bytes.count else { return false }
        let first = bytes[position + 1]
        return bytes[position] >= 2 && (first == 0 || first == 44 || first == 45)
    }

    /// Adds or keeps the row in a cell; false if it is not one of a library.
    @discardableResult
    private func read(
        _ cell: BTreePage.Cell,
        _ page: BTreePage,
        _ standing: SalvageStanding?,
        of table: Int? = nil
    ) throws -> Bool {
        guard let record = SQLRecord(page.bytes, in: cell.local, size: cell.payloadSize)
        else { return false }
        if standing == nil, record.types.count == 2 { readSequence(page, cell) }
        guard let number = layoutNumber(of: record.types, in: table) else { return false }
        let layout = layouts[number]
        let standing = standing ?? (number == table ?? number ? nil : .orphan)
        let payload = Payload(
            of: cell,
            in: page,
            image,
            use: &use,
            isClaiming: standing == nil || standing == .orphan
        )
        guard
            let row = SalvagedRow(
                record.values(of: payload.bytes),
                rowID: cell.rowID,
                layout: layout,
                isDoubtful: payload.isDoubtful
            )
        else { return false }
        guard let standing else {
            try store.add(row, by: .pages)
            return true
        }
        if row.flaws == .isUndated, standing != .orphan { return false }
        try store.keep(row, standing)
        return true
    }

    /// The table that a record looks most like; of several, the one whose tree has it.
    private func layoutNumber(of types: [Int64], in table: Int?) -> Int? {
        // Nearly always so, and no other can fit better.
        if let table, layouts.indices.contains(table), layouts[table].mayHold(types),
            layouts[table].misfits(types) == 0
        {
            return table
        }
        let fitting = layouts.indices.filter { layouts[$0].mayHold(types) }
        let least = fitting.map { layouts[$0].misfits(types) }.min()
        let best = fitting.filter { layouts[$0].misfits(types) == least }
        return best.first { $0 == table } ?? best.first
    }

    /// Reads the highest number that a note ever had, which SQLite stores in a table of its own.
    private func readSequence(_ page: BTreePage, _ cell: BTreePage.Cell) {
        guard let values = page.values(of: cell) else { return }
        if values[0] == .text(Array(SalvageTable.note.rawValue.utf8)),
            case .integer(let sequence) = values[1]
        {
            store.reserveSequence(sequence)
        }
    }
}

extension LeafReader {
    /// Looks for missing rows in damaged frames of the log and in older versions of pages.
    func readOtherVersions(progress: (Double) throws -> Void) throws {
        let broken = image.log?.remains.broken ?? []
        for version in broken {
            guard let bytes = image.loggedPage(at: version.offset) else { continue }
            store.report.damagedPages.insert(version.page)
            try carve(bytes, version.page, .carved)
        }
        guard !knowledge.isNoteTableSound, try !broken.isEmpty || store.missesNotes() || isMixed
        else { return }
        let damaged = Set(broken.map(\.page)).union(store.report.damagedPages)
        let older = image.log?.remains.older ?? []
        for (index, version) in older.enumerated() {
            if index % 64 == 0 { try progress(Double(index) / Double(older.count)) }
            guard let bytes = image.loggedPage(at: version.offset) else { continue }
            try carve(bytes, version.page, damaged.contains(version.page) ? .prior : .deleted)
        }
        for number in 1...max(1, image.pageCount) where image.isLogged(number) {
            guard let bytes = image.replacedPage(number), !bytes.isZero else { continue }
            try carve(bytes, number, damaged.contains(number) ? .prior : .deleted)
        }
    }
}
