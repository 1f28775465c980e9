import Foundation

/// An error: its kind, the operation, and the file.
///
/// The only error type of the module, so that an application has one to catch and to show;
/// `description` is a sentence for users.
public struct RestorationError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure, for code that reacts to it.
    public enum Code: String, Sendable {
        /// Another process holds the lock of the state directory.
        case alreadyInUse
        /// A file or directory could not be written, synced, renamed or removed.
        case cannotWrite
        /// A file or directory could not be read or listed.
        case cannotRead
        /// The content of a file is not what its checksum or its format promise.
        case damaged
        /// A file was written by a newer version, and this one must not interpret it.
        case tooNew
        /// An activity is of a type without a registered handler.
        case unknownActivityType
        /// An activity is damaged, of another version, or its payload has another type.
        case badActivity
        /// An activity exceeds its size limit.
        case tooLarge
    }

    /// The kind of failure.
    public var code: Code
    /// The operation and the reason, as a sentence.
    public var message: String
    /// The file or directory concerned, if any.
    public var url: URL?
    /// The error below this one, such as a `POSIXError`.
    public var underlying: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code,
        _ message: String,
        url: URL? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.underlying = underlying
    }

    /// A description with the file and the reason.
    public var description: String {
        var text = message
        if let url { text += " (\(url.path))" }
        if let underlying = underlying as? POSIXError {
            text += ": " + String(cString: strerror(underlying.code.rawValue))
        } else if let underlying {
            text += ": \(underlying)"
        }
        return text
    }

    /// The same as `description`, for Foundation.
    public var errorDescription: String? { description }
}
