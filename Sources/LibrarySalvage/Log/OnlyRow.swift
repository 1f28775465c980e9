/// The row of a table that has just one, read without SQLite: from a database file, and as each
/// commit of a log left it.
package struct OnlyRow {
    /// The values in the file itself; nil if they cannot be read.
    package var stored: [SQLValue]? {
        database.read((page - 1) * pageSize, pageSize).flatMap(values)
    }

    /// Bytes of a page of the file.
    package let pageSize: Int
    /// The only page of the table.
    private let page: Int
    private let usable: Int
    private let database: ByteSource

    /// Finds the row, whose number must be 1.
    ///
    /// - Returns: nil if the file is not a database, or has no such table.
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

    /// The values after each commit in a log that wrote the row's page, in order; nil where they
    /// cannot be read. Empty if the log's pages have another size.
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
