import Foundation

/// Reads the state directory.
struct SessionLoader {
    private let directory: StateDirectory
    private var session = LoadedSession()
    private var unreadableFolders: Set<String> = []

    static func load(
        _ directory: StateDirectory,
        after marker: LaunchMarker? = nil
    ) -> LoadedSession {
        var loader = SessionLoader(directory: directory)
        loader.session.marker = marker
        loader.load()
        return loader.session
    }

    /// Reads the windows of another directory of the same form, such as the previous session.
    static func windows(in folder: String, of directory: StateDirectory) -> LoadedSession {
        var loader = SessionLoader(directory: directory)
        let index = loader.index(folder + "/session.json")
        loader.loadWindows(folder, index: index, closed: [:])
        return loader.session
    }

    /// Whether the windows of another directory hold nothing that anybody would want back.
    static func isBare(_ folder: String, of directory: StateDirectory) -> Bool {
        windows(in: folder, of: directory).isBare
    }

    private init(directory: StateDirectory) { self.directory = directory }

    private mutating func load() {
        session.trash = Trash(directory)
        let index = index(directory.session)
        let closedFiles = stateFiles(in: directory.closed)
        loadClosed(closedFiles, index: index)
        loadWindows(directory.windows, index: index, closed: closedFiles)
        session.active = index?.active
        session.hasPreviousSession =
            !session.windows.isEmpty || !stateFiles(in: directory.previousSession).isEmpty
        session.isPristine =
            index == nil && session.marker == nil && session.windows.isEmpty
            && session.report.entries.isEmpty && session.closed.isEmpty
    }
}

// MARK: - Windows

extension SessionLoader {
    /// The names a window's file has in a folder: its own, that of its replacement, or both.
    private typealias Names = [SceneIdentifier: [String]]

    private mutating func stateFiles(in folder: String) -> Names {
        var names: Names = [:]
        do {
            for name in try directory.namesIfPresent(folder) {
                guard let id = StateDirectory.window(fileName: name) else { continue }
                names[id, default: []].append(name)
            }
        } catch {
            unreadableFolders.insert(folder)
            session.report.add(
                .notRestored,
                .unreadableFolder,
                subject: (folder as NSString).lastPathComponent,
                reason: "The folder \(folder) cannot be read: \(SessionLoader.words(error))"
            )
        }
        return names
    }

    private mutating func loadWindows(_ folder: String, index: SessionIndex?, closed: Names) {
        let files = stateFiles(in: folder)
        for (id, names) in files {
            guard var window = window(id, names, in: folder) else { continue }
            window.leftovers = names.map { folder + "/" + $0 }.filter {
                $0 != window.path && $0.hasSuffix(".new")
            }
            if closed[id] != nil, let copy = readState(directory.closedWindow(id)),
                copy.nextSequence > window.state.nextSequence
            {
                session.closedMeanwhile.append(id)
            } else {
                session.closed.removeAll { $0.id == id }
                session.windows.append(window)
            }
        }
        if folder == directory.windows {
            let known = Set(files.keys).union(closed.keys)
            for id in index?.order ?? [] where !known.contains(id) { lookForMissing(id) }
        }
        let places = Dictionary(
            (index?.order ?? []).enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: min
        )
        // Dates are only asked for when the index leaves the order open: it is one call per file.
        for index in session.windows.indices where places[session.windows[index].id] == nil {
            let status = try? directory.fileSystem.status(session.windows[index].path)
            session.windows[index].modificationDate = status?.modificationDate ?? .distantPast
        }
        session.windows.sort { left, right in
            let leftPlace = places[left.id] ?? .max
            let rightPlace = places[right.id] ?? .max
            if leftPlace != rightPlace { return leftPlace < rightPlace }
            if left.modificationDate != right.modificationDate {
                return left.modificationDate > right.modificationDate
            }
            return left.id.rawValue < right.id.rawValue
        }
    }

    /// Of a file and its unfinished replacement, the later one that can be read.
    private mutating func window(
        _ id: SceneIdentifier,
        _ names: [String],
        in folder: String
    ) -> LoadedSession.Window? {
        var best: LoadedSession.Window?
        var unreadable: [(path: String, bytes: [UInt8]?, reason: String)] = []
        var damaged: [(path: String, bytes: [UInt8])] = []
        var isTooNew = false
        for name in names.sorted() {
            let path = folder + "/" + name
            let bytes: [UInt8]
            do {
                bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
            } catch let error as POSIXError where error.code == .ENOENT {
                continue
            } catch {
                unreadable.append((path, nil, SessionLoader.words(error)))
                continue
            }
            switch StateFileReader.read(bytes) {
            case .tooNew(let writer, let format):
                isTooNew = true
                session.report.add(
                    .notRestored,
                    .tooNew,
                    scene: id,
                    subject: name,
                    reason: "The file \(path) was written by \(writer) in the later format "
                        + "\(format). It is left as it is."
                )
            case .unreadable(let reason):
                unreadable.append((path, bytes, reason))
            case .state(let state, let damage):
                let window = LoadedSession.Window(
                    id: id,
                    state: state,
                    path: path,
                    damage: damage,
                    modificationDate: .distantPast
                )
                if damage != nil { damaged.append((path, bytes)) }
                if SessionLoader.isBetter(window, than: best) { best = window }
            }
        }
        // A replacement of an interrupted write is often cut off; the whole file beside it is what
        // counts.
        if isTooNew { return nil }
        if let best, best.damage == nil { return best }
        for (path, bytes) in damaged { setAside(path, bytes, isMoved: false) }
        for (path, bytes, reason) in unreadable {
            setAside(path, bytes, isMoved: true)
            if best == nil, folder == directory.windows {
                best = olderCopy(id, reason: "\(path): \(reason)")
            }
            if best == nil {
                session.report.add(
                    .notRestored,
                    .unreadableFile,
                    scene: id,
                    subject: (path as NSString).lastPathComponent,
                    reason: "The file \(path) cannot be read and is set aside: \(reason)"
                )
            }
        }
        if let best, let damage = best.damage {
            let isOlder = best.path.hasPrefix(directory.previousSession + "/")
            session.report.add(
                .partial,
                isOlder ? .olderCopy : .damagedFile,
                scene: id,
                subject: best.state.title.isEmpty ? id.rawValue : best.state.title,
                reason: isOlder
                    ? damage.reason
                    : "The file \(best.path) is damaged; what stands before the damage came back. "
                        + damage.reason
            )
        }
        return best
    }

