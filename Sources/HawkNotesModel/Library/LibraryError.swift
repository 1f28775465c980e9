import Foundation

/// Why the library could not do what it was asked.
///
/// `message` is a sentence for the user: it names the thing and the reason, and needs nothing
/// added to it.
public struct LibraryError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for code that wants to tell cases apart.
    public enum Code: Hashable, Sendable {
        /// The database was written by a newer version; it was left as it is.
        case newerSchema
        /// The file is no library, or parts of it or of its log cannot be read or are missing; it was
        /// left as it is. `LibraryRecovery` knows what can be done.
        case damaged
        /// The disk is full.
        case diskFull
        /// The file, or the folder that it is in, may not be written.
        case readOnly
        /// Another program holds the database.
        case busy
        /// Another program has put another library in its place, or moved it away, while it was open.
        case replaced
        /// Another computer has the library open; `host` is its name.
        case heldElsewhere
        /// The file system that the library is on has no locks.
        case noLocks
        /// The file or its folder cannot be opened or created.
        case cannotOpen
        /// A series file breaks a rule of its format, or cannot be read.
        case invalidSeries
        /// The library holds no series yet.
        case noSeries
        /// There is no such series, book, character or relation.
        case notFound
        /// A series, a book or a character needs a title or a name.
        case emptyTitle
        /// There is no note with that id, for example because another window deleted it.
        case noteNotFound
        /// A note needs some text.
        case emptyNote
        /// Anything else; `underlying` says more.
        case other
    }

    /// The kind of failure.
    public let code: Code
    /// A full sentence for the user.
    public let message: String
    /// The file that it is about, if any.
    public let url: URL?
    /// The error that led to this one, if there was one.
    public let underlying: (any Error)?
    /// What is damaged, when the library could not be opened for that reason.
    public let damage: LibraryDamage?
    /// The name of the computer that has the library open, when that is the reason.
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
