import Foundation

/// What the user database says of the account that the program runs under.
public enum AccountHome {
    /// The home folder, an absolute path; nil when there is no entry, or no such path in it.
    public static var path: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(getuid(), &entry, start, buffer.count, &found)
            guard found != nil, let home = entry.pw_dir,
                let path = String(validatingCString: home), path.hasPrefix("/")
            else { return nil }
            return path
        }
    }
}
