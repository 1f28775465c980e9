import Foundation

/// A database of another program, with its log: that has the latest changes.
///
/// SQLite never opens the file itself, which may be on a device: even for reading, it would write
/// an index of the log beside it.
package struct DatabaseFile: Sendable {
    let file: ImportFile
    let log: ImportFile?

    /// The path below the chosen folder; for a file that was chosen itself, its name.
    package var path: String { file.path }

    /// The path of the log.
    package var logPath: String { ImportFile.log(of: path) }

    /// The modification date; nil for data in memory.
    package var date: Date? { file.date }

    /// The databases of a source: a file that was chosen, or all in a folder, by the endings of
    /// their names.
    ///
    /// - Parameter paths: the paths in the folder.
    package static func all(in source: ImportSource, _ paths: [String]) -> [DatabaseFile] {
        switch source.content {
        case .file(let file): [DatabaseFile(file)]
        case .folder(let folder):
            paths.filter { $0.lowercased().hasSuffix(".sqlite") }.compactMap { path in
                folder.file(at: path).map {
                    DatabaseFile(file: $0, log: folder.file(at: ImportFile.log(of: path)))
                }
            }
        }
    }

    private init(file: ImportFile, log: ImportFile?) {
        self.file = file
        self.log = log
    }

    private init(_ file: ImportFile) {
        self.file = file
        guard case .disk(let path) = file.content else {
            log = nil
            return
        }
        let other = ImportFile.log(of: path)
        let hasLog = access(other, F_OK) == 0
        log = hasLog ? ImportFile(path: ImportFile.log(of: file.path), content: .disk(other)) : nil
    }

    /// The bytes of the file; nil if it cannot be read.
    package func bytes() -> FileBytes? { FileBytes(file) }

    /// The bytes of the log; nil if there is none, or it cannot be read.
    package func logBytes() -> FileBytes? { log.flatMap { FileBytes($0) } }

    fileprivate var version: ImportFileVersion? {
        guard case .disk(let path) = file.content else { return nil }
        return ImportFileVersion(path: path)
    }
}

extension ImportFile {
    /// The name of the log that SQLite writes beside a database. A link leads to the database.
    static func log(of path: String) -> String {
        guard path.hasPrefix("/"), let real = realpath(path, nil) else { return "\(path)-wal" }
        defer { free(real) }
        return String(cString: real) + "-wal"
    }
}

extension ImportRun {
    /// The databases of a source, the latest first.
    package func databases(of source: ImportSource) throws -> [DatabaseFile] {
        var paths: [String] = []
        try eachFile(of: source) { paths.append($0.path) }
        return DatabaseFile.all(in: source, paths).sorted {
            ($1.date ?? .distantPast, $0.path) < ($0.date ?? .distantPast, $1.path)
        }
    }

    /// Copies a database and its log into a folder, until two looks at the files agree. If they
    /// never do, this is reported.
    ///
    /// - Parameters:
    ///   - now: decides whether every change of the files would be noticed.
    ///   - copied: called after each copy.
    /// - Returns: the copy, with its log beside it; nil if the database cannot be read or is too
    ///   large, which is reported.
    /// - Throws: `ImportError.cancelled`, and the system's errors of writing.
    package func copy(
        _ database: DatabaseFile,
        into folder: URL,
        now: () -> Date = { Date() },
        copied: () throws -> Void = {}
    ) throws -> URL? {
        let copy = folder.appendingPathComponent("copy.sqlite")
        let log = URL(fileURLWithPath: copy.path + "-wal")
        for _ in 1...Self.mostLooks {
            let before = database.version
            guard try self.copy(database.file, to: copy) else { return nil }
            if let file = database.log {
                // Without it, there is only what was last written to the database.
                let hasLog = try self.copy(file, to: log)
                if !hasLog { unlink(log.path) }
            }
            try copied()
            guard before == database.version else { continue }
            let isSure = before?.showsChanges(after: now()) ?? true
            if try isSure || isCopy(copy, log, of: database) { return copy }
        }
        tell(.keptChanging, file: database.path)
        return copy
    }

    private static let mostLooks = 5

    /// - Returns: false if it cannot be read, which is reported.
    private func copy(_ file: ImportFile, to target: URL) throws -> Bool {
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ImportError.unreadable(path: target.path, errno: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let stream = try stream(file) else { return false }
        do {
            while let piece = try stream.next() { try handle.write(contentsOf: Data(piece)) }
            return true
        } catch ImportError.unreadable(_, let errno) {
            tell(.unreadable(errno: errno), file: file.path)
            return false
        }
    }

    private func isCopy(_ copy: URL, _ log: URL, of database: DatabaseFile) throws -> Bool {
        let files = [(database.file, copy), database.log.map { ($0, log) }].compactMap(\.self)
        return try files.allSatisfy { file, url in
            let target = ImportFile(path: url.path, content: .disk(url.path))
            return try isEqual(FileBytes(file), FileBytes(target))
        }
    }

    private func isEqual(_ one: FileBytes?, _ other: FileBytes?) throws -> Bool {
        guard let one, let other, one.size == other.size else { return one == nil && other == nil }
        let step = ByteStream.pieceSize
        return try stride(from: 0, to: one.size, by: step).allSatisfy { offset in
            try checkCancelled()
            return one.read(offset, step) == other.read(offset, step)
        }
    }
}

/// The bytes of an open file, at any offset.
package final class FileBytes {
    private enum Source {
        case descriptor(Int32)
        case memory([UInt8])
    }

    private let source: Source
    /// The number of bytes when it was opened.
    package let size: Int

    /// Returns nil if it cannot be read.
    init?(_ file: ImportFile) {
        switch file.content {
        case .memory(let bytes):
            source = .memory(bytes)
            size = bytes.count
        case .disk(let path):
            let opened = try? FileOpening.descriptor(path: path, shown: file.path)
            guard let opened, let descriptor = opened.descriptor else { return nil }
            source = .descriptor(descriptor)
            size = Int(opened.status.st_size)
        }
    }

    deinit { if case .descriptor(let descriptor) = source { close(descriptor) } }

    /// Bytes from an offset: fewer at the end, nil if they cannot be read.
    package func read(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count > 0, offset < size else { return [] }
        let count = min(count, size - offset)
        switch source {
        case .memory(let bytes): return Array(bytes[offset..<offset + count])
        case .descriptor(let descriptor):
            var failed = false
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = 0
                while filled < count, let start = buffer.baseAddress {
                    let position = off_t(offset + filled)
                    let result = pread(descriptor, start + filled, count - filled, position)
                    if result < 0, errno == EINTR { continue }
                    if result < 0 { failed = true }
                    if result <= 0 { break }
                    filled += result
                }
            }
            return failed ? nil : bytes
        }
    }
}
