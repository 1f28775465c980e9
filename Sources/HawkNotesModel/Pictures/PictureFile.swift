import Foundation

/// A file that may be a picture.
public enum PictureFile {
    /// The most bytes that are read: a photograph of 50 million pixels that is not compressed well.
    public static let largestSize = 64 << 20

    /// Reads a file to its end; of any thread, though not of the main one.
    ///
    /// What is not a plain file is not waited for, and what is too large is not read.
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
            // It may grow while it is read.
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
