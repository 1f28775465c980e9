import Dispatch
import Foundation

// What is in the folders of the state directory, and what is done where that cannot be told.

/// How a run keeps out of the way of files that it could not see.
enum UnseenFiles {
    /// How far the numbers of a window go up of which there may be a later file that was not seen: no
    /// such file holds as many records.
    private static let distance = 1 << 24

    /// The number with which a window goes on of which there may be a later file.
    static func number(after number: Int) -> Int {
        let bound = StateFileDecoder.numbers.upperBound
        return number < bound - distance ? number + distance : number
    }

    /// Whether a file was passed by one that was begun without having seen it: what it holds may be
    /// nowhere else.
    static func isOvertaken(_ number: Int, by other: Int) -> Bool {
        other - number >= distance / 2
    }
}

extension LoadedSession.Window {
    /// Numbers what is written from now on above whatever the window has in files that were not seen.
    mutating func setApartFromUnseen() {
        base = nil
        state.nextSequence = UnseenFiles.number(after: state.nextSequence)
    }
}

extension SessionLoader {
    /// The names a window's file has in a folder: its own, that of its replacement, or both.
    typealias Names = [SceneIdentifier: [String]]

    /// The windows of which there are files in a folder.
    ///
    /// - Parameter known: The windows that the index has there. Where the folder cannot be listed, their
    ///   files are looked for by name.
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

    /// The names in a folder; `nil` when it is none, or cannot be read. A link to one is not followed.
    mutating func names(in folder: String) -> [String]? {
        do {
            return try directory.namesIfPresent(folder)
        } catch let error as POSIXError where SessionLoader.meansNoFolder(error.code) {
            // The next write to that name sets aside what has it.
            return nil
        } catch {
            unlisted(folder, error)
            return nil
        }
    }

    /// The state files in a folder of the trash. When it cannot be read there are none: nothing is
    /// removed.
    mutating func trashNames(in folder: String) -> Set<String> {
        Set((names(in: folder) ?? []).filter(StateDirectory.isOwn))
    }

    /// Notes that a folder could not be listed.
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

    /// The files of these windows that can be read under the names that they should have.
    private func filesByName(_ ids: [SceneIdentifier], in folder: String) -> Names {
        var names: Names = [:]
        for id in ids {
            switch directory.readState(folder + "/\(id).state")?.reading {
            case .state?, .tooNew?: names[id] = ["\(id).state"]
            // Whatever it is, it stays for a launch that can see more.
            case .unreadable?, nil: continue
            }
        }
        return names
    }
}

// MARK: - What an earlier launch did not see

extension SessionLoader {
    /// Sets the replacements of a window aside that an earlier launch had not seen when it went on with
    /// the window: no file of that launch has what is in them.
    mutating func setAsideOvertaken(_ window: LoadedSession.Window) {
        for path in window.leftovers {
            let name = (path as NSString).lastPathComponent
            guard let number = StateDirectory.replacementNumber(fileName: name),
                UnseenFiles.isOvertaken(number, by: window.state.nextSequence)
            else { continue }
            setAsideOvertaken(path, of: window.id)
        }
    }

    /// Sets aside a file that is older than the window, and may have something that is nowhere else.
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

/// Reads many state files side by side, on all processors: with thousands of windows this is what
/// a launch waits for.
final class StateFileReadings: @unchecked Sendable {
    typealias Element = (
        reading: StateFileReading, bytes: [UInt8]?, base: BaseFile?, status: FileStatus?
    )

    /// With fewer files than this for each, threads save little, and cost much on a machine that
    /// is busy, as it is after logging in: the last one to be given a processor is waited for.
    private static let portion = 256

    private let lock = NSLock()
    private var elements: [String: Element] = [:]

    /// What reading gave, by path; what is not there is left out. Bytes are only kept of files
    /// that are not whole.
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
