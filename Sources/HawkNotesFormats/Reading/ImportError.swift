/// Why an import has come to nothing, or to an end before its time.
public enum ImportError: Error, Equatable, Sendable {
    /// The caller has given it up.
    case cancelled
    /// There are more things than one import brings.
    case tooManyItems(limit: Int)
    /// The format is read by C libraries that this machine does not have: the packages that they are in.
    case needsPackages([MissingPackage])
    /// The library of the program that reads it is not as it should be: what the system said.
    case brokenInstallation(String)
    /// The system does not let it be read: its number for why.
    case unreadable(path: String, errno: Int32)

    /// A package of Debian that is not installed.
    public struct MissingPackage: Hashable, Sendable {
        /// What it is called in the releases of Debian, such as `libxml2-16` and `libxml2`: the newest first.
        public var names: [String]

        /// A package by its names, the newest first.
        public init(names: [String]) {
            self.names = names
        }
    }
}
