/// The names of the tables in any database, read without SQLite.
package struct DatabaseTables {
    /// The names that could be read.
    package let names: Set<String>
    /// Whether the whole list could be read.
    package let isSound: Bool

    /// Reads the list of tables.
    ///
    /// - Parameter log: the write-ahead log beside it, if there is one.
    /// - Returns: nil if it is not a database.
    package init?(_ database: ByteSource, log: ByteSource?) {
        guard let header = DatabaseHeader(database) else { return nil }
        guard let pageSize = header.pageSize, pageSize - header.reserved >= 480 else {
            names = []
            isSound = false
            return
        }
        let image = PageImage(
            database: database,
            log: log.map { WriteAheadLog($0, pageSize: pageSize) },
            pageSize: pageSize,
            reserved: header.reserved
        )
        var use = PageUse(pageCount: image.pageCount)
        let schema = DatabaseSchema(image, use: &use)
        names = Set(schema.tables.keys)
        isSound = schema.isSound
    }
}
