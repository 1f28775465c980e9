import Foundation

/// A file that is printed into, which appears under its name when it is whole, and not before.
///
/// What a full disk has left has no end.
struct PrintedFile: Sendable {
    /// Where it is to be.
    let path: String
    /// Where it is written: beside it, hidden.
    let unfinished: String

    init(path: String) {
        self.path = path
        let url = URL(fileURLWithPath: path)
        unfinished =
            url.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).part").path
    }

    /// Puts the file in its place if it is whole, or says why it is not. Waits for the disk.
    func finish() -> String? {
        let file = open(unfinished, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return Self.reason(errno) }
        defer { close(file) }
        var end = [UInt8](repeating: 0, count: 64)
        let size = lseek(file, 0, SEEK_END)
        let count = pread(file, &end, end.count, max(0, size - off_t(end.count)))
        guard count > 0, String(decoding: end.prefix(count), as: UTF8.self).contains("%%EOF") else {
            discard()
            return Self.reason(ENOSPC)
        }
        guard fsync(file) == 0, rename(unfinished, path) == 0 else {
            let number = errno
            discard()
            return Self.reason(number)
        }
        return nil
    }

    /// Removes what has been written so far.
    func discard() { unlink(unfinished) }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
