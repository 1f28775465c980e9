import CGLib
import Dispatch
import Glibc
import Synchronization

/// Writes text to a descriptor, in its order, without ever letting the caller wait.
///
/// A terminal that was stopped, a pipe that is not read and a disk that hangs hold up the writing alone.
/// What comes meanwhile is kept up to a limit. Beyond it everything is left out until the rest has been
/// written, and then how much it was is said. Text that cannot be written at all is dropped.
final class LineWriter: Sendable {
    private struct Backlog {
        var byteCount = 0
        var leftOut = 0
    }

    private let descriptor: Int32
    private let capacity: Int
    private let queue = DispatchQueue(label: "hawk-notes.log")
    private let backlog = Mutex(Backlog())

    /// - Parameter capacity: How many bytes may wait to be written.
    init(_ descriptor: Int32, capacity: Int = 1 << 18) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Writes a text later.
    func write(_ text: String) {
        let size = text.utf8.count
        // Queued with the lock held, so that the order is that in which room was found.
        backlog.withLock { backlog in
            guard backlog.leftOut == 0, backlog.byteCount + size <= capacity else {
                backlog.leftOut += 1
                return
            }
            backlog.byteCount += size
            queue.async { [self] in
                writeNow(text)
                let leftOut = self.backlog.withLock { backlog in
                    backlog.byteCount -= size
                    guard backlog.byteCount == 0 else { return 0 }
                    defer { backlog.leftOut = 0 }
                    return backlog.leftOut
                }
                if leftOut > 0 { writeNow("hawk-notes: \(leftOut) messages were left out here\n") }
            }
        }
    }

    /// Waits until what was to be written is written, but no longer than this.
    func finish(within time: Duration) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .milliseconds(Int(time.milliseconds)))
    }

    private func writeNow(_ text: String) {
        var text = text
        text.withUTF8 { _ = Descriptor.write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}

/// What the program was asked to tell, such as its version.
public enum StandardOutput {
    /// Writes a text at once, and waits for its reader.
    ///
    /// - Returns: false when it could not be written whole.
    public static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    }
}

/// Descriptors that others gave to the program.
private enum Descriptor {
    /// Writes all bytes; false when that is not possible.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // A process that shares it has asked for it not to wait.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
