import Foundation

/// The damage of a library, which was left unchanged.
public struct LibraryDamage: Hashable, Sendable {
    /// The kind of damage.
    public enum Kind: Hashable, Sendable {
        /// There is no database, although other files show that there was one.
        case missing
        /// The database is empty, although other files show that it had content.
        case empty
        /// The file is not a database, or is that of another program.
        case notALibrary
        /// Parts of the database cannot be read, or are inconsistent.
        case unreadable
        /// The log with the last changes is missing, truncated or replaced.
        case logMissing
        /// The log with the last changes cannot be read completely.
        case logDamaged
    }

    /// The kind of damage.
    public var kind: Kind
    /// Changes since then may be lost; nil when unknown, or none is lost.
    public var changesMayBeLostSince: Date?
    /// SQLite's own words for it, for experts.
    public var details: [String]

    init(_ kind: Kind, since: Date? = nil, details: [String] = []) {
        self.kind = kind
        // A mark that could not be read has no date.
        changesMayBeLostSince = since.flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
        self.details = details
    }
}

extension LibraryError {
    /// The error for a library that cannot be opened as it is.
    ///
    /// - Parameter hasLog: whether there is a log beside a database that holds nothing.
    static func damaged(
        _ damage: LibraryDamage,
        _ files: LibraryFiles,
        hasLog: Bool = false
    ) -> LibraryError {
        let path = files.database.path
        let log = files.log.lastPathComponent
        let reason =
            switch damage.kind {
            case .missing: "The library \(path) is missing."
            case .empty: "The library \(path) is empty, and was not."
            case .notALibrary: "The file \(path) is not a library of Hawk Notes, or is damaged."
            case .unreadable: "The library \(path) is damaged."
            case .logMissing:
                "The file \(log), which belongs to the library \(path), is missing "
                    + "or shorter than it was."
            case .logDamaged: "The file \(log), which belongs to the library \(path), is damaged."
            }
        return LibraryError(
            .damaged,
            reason + (hasLog ? " \(log) beside it still holds changes." : "")
                + " It was left as it is.",
            url: files.database,
            damage: damage
        )
    }
}
