import Glibc

/// What the program was asked to tell, such as its version.
public enum StandardOutput {
    /// Writes a text at once, and waits for whoever reads it.
    ///
    /// - Returns: false when it could not be written whole.
    public static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    }
}

/// Descriptors that others gave to the program.
enum Descriptor {
    /// Writes all bytes; false when that is not possible.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Whoever shares it has asked for it not to wait.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
