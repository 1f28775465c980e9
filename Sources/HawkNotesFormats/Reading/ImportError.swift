/// The reason why an import failed or was stopped.
public enum ImportError: Error, Equatable, Sendable {
    /// The caller cancelled it.
    case cancelled
    /// There are more items than one import accepts.
    case tooManyItems(limit: Int)
    /// The format needs C libraries that are missing on this computer: the packages that contain
    /// them.
    case needsPackages([MissingPackage])
    /// The program's own library that reads the format is damaged; with the system's message.
    case brokenInstallation(String)
    /// The system denied reading; with its error number.
    case unreadable(path: String, errno: Int32)

    /// A Debian package that is not installed.
    public struct MissingPackage: Hashable, Sendable {
        /// Its names in the releases of Debian, such as `libxml2-16` and `libxml2`: the newest
        /// first.
        public var names: [String]

        /// A package by its names, the newest first.
        public init(names: [String]) {
            self.names = names
        }
    }
}
