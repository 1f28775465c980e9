import Foundation

/// A file that may be a picture.
public enum PictureFile {
    /// The maximum number of bytes read: enough for a poorly compressed photograph of 50 million
    /// pixels.
    public static let largestSize = 64 << 20

    /// Reads a file to its end, on any thread except the main one.
    ///
    /// Doesn't wait for anything but regular files, and doesn't read files that are too large.
    ///
    /// - Throws: `PictureProblem`: `.missing`, `.notAFile`, `.unreadable`, `.empty`, `.tooLarge`.
    public static func read(_ url: URL) throws -> Data {
        guard url.isFileURL else { throw PictureProblem.remote }
        let file = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else {
            throw errno == ENOENT ? PictureProblem.missing : PictureProblem.unreadable
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw PictureProblem.unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PictureProblem.notAFile }
        guard status.st_size <= largestSize else { throw PictureProblem.tooLarge }
        var data = Data()
        do {
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
            // The file may grow while it is read.
            while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
                data.append(part)
                guard data.count <= largestSize else { throw PictureProblem.tooLarge }
            }
        } catch let problem as PictureProblem {
            throw problem
        } catch {
            throw PictureProblem.unreadable
        }
        guard !data.isEmpty else { throw PictureProblem.empty }
        return data
    }
}
