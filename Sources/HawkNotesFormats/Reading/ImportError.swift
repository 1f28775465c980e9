/// Why an import has come to nothing, or to an end before its time.
public enum ImportError: Error, Equatable, Sendable {
    /// The caller has given it up.
    case cancelled
    /// There are more things than one import brings.
    case tooManyItems(limit: Int)
    /// The format is read by C libraries that this machine does not have: the names of their packages,
    /// such as `libarchive13`; none when it cannot be told which.
    case needsPackages([String])
    /// The program was built without these libraries, which the format is read by.
    case builtWithout([MissingLibrary])
    /// The library of the program that reads it is not as it should be: what the system said.
    case brokenInstallation(String)
    /// The system does not let it be read: its number for why.
    case unreadable(path: String, errno: Int32)

    /// A library that was not there when the program was built.
    public struct MissingLibrary: Hashable, Sendable {
        /// What the system calls it, such as `libarchive.so.13`.
        public var name: String
        /// The package of Debian that a build needs, such as `libarchive-dev`.
        public var package: String
    }
}
