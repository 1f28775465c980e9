/// The autostart entry by which the user's session starts the program after a login. Another module
/// writes the file itself.
///
/// All closures read or write files: once there are windows, call them off the main thread.
public struct LoginEntry: Sendable {
    /// Whether there is an entry that the program has written, and that is not disabled.
    public var isThere: @Sendable () throws(LoginEntryError) -> Bool
    /// Writes the entry, unless it exists.
    public var write: @Sendable () throws(LoginEntryError) -> Void
    /// Removes the entry, if the program has written it.
    public var remove: @Sendable () throws(LoginEntryError) -> Void

    /// Creates an entry from its operations.
    public init(
        isThere: @escaping @Sendable () throws(LoginEntryError) -> Bool,
        write: @escaping @Sendable () throws(LoginEntryError) -> Void,
        remove: @escaping @Sendable () throws(LoginEntryError) -> Void
    ) {
        self.isThere = isThere
        self.write = write
        self.remove = remove
    }
}

/// Why the entry cannot be written, read or removed.
public enum LoginEntryError: Error {
    /// There is an entry that the program has not written, or that was disabled.
    case taken(path: String)
    /// The file system has refused it.
    case disk(path: String, any Error)
}

/// The option by which the entry starts the program.
public enum AfterLoginOption {
    /// The name of the option.
    package static let name = "after-login"
    /// The option on a command line.
    public static let argument = "--" + name
}
