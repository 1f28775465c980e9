import Dispatch
import Foundation

// Lists the folders of the state directory, and handles folders that cannot be listed.

/// Avoids conflicts with files that a run could not see.
enum UnseenFiles {
    /// The distance of a window's new numbers when there may be a later file that was not seen: no
    /// such file has as many records.
    private static let distance = 1 << 24

    /// The next number of a window that may have a later file.
    static func number(after number: Int) -> Int {
        let bound = StateFileDecoder.numbers.upperBound
        return number < bound - distance ? number + distance : number
    }

    /// Whether a file was superseded by one that was started without having seen it: its content
    /// may exist nowhere else.
    static func isOvertaken(_ number: Int, by other: Int) -> Bool {
        other - number >= distance / 2
    }
}

extension LoadedSession.Window {
    /// Numbers new records above those of the window's files that were not seen.
    mutating func setApartFromUnseen() {
        base = nil
        state.nextSequence = UnseenFiles.number(after: state.nextSequence)
    }
}

extension SessionLoader {
    /// The names of a window's files in a folder: its own, that of its replacement, or both.
    typealias Names = [SceneIdentifier: [String]]

    /// The windows with files in a folder.
    ///
    /// - Parameter known: The windows that the index has there. If the folder cannot be listed,
    ///   their files are looked for by name.
    mutating func stateFiles(in folder: String, known: [SceneIdentifier] = []) -> Names {
        let found: [String]
        do {
            found = try directory.namesIfPresent(folder)
        } catch {
            unlisted(folder, error)
            guard session.unlistedFolders.contains(folder) else { return [:] }
            return filesByName(known, in: folder)
        }
        var names: Names = [:]
        for name in found {
            guard let id = StateDirectory.window(fileName: name), id != .application else {
                continue
            }
            names[id, default: []].append(name)
        }
        return names
    }

    /// The names in a folder; `nil` when it is not a folder, or cannot be read. Does not follow
    /// links.
    mutating func names(in folder: String) -> [String]? {
        do {
            return try directory.namesIfPresent(folder)
        } catch let error as POSIXError where SessionLoader.meansNoFolder(error.code) {
            // The next write to that name sets the other file aside.
            return nil
        } catch {
            unlisted(folder, error)
            return nil
        }
    }

    /// The state files in a folder of the trash; none when it cannot be read, so that nothing is
    /// removed.
    mutating func trashNames(in folder: String) -> Set<String> {
        Set((names(in: folder) ?? []).filter(StateDirectory.isOwn))
    }

    /// Records that a folder could not be listed.
    mutating func unlisted(_ folder: String, _ error: any Error) {
        let isNone = (error as? POSIXError).map { SessionLoader.meansNoFolder($0.code) } ?? false
        let isInserted =
            isNone
            ? session.oddFolders.insert(folder).inserted
            : session.unlistedFolders.insert(folder).inserted
        guard isInserted else { return }
        let isTrash = folder.hasPrefix(directory.trash)
        session.report.add(
            isTrash ? .note : .notRestored,
            .unreadableFolder,
            subject: (folder as NSString).lastPathComponent,
            reason: "The folder \(folder) cannot be read: \(SessionLoader.words(error))"
                + (isNone || isTrash ? "" : " What is known by name was looked for.")
                + (isNone ? "" : " Nothing in it is replaced or removed by this launch.")
        )
    }

    private static func meansNoFolder(_ code: POSIXErrorCode) -> Bool {
        code == .ENOTDIR || code == .ELOOP
    }

    /// The files of these windows that are readable under their expected names.
    private func filesByName(_ ids: [SceneIdentifier], in folder: String) -> Names {
        var names: Names = [:]
        for id in ids {
            switch directory.readState(folder + "/\(id).state")?.reading {
            case .state?, .tooNew?: names[id] = ["\(id).state"]
            // Whatever the error, the file stays for a launch that can read more.
            case .unreadable?, nil: continue
            }
        }
        return names
    }
}

// MARK: - Files that an earlier launch did not see

extension SessionLoader {
    /// Sets aside replacements of a window that an earlier launch had not seen when it continued
    /// with the window: no file of that launch has their content.
    mutating func setAsideOvertaken(_ window: LoadedSession.Window) {
        for path in window.leftovers {
            let name = (path as NSString).lastPathComponent
            guard let number = StateDirectory.replacementNumber(fileName: name),
                UnseenFiles.isOvertaken(number, by: window.state.nextSequence)
            else { continue }
            setAsideOvertaken(path, of: window.id)
        }
    }

    /// Sets aside a file that is older than the window, and may have content that exists nowhere
    /// else.
    mutating func setAsideOvertaken(_ path: String, of id: SceneIdentifier) {
        setAside(path, directory.readState(path)?.bytes, isMoved: true, of: id)
        session.report.add(
            .note,
            .foundLater,
            scene: id,
            subject: (path as NSString).lastPathComponent,
            reason: "The file \(path) is set aside: a launch that could not see it has gone on "
                + "with the window.",
            file: session.damaged.last?.quarantinePath
        )
    }
}

// MARK: - Reading

/// Reads many state files in parallel, on all processors: with thousands of windows this is most of
/// a launch's time.
final class StateFileReadings: @unchecked Sendable {
    typealias Element = (
        reading: StateFileReading, bytes: [UInt8]?, base: BaseFile?, status: FileStatus?
    )

    /// With fewer files than this per thread, threads save little, and cost much on a busy machine,
    /// such as after log-in: the launch waits for the last one to get a processor.
    private static let portion = 256

    private let lock = NSLock()
    private var elements: [String: Element] = [:]

    /// The results by path, without missing files. Bytes are only kept of damaged files.
    static func read(_ paths: [String], in directory: StateDirectory) -> [String: Element] {
        let readings = StateFileReadings()
        readings.elements.reserveCapacity(paths.count)
        let count = (paths.count + portion - 1) / portion
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let end = min((number + 1) * portion, paths.count)
            let read = paths[(number * portion)..<end].compactMap { path in
                element(path, directory).map { (path, $0) }
            }
            readings.lock.withLock {
                for (path, element) in read { readings.elements[path] = element }
            }
        }
        return readings.lock.withLock { readings.elements }
    }

    private static func element(_ path: String, _ directory: StateDirectory) -> Element? {
        guard let (reading, bytes, status) = directory.readStateWithStatus(path) else { return nil }
        guard case .state(let state, damage: nil) = reading else {
            return (reading, bytes, nil, nil)
        }
        return (reading, nil, bytes.flatMap { directory.base(path, $0, state, status) }, status)
    }
}
