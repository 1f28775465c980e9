import Foundation
import GRDB

/// A damaged library, of which everything readable can be saved.
///
/// It is read in three ways, each of which finds what the one before it cannot: through SQLite, in
/// ranges of rows that are halved around failures; page by page, whether anything leads to the page
/// or not; and through the indexes, which tell current rows from deleted ones and name what is
/// missing. SQLite alone is not enough even if it reports no error: a page that states too few rows
/// hides the others.
///
/// No byte of the damaged files is trusted. Everything happens in one transaction of the new
/// library, and in memory that does not grow with the old one.
package struct DamagedLibrary {
    /// The damaged library, which is only read.
    private let database: URL
    private let bytes: ByteSource
    private let log: WriteAheadLog?
    private let rules: LibraryRules

    /// - Parameters:
    ///   - database: a copy that nothing else writes to.
    ///   - bytes: the contents of the copy.
    ///   - log: the contents of its write-ahead log, if there is one.
    package init(database: URL, bytes: ByteSource, log: ByteSource?, rules: LibraryRules) {
        self.database = database
        self.bytes = bytes
        self.rules = rules
        self.log = log.map { log in
            let read = WriteAheadLog(log, pageSize: DatabaseHeader(bytes)?.pageSize)
            // If they disagree, the header of the database may be the wrong one.
            return read.condition == .damaged ? WriteAheadLog(log) : read
        }
    }

    /// Writes everything readable into a new library.
    ///
    /// A foreign file is not an error: nothing is found in it. After an error, the new library is
    /// removed.
    ///
    /// - Parameters:
    ///   - url: the place of the new library, where there must be no file. If there is a log, a
    ///     file with all pages is created beside it, which temporarily needs the same space again.
    ///   - progress: called with the completed share, from 0 to 1. Throwing ends the work.
    /// - Throws: the errors of `progress`, a ``SalvageError``, or an error of GRDB if the new
    ///   library cannot be written.
    package func salvage(
        into url: URL,
        progress: (Double) throws -> Void = { _ in }
    ) throws -> SalvageReport {
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw SalvageError.fileExists(url)
        }
        do {
            let queue = try rules.makeEmpty(url)
            let report = try queue.writeWithoutTransaction { db in
                // Rows come in the order of their pages: a book may precede its series.
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                var report = SalvageReport()
                try db.inTransaction(.immediate) {
                    report = try salvage(into: db, beside: url, progress: progress)
                    return .commit
                }
                try db.execute(sql: "PRAGMA foreign_keys = ON")
                return report
            }
            try queue.close()
            return report
        } catch {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                unlink(url.path + suffix)
            }
            throw error
        }
    }

    private func salvage(
        into db: Database,
        beside url: URL,
        progress: (Double) throws -> Void
    ) throws -> SalvageReport {
        try progress(0)
        let image = PageImage.guessed(database: bytes, log: log)
        let store = try SalvageStore(db, rules)
        let pages = LeafReader(image, into: store, isMixed: log?.condition == .damaged)
        try pages.followTrees()
        store.report.pageSize = image.pageSize
        store.report.isSchemaReadable = pages.schema.isSound
        store.report.logCondition = log?.condition

        try progress(0.1)
        try readWithSQLite(image, pages.tablesForSQLite, into: store, beside: url) {
            try progress(0.1 + 0.4 * $0)
        }
        try pages.readPages { try progress(0.5 + 0.4 * $0) }
        try pages.readOtherVersions { try progress(0.9 + 0.05 * $0) }
        try progress(0.95)
        try store.finish(pages.knowledge)
        try progress(1)
        return store.report
    }

    private func readWithSQLite(
        _ image: PageImage,
        _ tables: Set<SalvageTable>,
        into store: SalvageStore,
        beside url: URL,
        progress: (Double) throws -> Void
    ) throws {
        guard !tables.isEmpty else { return }
        let copy = URL(fileURLWithPath: url.path + "-pages")
        defer { unlink(copy.path) }
        let queue: DatabaseQueue
        do {
            let pages = image.hasLog ? copy : database
            if image.hasLog { try image.write(to: copy) }
            queue = try RangeReader.open(pages)
        } catch {
            // There is no space for the copy, or SQLite rejects the file. Its pages are read later.
            return
        }
        try queue.unsafeRead { db in
            try RangeReader(db: db, tables: tables).read(into: store, progress: progress)
        }
        try queue.close()
    }
}
