import Foundation

/// An error of the library.
///
/// `message` is a complete sentence for the user: it names the subject and the reason.
public struct LibraryError: Error, Sendable, CustomStringConvertible {
    /// The kind of error, for code that distinguishes cases.
    public enum Code: Hashable, Sendable {
        /// The database was written by a newer version; it was left unchanged.
        case newerSchema
        /// The file is not a library, or parts of it or of its log cannot be read or are missing;
        /// it was left unchanged. `LibraryRecovery` finds the possible remedies.
        case damaged
        /// The disk is full.
        case diskFull
        /// The file or its folder is not writable.
        case readOnly
        /// Another program holds the database.
        case busy
        /// Another program replaced or moved the library while it was open.
        case replaced
        /// Another computer has the library open; `host` is its name.
        case heldElsewhere
        /// The library's file system doesn't support locks.
        case noLocks
        /// The file or its folder cannot be opened or created.
        case cannotOpen
        /// A series file breaks a rule of its format, or cannot be read.
        case invalidSeries
        /// The library holds no series yet.
        case noSeries
        /// The series, book, character or relation does not exist.
        case notFound
        /// The title or name of a series, a book or a character is missing.
        case emptyTitle
        /// No note has that id, for example because another window deleted it.
        case noteNotFound
        /// The text of a note is missing.
        case emptyNote
        /// Any other error; see `underlying`.
        case other
    }

    /// The kind of error.
    public let code: Code
    /// A full sentence for the user.
    public let message: String
    /// The affected file, if any.
    public let url: URL?
    /// The error that caused this one, if any.
    public let underlying: (any Error)?
    /// The damage, if the library could not be opened because of it.
    public let damage: LibraryDamage?
    /// The name of the computer that has the library open, if that is the reason.
    public let host: String?

    init(
        _ code: Code,
        _ message: String,
        url: URL? = nil,
        underlying: (any Error)? = nil,
        damage: LibraryDamage? = nil,
        host: String? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.underlying = underlying
        self.damage = damage
        self.host = host
    }

    /// The message.
    public var description: String { message }
}
