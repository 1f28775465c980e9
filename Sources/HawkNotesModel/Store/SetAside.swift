import Foundation
import LibrarySalvage

/// The folder for damaged or obstructing files: nothing is deleted.
struct SetAside {
    private let files: LibraryFiles
    private let environment: LibraryEnvironment

    init(_ files: LibraryFiles, environment: LibraryEnvironment) {
        self.files = files
        self.environment = environment
    }

    /// Copies the existing files into a new folder, which gets its name once they are complete:
    /// half a library must not look like a whole one.
    ///
    /// - Parameter putBack: recorded beside them if another library is put back in their place.
    /// - Returns: the folder.
    func copy(_ urls: [URL], putBack: PutBackMark? = nil) throws -> URL {
        try makeFolder { folder in
            try putBack?.write(in: folder)
            for url in urls {
                guard case .file = try Disk.status(url) else { continue }
                let target = folder.appendingPathComponent(url.lastPathComponent)
                try Disk.copy(url, to: target)
            }
        }
    }

    /// Creates a folder, which gets its name once it is complete.
    private func makeFolder(_ fill: (URL) throws -> Void) throws -> URL {
        let folder = try unusedURL(suffix: "-unfinished")
        try Disk.makeFolder(folder)
        do {
            try fill(folder)
            try Disk.syncFolder(folder)
        } catch {
            // The originals are all in place; an incomplete copy only takes space.
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        let whole = try unusedURL()
        try Disk.rename(folder, to: whole)
        try Disk.syncFolder(of: whole)
        return whole
    }

    /// Copies the files of an open library, whatever is now at their paths; nothing may write to
    /// them in the meantime.
    ///
    /// - Returns: the folder.
    func copy(_ open: OpenLibraryFiles) throws -> URL {
        let size = Int64(open.database.bytes.size + open.log.bytes.size) + (1 << 20)
        guard try environment.freeSpace(files.folder) >= size else {
            throw LibraryError(
                .diskFull,
                "There is not enough room for a copy of the library in \(files.setAside.path).",
                url: files.setAside
            )
        }
        return try makeFolder { folder in
            let database = folder.appendingPathComponent(files.database.lastPathComponent)
            try Disk.write(open.database.bytes, to: database)
            guard open.log.bytes.size > LogHeader.size else { return }
            try Disk.write(
                open.log.bytes,
                to: folder.appendingPathComponent(files.log.lastPathComponent)
            )
        }
    }

    /// A folder with a library that has the same last commit as the open one.
    func library(equalTo open: OpenLibraryFiles) throws -> URL? {
        guard let stamp = CommitStamp.latest(open.database.bytes, open.log.bytes),
            stamp.token != nil
        else { return nil }
        for folder in try libraries(since: .distantPast) {
            let database = folder.appendingPathComponent(files.database.lastPathComponent)
            let log = folder.appendingPathComponent(files.log.lastPathComponent)
            let hasLog = try Disk.status(log) != .nothing
            let bytes = hasLog ? try ByteSource(log) : ByteSource([])
            if CommitStamp.latest(try ByteSource(database), bytes) == stamp { return folder }
        }
        return nil
    }

    /// The folders with a library that were created since a date, oldest first.
    func libraries(since date: Date) throws -> [URL] {
        try folders(since: date).compactMap { folder, _ in
            let database = folder.appendingPathComponent(files.database.lastPathComponent)
            guard case .file = try Disk.status(database) else { return nil }
            return folder
        }
    }

    /// Whether this machine has put a library back within the last hour.
    ///
    /// A time in the future doesn't count: the clock has been set back, perhaps by years.
    func wasPutBackLately() throws -> Bool {
        let now = environment.now()
        return try folders(since: now - 3600).contains { folder, made in
            made <= now && PutBackMark.read(in: folder) == PutBackMark(environment.host)
        }
    }

    /// The folders that were created since a date, oldest first.
    private func folders(since date: Date) throws -> [(url: URL, made: Date)] {
        let parent = try usableParent()
        return try Disk.names(parent).sorted().compactMap { name in
            guard let made = DateName.date(name.prefix(18)), made >= date, name.count < 24 else {
                return nil
            }
            return (parent.appendingPathComponent(name), made)
        }
    }

    /// Moves files into a new folder.
    ///
    /// - Returns: the folder.
    @discardableResult
    func move(_ urls: [URL]) throws -> URL {
        let folder = try unusedURL()
        try Disk.makeFolder(folder)
        for url in urls {
            try Disk.move(url, to: folder.appendingPathComponent(url.lastPathComponent))
        }
        return folder
    }

    /// An unused URL, named after the current time.
    private func unusedURL(suffix: String = "") throws -> URL {
        let parent = try usableParent()
        try Disk.makeFolder(parent)
        let name = DateName.of(environment.now())
        for number in 1... {
            let full = (number == 1 ? name : "\(name)-\(number)") + suffix
            let url = parent.appendingPathComponent(full)
            if try Disk.status(url) == .nothing { return url }
        }
        return parent
    }

    /// Another file may be at the folder's path.
    private func usableParent() throws -> URL {
        for number in 1... {
            let url =
                number == 1
                ? files.setAside : URL(fileURLWithPath: "\(files.setAside.path)-\(number)")
            switch try Disk.status(url) {
            case .nothing, .folder: return url
            case .file, .other: continue
            }
        }
        return files.setAside
    }
}

/// A small file beside a library that was set aside: that library had replaced another one, which
/// was put back.
///
/// It names the machine, because machines that share the folder also share the files that were set
/// aside. Its time is the one in its folder's name, and it is written before the folder has that
/// name.
struct PutBackMark: Codable, Equatable {
    /// The machine that put the other library back; see `LeaseHost`.
    var host: String

    init(_ host: LeaseHost) { self.host = host.identity }

    /// Nil if there is none, or it is invalid: then nothing was put back.
    static func read(in folder: URL) -> PutBackMark? {
        let url = url(in: folder)
        // Anyone may write to the folder: a link could lead anywhere, and a pipe would block.
        guard case .file = try? Disk.status(url), let data = try? Disk.read(url, upTo: 4096) else {
            return nil
        }
        return try? JSONDecoder().decode(PutBackMark.self, from: data)
    }

    func write(in folder: URL) throws {
        try Disk.replace(Self.url(in: folder), with: try JSONEncoder().encode(self), syncs: true)
    }

    static func remove(in folder: URL) throws { try Disk.remove(url(in: folder)) }

    private static func url(in folder: URL) -> URL {
        folder.appendingPathComponent("put-back.json")
    }
}

/// Dates in file names: they sort chronologically, and have no colons.
enum DateName {
    static func of(_ date: Date) -> String {
        date.formatted(.iso8601).replacing(":", with: "")
    }

    static func date(_ name: some StringProtocol) -> Date? {
        // 2026-11-22T053000Z
        let parts = name.split(separator: "T", omittingEmptySubsequences: false)
        guard name.utf8.count == 18, parts.count == 2, parts[1].utf8.count == 7 else { return nil }
        let time = [parts[1].prefix(2), parts[1].dropFirst(2).prefix(2), parts[1].dropFirst(4)]
        do {
            return try Date(parts[0] + "T" + time.joined(separator: ":"), strategy: .iso8601)
        } catch {
            return nil
        }
    }
}
