import Foundation
import GRDB
import HawkNotesFormats
import LibrarySalvage

/// The database of a Kobo, `KoboReader.sqlite`, or of its program for computers, `Kobo.sqlite`.
///
/// The file is chosen itself, or the folder or the device that it is on. It is recognized by its
/// tables. Only a copy is ever opened: with the log beside it, which has the latest highlights.
struct KoboFormat: ImportFormat {
    static let name = ImportFormatName.kobo

    /// Where copies are made; they are removed again.
    var temporaryFolder = FileManager.default.temporaryDirectory
    /// Decides whether a change of the files on the device would be noticed.
    var now: @Sendable () -> Date = { Date() }
    /// Called after each copy of the files.
    var copied: @Sendable () throws -> Void = {}

    func recognise(_ sample: ImportSample) -> ImportConfidence { .no }

    func recognise(_ source: ImportSource, _ sample: ImportSample) -> ImportConfidence {
        let found = DatabaseFile.all(in: source, sample.paths).filter { Self.isKobo($0) }
        guard source.isFolder else { return found.isEmpty ? .no : .certain }
        // A library or a vault may have a copy of it somewhere.
        let isDevice = found.contains { $0.path.split(separator: "/").count <= 2 }
        return isDevice ? .certain : found.isEmpty ? .no : .maybe
    }

    /// Whether it has a Kobo's tables. If the list of tables is damaged, the name decides.
    private static func isKobo(_ database: DatabaseFile) -> Bool {
        guard let bytes = database.bytes(),
            let tables = DatabaseTables(ByteSource(bytes), log: log(of: database))
        else { return false }
        let names = Set(tables.names.map { $0.lowercased() })
        if names.isSuperset(of: ["bookmark", "content"]) { return true }
        let name = database.path.split(separator: "/").last?.lowercased() ?? ""
        return !tables.isSound && ["koboreader.sqlite", "kobo.sqlite"].contains(name)
    }

    private static func log(of database: DatabaseFile) -> ByteSource? {
        // It rarely has more than a few megabytes, and is read as a whole.
        database.logBytes().flatMap { $0.size <= 64 << 20 ? ByteSource($0) : nil }
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let all = try run.databases(of: source)
        let reading = KoboReading(run)
        var count = 0
        for database in source.isFolder ? all.filter({ Self.isKobo($0) }) : all {
            guard let device = try device(database, run) else { continue }
            let hasNews = try reading.emit(device, file: database.path)
            if !hasNews, count > 0 {
                run.leaveOut(.backupCopy, example: database.path, file: nil)
            }
            count += 1
        }
    }

    /// Returns nil if nothing in it can be read, which is reported.
    private func device(_ database: DatabaseFile, _ run: ImportRun) throws -> KoboDevice? {
        let folder = temporaryFolder.appendingPathComponent(
            "hawk-notes-\(UUID().uuidString)",
            isDirectory: true
        )
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let copied = try run.copy(database, into: folder, now: now, copied: copied)
        guard let copy = copied else { return nil }
        let hasLog = access(copy.path + "-wal", F_OK) == 0
        var tables = try KoboTables(copy, run, file: database.path)
        if !tables.isSound, hasLog {
            // It may be the log of another database, or damaged.
            unlink(copy.path + "-wal")
            unlink(copy.path + "-shm")
            let older = try KoboTables(copy, run, file: database.path)
            if older.isSound || older.device.bookmarks.count > tables.device.bookmarks.count {
                run.tell(.damaged, file: database.logPath)
                tables = older
            }
        }
        for problem in tables.problems {
            run.tell(problem.reason, file: problem.file, line: problem.line)
        }
        return tables.hasTables ? tables.device : nil
    }
}

extension ByteSource {
    fileprivate init(_ bytes: FileBytes) {
        self.init(size: bytes.size) { bytes.read($0, $1) }
    }
}