    /// Brings a window that is listed, and has no file, back from the previous session.
    private mutating func lookForMissing(_ id: SceneIdentifier) {
        // A folder that cannot be read may well have it; what cannot be seen is left as it is.
        guard unreadableFolders.isDisjoint(with: [directory.windows, directory.closed]),
            !session.trash.contains(id)
        else { return }
        let reason = "Its file \(directory.window(id)) is missing."
        let window = olderCopy(id, reason: reason)
        if let window { session.windows.append(window) }
        session.report.add(
            window == nil ? .notRestored : .partial,
            window == nil ? .missingFile : .olderCopy,
            scene: id,
            subject: window.map(\.state.title).flatMap { $0.isEmpty ? nil : $0 } ?? id.rawValue,
            reason: window?.damage?.reason ?? "A window could not be brought back. \(reason)"
        )
    }

    private static func isBetter(
        _ window: LoadedSession.Window,
        than other: LoadedSession.Window?
    ) -> Bool {
        guard let other else { return true }
        let isWhole = window.damage?.isInSnapshot != true
        if isWhole != (other.damage?.isInSnapshot != true) { return isWhole }
        return window.state.nextSequence > other.state.nextSequence
    }

    /// The window as it was at the launch before, for when its file is lost.
    private mutating func olderCopy(
        _ id: SceneIdentifier,
        reason: String
    ) -> LoadedSession.Window? {
        let path = directory.previousSession + "/\(id).state"
        guard let state = readState(path) else { return nil }
        return LoadedSession.Window(
            id: id,
            state: state,
            path: path,
            damage: StateFileDamage(
                reason: "It came back as it was at the launch before. \(reason)",
                isInSnapshot: true
            ),
            modificationDate: .distantPast
        )
    }

    private func readState(_ path: String) -> WindowState? {
        guard let bytes = try? directory.fileSystem.read(path, StateDirectory.fileSizeLimit),
            case .state(let state, _) = StateFileReader.read(bytes)
        else { return nil }
        return state
    }

    private mutating func setAside(_ path: String, _ bytes: [UInt8]?, isMoved: Bool) {
        session.damaged.append(
            LoadedSession.Damaged(
                path: path,
                quarantinePath: directory.quarantineName(of: path, bytes),
                isMoved: isMoved
            )
        )
    }

    static func words(_ error: any Error) -> String {
        guard let error = error as? POSIXError else { return "\(error)" }
        return String(cString: strerror(error.code.rawValue)) + "."
    }
}

// MARK: - What stands beside the windows

extension SessionLoader {
    private mutating func index(_ path: String) -> SessionIndex? {
        do {
            let bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
            if let index = SessionIndex(bytes) { return index }
            setAside(path, bytes, isMoved: true)
            session.report.add(
                .note,
                .indexLost,
                subject: "session.json",
                reason: "\(path) is damaged; the order of the windows is taken from their files."
            )
        } catch let error as POSIXError where error.code == .ENOENT {
        } catch {
            setAside(path, nil, isMoved: true)
            session.report.add(
                .note,
                .indexLost,
                subject: "session.json",
                reason: "\(path) cannot be read: \(SessionLoader.words(error))"
            )
        }
        return nil
    }

    private mutating func loadClosed(_ files: Names, index: SessionIndex?) {
        let listed = Dictionary(
            (index?.closed ?? []).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        // In the order of the index, which the sorting keeps among equal dates.
        let places = Dictionary(
            (index?.closed ?? []).enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: min
        )
        for id in files.keys.sorted(by: { places[$0] ?? .max < places[$1] ?? .max }) {
            if let scene = listed[id] {
                session.closed.append(scene)
            } else if let state = readState(directory.closedWindow(id)) {
                session.closed.append(
                    RecentlyClosedScene(
                        id: id,
                        title: state.title,
                        closingDate: state.closingDate ?? .distantPast
                    )
                )
            } else {
                session.report.add(
                    .note,
                    .unreadableFile,
                    scene: id,
                    subject: id.rawValue,
                    reason:
                        "The file \(directory.closedWindow(id)) of a closed window cannot be read."
                )
            }
        }
        session.closed.sort { $0.closingDate > $1.closingDate }
    }
}
