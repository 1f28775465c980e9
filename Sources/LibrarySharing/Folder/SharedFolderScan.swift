import Foundation

/// A file in the folder of a library.
package struct SharedFolderFile: Hashable, Sendable {
    package var path: SharedPath
    package var version: SharedEntry.Version
    package var examination: SharedFileExamination
}

/// What lies in the folder of a library.
package struct SharedFolderScan: Hashable, Sendable {
    /// The whole files by what they are known by; of equal ones, the first by its path.
    package var whole: [SharedFileID: SharedFolderFile] = [:]
    /// The files that are not whole, or not for this version, by their path.
    package var waiting: [SharedFolderFile] = []
    /// Folders that can't be read, or not to their end.
    package var problems: [Problem] = []

    package struct Problem: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The number of the error.
            case unreadable(code: Int32)
            /// It has more entries than are read.
            case tooManyFiles
            /// There are more folders than are read.
            case tooManyFolders
            /// It is in too many others.
            case tooDeep
        }

        package var path: SharedPath
        package var kind: Kind
    }

    /// Whether all folders could be read: otherwise, what was not found may be there.
    ///
    /// Entries beyond the limits don't matter: a computer that writes too many must not prevent
    /// others from writing missing files again, which is always safe.
    package var isComplete: Bool {
        !problems.contains { if case .unreadable = $0.kind { true } else { false } }
    }

    /// The whole files of records that are not among these, the newest first: those of a new computer
    /// are seen first that were written last.
    package func new(besides read: Set<SharedFileID>) -> [SharedFolderFile] {
        whole.filter { !read.contains($0.key) }.values.sorted { left, right in
            func key(_ file: SharedFolderFile) -> (Int64, Int64) {
                (file.examination.header?.time ?? 0, file.examination.header?.number ?? 0)
            }
            let (one, other) = (key(left), key(right))
            return one == other ? left.path < right.path : one > other
        }
    }

    /// The files that were read, or begun, and are not there. Means nothing about the library; what
    /// they had is written again some day. None if a folder could not be read.
    package func missing(of known: Set<SharedFileID>) -> Set<SharedFileID> {
        isComplete ? known.subtracting(whole.keys) : []
    }

    /// The whole files under one's own id that one has not written: the library is a copy of another
    /// one, or was restored. They are read like any others, and a new id is taken.
    ///
    /// - Parameter written: the files that this device has ever written. They are registered before
    ///   they are in the folder.
    package func foreign(
        under device: UInt64,
        besides written: Set<SharedFileID>
    ) -> Set<SharedFileID> {
        Set(whole.filter { $0.value.examination.header?.device == device }.keys)
            .subtracting(written)
    }

    /// What the headers say of each computer.
    package var computers: [UInt64: SharedComputer] {
        var found: [UInt64: SharedComputer] = [:]
        for file in Array(whole.values) + waiting {
            guard let header = file.examination.header,
                ![.tooManyComputers, .otherLibrary(header.library)].contains(
                    file.examination.problem
                )
            else { continue }
            var computer =
                found[header.device] ?? SharedComputer(name: header.name, time: header.time)
            // Of two names of the same time, any one is as good, but always the same one.
            if (computer.time, computer.name) < (header.time, header.name) {
                (computer.time, computer.name) = (header.time, header.name)
            }
            if file.examination.problem == nil {
                computer.wholeFiles += 1
                computer.size += file.examination.size
            } else {
                computer.waitingFiles += 1
            }
            found[header.device] = computer
        }
        return found
    }
}

/// A computer, as its files tell.
package struct SharedComputer: Hashable, Sendable {
    /// As the latest of its files has it.
    package var name: String
    /// When it wrote that, by its own clock; in milliseconds.
    package var time: Int64
    package var wholeFiles = 0
    package var waitingFiles = 0
    /// The bytes of its whole files.
    package var size = 0
}

