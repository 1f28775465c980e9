import Foundation
import GRDB

/// The library's tables as they are, beneath the model: what tests look up or change in them by SQL. A new
/// schema is told here.
extension Database {
    // MARK: Reading

    /// How many rows a table has.
    public func rowCount(of table: String) throws -> Int {
        try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// The texts of all notes, in the order in which they were saved.
    public func noteTexts() throws -> [String] {
        try String.fetchAll(self, sql: "SELECT text FROM note ORDER BY sequence")
    }

    /// The tags of all notes, as they are compared.
    public func noteTags() throws -> [String] {
        try String.fetchAll(self, sql: "SELECT tag FROM noteTag ORDER BY tag")
    }

    /// What was deleted permanently, by kind.
    public func purgedItems() throws -> [String: Set<UUID>] {
        let rows = try Row.fetchAll(self, sql: "SELECT kind, id FROM purgedItem")
        return Dictionary(grouping: rows) { $0["kind"] as String }
            .mapValues { Set($0.map { $0["id"] as UUID }) }
    }

    // MARK: Changing

    /// Renames a table, so that nothing can be read from it.
    public func renameTable(_ name: String, to new: String) throws {
        try execute(sql: "ALTER TABLE \(name) RENAME TO \(new)")
    }

    /// Replaces the texts of all notes, and leaves their checksums as they are.
    public func setNoteTexts(to text: String) throws {
        try execute(sql: "UPDATE note SET text = ?", arguments: [text])
    }

    /// Replaces what is counted of every page that has notes.
    public func setNoteCounts(to count: Int) throws {
        try execute(sql: "UPDATE noteCount SET count = ?", arguments: [count])
    }

    /// Dates the last change of every note this many milliseconds after its creation.
    public func setModificationDates(afterCreation milliseconds: Int) throws {
        try execute(sql: "UPDATE note SET modifiedAt = createdAt + ?", arguments: [milliseconds])
    }

    /// Leaves imports as versions would have that kept no digests of what sources say.
    public func forgetImportDigests() throws {
        try execute(
            sql: "UPDATE importedItem SET textDigest = NULL, quoteDigest = NULL, restDigest = NULL"
        )
    }

    /// Leaves versions of notes as they were when only texts were kept.
    public func forgetQuotesOfVersions() throws {
        try execute(
            sql: "UPDATE noteVersion SET quote = NULL, tags = NULL, hasPlaceAndQuote = NULL"
        )
    }
}
