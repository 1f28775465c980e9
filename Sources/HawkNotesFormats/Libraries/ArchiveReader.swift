import Foundation
import ImportBridge

/// The entries of a ZIP archive by name.
///
/// Nothing is ever written to disk, so names cannot cause harm; unsafe names are reported and
/// skipped all the same.
struct ArchiveReader: BookFiles {
    private let run: ImportRun
    private let file: ImportFile
    private let functions: ImportFunctions

    init(_ file: ImportFile, run: ImportRun) throws {
        self.run = run
        self.file = file
        functions = try run.library.functions(for: [.archives])
    }

    var fileName: String { file.name }

    var label: String { file.path }

    func label(of name: String) -> String { "\(file.path)/\(name)" }

    func contents(isTold: Bool, _ wanted: (String) -> Int?) throws -> BookContents? {
        switch file.content {
        case .memory(let bytes):
            return try functions.withArchive(bytes) { try contents(of: $0, isTold, wanted) }
        case .disk(let path):
            let opened: (descriptor: Int32?, status: stat)
            do {
                opened = try FileOpening.descriptor(path: path, shown: file.path)
            } catch ImportError.unreadable(_, let errno) {
                tell(.unreadable(errno: errno), isTold)
                return nil
            }
            guard let descriptor = opened.descriptor else {
                tell(.notAFile, isTold)
                return nil
            }
            defer { close(descriptor) }
            let size = Int(opened.status.st_size)
            guard size <= run.limits.archiveSize else {
                tell(.fileTooLarge(size: size, limit: run.limits.archiveSize), isTold)
                return nil
            }
            return try functions.withArchive(descriptor: descriptor) {
                try contents(of: $0, isTold, wanted)
            }
        }
    }

    private func tell(_ reason: ImportProblem.Reason, _ isTold: Bool) {
        if isTold { run.tell(reason, file: file.path) }
    }

    private func contents(
        of opened: Archive?,
        _ isTold: Bool,
        _ wanted: (String) -> Int?
    ) throws -> BookContents? {
        guard let archive = opened else {
            tell(.damaged, isTold)
            return nil
        }
        var result = BookContents()
        var count = 0
        while true {
            try run.checkCancelled()
            let entry: Archive.Entry
            switch archive.next() {
            case .entry(let found): entry = found
            case .end: return result
            case .damaged:
                // A file without a single entry is of another kind.
                tell(.damaged, isTold)
                return result.names.isEmpty ? nil : result
            }
            count += 1
            guard count <= run.limits.entryCount else {
                tell(.tooMany(limit: run.limits.entryCount), isTold)
                return result
            }
            guard entry.isFile else { continue }
            guard let name = Self.safeName(entry.name) else {
                tell(.unsafePath(String(entry.name.prefix(200))), isTold)
                continue
            }
            guard result.names.insert(name).inserted else {
                tell(.duplicateName(name), isTold)
                continue
            }
            guard let limit = wanted(name) else { continue }
            if entry.isEncrypted {
                run.tell(.encrypted, file: file.path)
            } else if let bytes = read(archive, name, limit) {
                result.files[name] = bytes
            }
        }
    }

    /// Returns nil if the entry is damaged or too large, which is reported.
    private func read(_ archive: Archive, _ name: String, _ limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: ByteStream.pieceSize)
        while true {
            // Counted while unpacking: the sizes that the archive declares are untrusted.
            guard let count = archive.read(into: &buffer) else {
                run.tell(.damaged, file: "\(file.path)/\(name)")
                return nil
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            guard bytes.count <= limit else {
                run.tell(.unpacksTooLarge(limit: limit), file: "\(file.path)/\(name)")
                return nil
            }
        }
    }

    /// The name, unless it leads out of the archive.
    static func safeName(_ name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= 1024, !name.hasPrefix("/"), !name.contains("\\"),
            !name.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { return nil }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.contains { $0 == ".." || $0 == "." || $0.isEmpty } ? nil : name
    }
}
