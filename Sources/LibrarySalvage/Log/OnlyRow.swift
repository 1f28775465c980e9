/// The row of a table that has no other, found without SQLite: in a database file, and as the commits of a
/// log left it.
package struct OnlyRow {
    /// The values that stand in the file itself; nil where they cannot be read.
    package var stored: [SQLValue]? {
        database.read((page - 1) * pageSize, pageSize).flatMap(values)
    }

    /// Bytes of a page of the file.
    package let pageSize: Int
    /// The page of the table, which has just one.
    private let page: Int
    private let usable: Int
    private let database: ByteSource

    /// Finds the row with the number 1.
    ///
    /// - Returns: nil if the file is no database, or has no such table.
    package init?(of table: String, in database: ByteSource) {
        guard let header = DatabaseHeader(database), let pageSize = header.pageSize,
            header.reserved <= pageSize - 480
        else { return nil }
        let image = PageImage(
            database: database,
            log: nil,
            pageSize: pageSize,
            reserved: header.reserved
        )
        var use = PageUse(pageCount: image.pageCount)
        guard let page = DatabaseSchema(image, use: &use).tables[table] else { return nil }
        self.database = database
        self.page = page
        self.pageSize = pageSize
        usable = image.usable
    }

    /// The values after each commit of a log that wrote the row's page, the first commit first; nil for one
    /// of which they cannot be read. There are none if the log's pages have another size.
    package func versions(in log: WriteAheadLog) -> [[SQLValue]?] {
        guard log.pageSize == pageSize else { return [] }
        return log.versions(of: page).map { log.page(at: $0.offset).flatMap(values) }
    }

    private func values(in bytes: [UInt8]) -> [SQLValue]? {
        guard bytes.count == pageSize,
            let page = BTreePage(bytes, number: page, usable: usable),
            page.kind == .tableLeaf, page.cellCount == 1, let cell = page.cell(0), cell.rowID == 1
        else { return nil }
        return page.values(of: cell)
    }
}
