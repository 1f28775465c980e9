/// The entry by which the person's session starts the program after a login. The file itself is written
/// elsewhere.
///
/// All of it reads or writes files, and is not for the main thread once there are windows.
public struct LoginEntry: Sendable {
    /// Whether there is an entry that the program has written, and that is not switched off.
    public var isThere: @Sendable () throws(LoginEntryError) -> Bool
    /// Writes the entry, unless it is there.
    public var write: @Sendable () throws(LoginEntryError) -> Void
    /// Removes the entry, if it is the program's own.
    public var remove: @Sendable () throws(LoginEntryError) -> Void

    /// An entry.
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
    /// Something is in its place that the program has not written, or that was switched off.
    case taken(path: String)
    /// The disk does not let it.
    case disk(path: String, any Error)
}

/// The option by which the entry starts the program.
public enum AfterLoginOption {
    /// Its name.
    package static let name = "after-login"
    /// How it stands on a command line.
    public static let argument = "--" + name
}
