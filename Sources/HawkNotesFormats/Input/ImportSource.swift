import Foundation

/// The source of an import: a file, or a folder with everything in it.
public struct ImportSource: Sendable {
    /// The display name.
    public var name: String
    let content: Content

    enum Content: Sendable {
        case file(ImportFile)
        case folder(ImportFolder)
    }

    /// A file or folder on this computer.
    ///
    /// A link that the user chose is followed; links inside a folder are not.
    ///
    /// - Throws: `ImportError.unreadable` if it does not exist.
    public init(path: String) throws {
        var path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ImportError.unreadable(path: path, errno: errno)
        }
        var isFolder = status.st_mode & S_IFMT == S_IFDIR
        if !isFolder, let folder = ExportManifest.folder(ofFile: path) {
            path = folder
            isFolder = true
        }
        name = String(path.split(separator: "/").last ?? "")
        content =
            isFolder
            ? .folder(ImportFolder(content: .disk(path)))
            : .file(ImportFile(path: name, content: .disk(path)))
    }

    /// A file in memory: dropped or pasted data.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        content = .file(ImportFile(path: name, content: .memory(bytes)))
    }

    /// A folder in memory.
    ///
    /// - Parameter files: contents by paths below the folder.
    public init(name: String, files: [String: [UInt8]]) {
        self.name = name
        content = .folder(ImportFolder(content: .memory(files)))
    }

    /// Whether it is a folder.
    public var isFolder: Bool {
        switch content {
        case .file: false
        case .folder: true
        }
    }

    /// The sample by which formats recognize the source.
    ///
    /// - Throws: `ImportError.unreadable`.
    public func sample() throws -> ImportSample {
        switch content {
        case .file(let file):
            return ImportSample(name: name, head: try file.head(count: 4096))
        case .folder(let folder):
            var paths: [String] = []
            // Enough to find one book of a library, and few enough to be fast.
            try folder.visit(limits: ImportLimits()) { entry in
                if case .file(let file) = entry { paths.append(file.path) }
                return paths.count < 2_000
            }
            return ImportSample(name: name, paths: paths)
        }
    }
}

/// A file to read.
struct ImportFile: Sendable {
    /// The path below the chosen folder; for a file that was chosen itself, its name.
    var path: String
    var content: Content

    enum Content: Sendable {
        case disk(String)
        case memory([UInt8])
    }

    /// The last part of the path.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// The folder of the file, below the chosen folder; empty at the top.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The modification date; nil for data in memory, or if it cannot be read.
    var date: Date? {
        guard case .disk(let path) = content else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
    }

    /// - Throws: `ImportError.unreadable`.
    func head(count: Int) throws -> [UInt8] {
        switch try FileOpening.open(self) {
        case .bytes(let stream, _, _): return Array((try stream.next() ?? []).prefix(count))
        case .notAFile: return []
        }
    }
}

/// The result of opening a file.
enum FileOpening {
    /// - Parameter date: the modification date.
    case bytes(ByteStream, size: Int, date: Date?)
    /// A folder, a device or a pipe, which might never end.
    case notAFile

    /// - Throws: `ImportError.unreadable`.
    static func open(_ file: ImportFile) throws -> FileOpening {
        switch file.content {
        case .memory(let bytes):
            return .bytes(ByteStream(bytes: bytes), size: bytes.count, date: nil)
        case .disk(let path):
            let (descriptor, status) = try descriptor(path: path, shown: file.path)
            guard let descriptor else { return .notAFile }
            let seconds = TimeInterval(status.st_mtim.tv_sec)
            return .bytes(
                ByteStream(descriptor: descriptor, path: file.path),
                size: Int(status.st_size),
                date: Date(timeIntervalSince1970: seconds)
            )
        }
    }

    /// An open descriptor that the caller closes; nil if it is not a regular file.
    static func descriptor(path: String, shown: String) throws -> (descriptor: Int32?, status: stat)
    {
        // Opening a pipe would otherwise block until there is a writer.
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ImportError.unreadable(path: shown, errno: errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return (nil, status)
        }
        return (descriptor, status)
    }
}