/// Looks through the folder of a library, within limits.
package struct SharedFolderScanner: Sendable {
    private let files: SharedFiles
    private let folder: SharedPath
    private let library: UUID
    private let limits: SharingLimits

    /// - Parameter folder: of the library.
    package init(
        _ files: SharedFiles,
        library: UUID,
        in folder: SharedPath,
        limits: SharingLimits = SharingLimits()
    ) {
        self.files = files
        self.folder = folder
        self.library = library
        self.limits = limits
    }

    /// A file that is younger than this may still be changing, however it looks.
    private static let settled: Int64 = 10_000_000_000

    /// Looks at all files, whatever they are called and wherever below the folder they lie.
    ///
    /// - Parameters:
    ///   - earlier: what was found before: files that have not changed since are not read again.
    ///   - known: the devices that take part already. Others are read after them, as long as there
    ///     is room.
    ///   - now: nanoseconds since 1970.
    package func scan(
        after earlier: SharedFolderScan = SharedFolderScan(),
        known: Set<UInt64> = [],
        now: Int64
    ) -> SharedFolderScan {
        var result = SharedFolderScan()
        var found: [(SharedPath, SharedEntry.Version)] = []
        list(&result, &found)
        found.sort { $0.0 < $1.0 }
        let before = Dictionary(
            (Array(earlier.whole.values) + earlier.waiting).map { ($0.path, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var all: [SharedFolderFile] = []
        for (path, version) in found {
            if let file = before[path], isSettled(file, version, now) {
                all.append(file)
            } else if let examination = examine(path, version) {
                all.append(
                    SharedFolderFile(path: path, version: version, examination: examination)
                )
            }
        }
        add(all, known: known, to: &result)
        return result
    }

    private func isSettled(
        _ file: SharedFolderFile,
        _ version: SharedEntry.Version,
        _ now: Int64
    ) -> Bool {
        guard file.version == version else { return false }
        switch file.examination.problem {
        // There may be room for it by now.
        case .tooManyComputers, .unreadable, .changed: return false
        case nil: return true
        case .some: return version.changed < now - Self.settled
        }
    }

    /// - Returns: nil if it is no file any longer.
    private func examine(
        _ path: SharedPath,
        _ version: SharedEntry.Version
    ) -> SharedFileExamination? {
        // Some carriers fetch a file when it is opened.
        if version.size == 0 { return SharedFileExamination(size: 0, problem: .empty) }
        if version.size > limits.fileSize {
            return SharedFileExamination(size: version.size, problem: .tooLarge(version.size))
        }
        do {
            guard let bytes = try files.open(path) else { return nil }
            return SharedFileReader(bytes, library: library, limits: limits).examine()
        } catch {
            let problem = SharedFileReader.problem(error)
            return SharedFileExamination(size: version.size, problem: problem)
        }
    }

    private func add(
        _ files: [SharedFolderFile],
        known: Set<UInt64>,
        to result: inout SharedFolderScan
    ) {
        let devices = Set(
            files.compactMap { $0.examination.id == nil ? nil : $0.examination.header?.device }
        )
        let inOrder =
            devices.intersection(known).sorted() + devices.subtracting(known).sorted()
        let read = Set(inOrder.prefix(limits.computers))
        for var file in files {
            if let id = file.examination.id, let device = file.examination.header?.device {
                if read.contains(device) {
                    if result.whole[id] == nil { result.whole[id] = file }
                    continue
                }
                file.examination.id = nil
                file.examination.problem = .tooManyComputers
            }
            result.waiting.append(file)
        }
    }

    // MARK: - Folders

    private func list(
        _ result: inout SharedFolderScan,
        _ found: inout [(SharedPath, SharedEntry.Version)]
    ) {
        var open = [folder]
        var count = 0
        while !open.isEmpty {
            let path = open.removeFirst()
            count += 1
            guard count <= limits.folders else {
                result.problems.append(.init(path: path, kind: .tooManyFolders))
                return
            }
            let listing: SharedListing
            do {
                listing = try files.list(path, limits.filesOfFolder)
            } catch {
                let code = (error as? POSIXError)?.code.rawValue ?? EIO
                result.problems.append(.init(path: path, kind: .unreadable(code: code)))
                continue
            }
            if !listing.isComplete {
                result.problems.append(.init(path: path, kind: .tooManyFiles))
            }
            for entry in listing.entries.sorted(by: { $0.name < $1.name }) {
                switch entry.kind {
                case .file: found.append((path / entry.name, entry.version))
                case .folder where path.names.count - folder.names.count < limits.depth:
                    open.append(path / entry.name)
                case .folder:
                    result.problems.append(.init(path: path / entry.name, kind: .tooDeep))
                case .other: break
                }
            }
        }
    }
}
