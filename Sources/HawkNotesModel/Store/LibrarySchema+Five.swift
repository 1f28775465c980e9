import GRDB

extension LibrarySchema {
    /// Schema 5: identifies a library and each of its commits; see ``CommitStamp``.
    ///
    /// `identity` is random and never changes. `token` is random for each commit, and
    /// `previousToken` is the one before it. The commit of the migration has no previous token.
    static let addIdentity: Step = { db in
        try db.execute(
            sql: """
                ALTER TABLE commitCount ADD COLUMN identity BLOB;
                ALTER TABLE commitCount ADD COLUMN token BLOB;
                ALTER TABLE commitCount ADD COLUMN previousToken BLOB;
                UPDATE commitCount SET
                    count = count + 1, identity = randomblob(16), token = randomblob(16);
                """
        )
    }

    /// Counts the commit of a later step, so that a log that begins with it continues the file.
    static func countStep(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE commitCount SET
                    count = count + 1, previousToken = token, token = randomblob(16)
                """
        )
    }
}
