import CGLib
import Dispatch
import Glibc
import Synchronization

/// Writes text to a file descriptor, in order, without ever blocking the caller.
///
/// A stopped terminal, a pipe that is not read and a disk that hangs only block the writing. Text
/// that arrives meanwhile is kept up to a limit. Beyond it everything is left out until the rest
/// has been written, followed by a message with the amount. Text that cannot be written at all is
/// dropped.
final class LineWriter: Sendable {
    private struct Backlog {
        var byteCount = 0
        var leftOut = 0
    }

    private let descriptor: Int32
    private let capacity: Int
    private let queue = DispatchQueue(label: "hawk-notes.log")
    private let backlog = Mutex(Backlog())

    /// - Parameter capacity: the maximum number of bytes that may wait to be written.
    init(_ descriptor: Int32, capacity: Int = 1 << 18) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Writes a text asynchronously.
    func write(_ text: String) {
        let size = text.utf8.count
        // Queued with the lock held, to keep the order in which space was reserved.
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

    /// Waits until everything has been written, but no longer than this.
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

/// The program's requested output, such as its version.
public enum StandardOutput {
    /// Writes a text synchronously, and waits for its reader.
    ///
    /// - Returns: false when it could not be written completely.
    public static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    }
}

/// File descriptors that were passed to the program.
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
                // Another process that shares it has made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
