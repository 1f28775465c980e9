import Foundation

/// Reads the state directory.
struct SessionLoader {
    let directory: StateDirectory
    var session = LoadedSession()
    /// Whether completely unreadable files will be set aside; the report says so.
    private var isSettingAside = true
    /// The results of reading the current folder's files, by path.
    var readings: [String: StateFileReadings.Element] = [:]
    /// States found in files of other windows, by the window that they name.
    var misnamed: [SceneIdentifier: [Misnamed]] = [:]
    /// The indexes of the workspaces that windows belong to.
    var homes: [SceneIdentifier: Int] = [:]
    /// The windows whose files all belong to others.
    private var impersonated: Set<SceneIdentifier> = []

    /// - Parameter settingAside: Whether completely unreadable files will be set aside.
    static func load(
        _ directory: StateDirectory,
        after marker: LaunchMarker? = nil,
        settingAside: Bool = true
    ) -> LoadedSession {
        var loader = SessionLoader(directory: directory)
        loader.isSettingAside = settingAside
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

    /// Whether the windows of another directory have no content worth restoring.
    static func isBare(_ folder: String, of directory: StateDirectory) -> Bool {
        windows(in: folder, of: directory).isBare
    }

    private init(directory: StateDirectory) { self.directory = directory }

    private mutating func load() {
        session.trash.names = trashNames(in: directory.trash)
        session.trash.olderNames = trashNames(in: directory.olderTrash)
        let index = index(directory.session)
        loadWorkspaces()
        let listed = (index?.closed ?? []).map(\.id)
        let closedFiles = stateFiles(in: directory.closed, known: listed)
        loadClosed(closedFiles, index: index)
        loadWindows(directory.windows, index: index, closed: closedFiles)
        loadApplication()
        session.active = index?.active
        session.unknownIndexMembers = index?.unknown ?? []
        session.hasPreviousSession =
            !session.windows.isEmpty || !stateFiles(in: directory.previousSession).isEmpty
            || session.unlistedFolders.contains(directory.previousSession)
        session.isPristine =
            index == nil && session.marker == nil && session.windows.isEmpty
            && session.report.entries.isEmpty && session.closed.isEmpty
            && session.application == nil && session.workspaces.list.isEmpty
    }
}

/// A state found in the file of another window.
struct Misnamed: Sendable {
    var window: LoadedSession.Window
    /// The window of the file's name.
    var id: SceneIdentifier
}

// MARK: - Windows

extension SessionLoader {
    private mutating func loadWindows(_ folder: String, index: SessionIndex?, closed: Names) {
        let files = stateFiles(in: folder, known: index?.order ?? [])
        let isByName = session.unlistedFolders.contains(folder)
        let mayBeClosed = session.unlistedFolders.contains(directory.closed)
        readings = StateFileReadings.read(
            files.values.joined().map { folder + "/" + $0 },
            in: directory
        )
        var members: [MemberInWindows] = []
        for (id, names) in files {
            guard var window = window(id, names, in: folder) else { continue }
            window.leftovers = names.map { folder + "/" + $0 }.filter {
                $0 != window.path && $0 != window.continuation && $0.hasSuffix(".new")
            }
            setAsideOvertaken(window)
            // The numbers of a continuation follow those of the file that it continues.
            if names.count > 1 { window.base = nil }
            if isByName { window.setApartFromUnseen() }
            if closed[id] != nil || mayBeClosed, wasClosed(window) {
                let paths = names.map { folder + "/" + $0 }
                session.closedMeanwhile.append(LoadedSession.Leftover(id: id, paths: paths))
            } else if folder == directory.windows, let member = memberInWindows(window, names) {
                session.closed.removeAll { $0.id == id }
                members.append(member)
            } else {
                session.closed.removeAll { $0.id == id }
                window.state.keepNumbersAbove(names)
                session.windows.append(window)
            }
        }
        if folder == directory.windows { placeMembers(members) }
        let owned = Set(files.keys).subtracting(impersonated).union(closed.keys)
            .union(session.workspaces.members)
        adoptMisnamed(besides: owned)
        if folder == directory.windows {
            let known = owned.union(session.windows.map(\.id))
            for id in index?.order ?? [] where !known.contains(id) { lookForMissing(id) }
        }
        let places = Dictionary(
            (index?.order ?? []).enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: min
        )
        // Only read dates if the index does not determine the order: that may be one call per file.
        for index in session.windows.indices where places[session.windows[index].id] == nil {
            let window = session.windows[index]
            let status = window.status ?? (try? directory.fileSystem.status(window.path))
            session.windows[index].modificationDate = status?.modificationDate ?? .distantPast
        }
        let order = session.windows.map { window in
            let place = places[window.id] ?? .max
            return (place: place, date: window.modificationDate, id: window.id.rawValue)
        }
        let sorted = order.indices.sorted { left, right in
            let (left, right) = (order[left], order[right])
            if left.place != right.place { return left.place < right.place }
            if left.date != right.date { return left.date > right.date }
            return left.id < right.id
        }
        session.windows = sorted.map { session.windows[$0] }
    }

    /// Whether the closed windows have a better copy of the window: a later one, or an undamaged
    /// one if the window was being reopened and only has a torn file yet. An unreadable copy is set
    /// aside: closing the window would overwrite it.
    private mutating func wasClosed(_ window: LoadedSession.Window) -> Bool {
        let path = directory.closedWindow(window.id)
        guard let (reading, bytes) = directory.readState(path, of: window.id) else { return false }
        switch reading {
        case .state(let copy, _):
            if UnseenFiles.isOvertaken(window.state.nextSequence, by: copy.nextSequence) {
                setAsideOvertaken(window.path, of: window.id)
            }
            return window.isOlderCopy || window.damage?.isInSnapshot == true
                || copy.nextSequence > window.state.nextSequence
        case .tooNew, .unreadable:
            setAside(path, bytes, isMoved: false, of: window.id)
            return false
        }
    }

    /// Returns the later readable one of a file and its unfinished replacement.
    mutating func window(
        _ id: SceneIdentifier,
        _ names: [String],
        in folder: String
    ) -> LoadedSession.Window? {
        var best: LoadedSession.Window?
        var unreadable: [(path: String, bytes: [UInt8]?, problem: StateFileProblem)] = []
        var continuations: [Continuation] = []
        var isLeftAlone = false
        var isImpersonated = false
        for name in names.sorted() {
            let path = folder + "/" + name
            guard let (reading, bytes, base, status) = readings.removeValue(forKey: path) else {
                continue
            }
            if case .unreadable(.continuation) = reading, folder == directory.windows,
                let continuation = bytes.flatMap({ Continuation(path, $0) }),
                continuation.window == id
            {
                continuations.append(continuation)
                continue
            }
            switch reading {
            case .tooNew(let writer, let format):
                isLeftAlone = true
                let reason = SessionLoader.tooNew(path, writer, format)
                session.report.add(
                    .notRestored,
                    .tooNew,
                    scene: id,
                    subject: name,
                    reason: reason,
                    file: path
                )
            case .unreadable(let problem) where problem.isPassing:
                isLeftAlone = true
                session.report.add(
                    .notRestored,
                    .unreadableFile,
                    scene: id,
                    subject: name,
                    reason: "The file \(path) is left as it is. \(problem.sentence)",
                    file: path
                )
            case .unreadable(let problem):
                unreadable.append((path, bytes, problem))
            case .state(let state, let damage):
                let owner = state.window ?? id
                let window = LoadedSession.Window(
                    id: owner,
                    state: state,
                    path: path,
                    base: base,
                    status: status,
                    damage: damage,
                    modificationDate: .distantPast
                )
                guard owner == id else {
                    isImpersonated = true
                    misnamed[owner, default: []].append(Misnamed(window: window, id: id))
                    continue
                }
                if damage != nil { setAside(path, bytes, isMoved: false, of: id) }
                if SessionLoader.isBetter(window, than: best) { best = window }
            }
        }
        if isLeftAlone {
            session.leftAlone.append(id)
            return nil
        }
        if best != nil || !unreadable.contains(where: { $0.problem.mayPass }) {
            for continuation in continuations { best = continued(best, by: continuation, id) }
        }
        if isImpersonated, best == nil, unreadable.isEmpty { impersonated.insert(id) }
        // A replacement of an interrupted write is often cut off; the undamaged file beside it
        // counts.
        if let best, best.damage == nil { return best }
        // A file that may be readable next time keeps its place, which an older copy would take.
        let mayPass = best == nil && unreadable.contains { $0.problem.mayPass }
        if mayPass { session.leftAlone.append(id) }
        for (path, bytes, problem) in unreadable {
            setAside(path, bytes, isMoved: true, mayPass: mayPass, of: id)
            if best != nil { continue }
            let mayBeOlder =
                folder == directory.windows || folder.hasPrefix(directory.workspaces + "/")
            if mayBeOlder, !mayPass { best = olderCopy(id) }
            reportUnreadable(path, problem, id, olderCopy: best)
        }
        if let best { reportDamage(of: best) }
        return best
    }

    static func tooNew(_ path: String, _ writer: String, _ format: Int) -> String {
        "The file \(path) was written by \(writer) in the later format \(format). "
            + "It is left as it is."
    }

    private mutating func reportUnreadable(
        _ path: String,
        _ problem: StateFileProblem,
        _ id: SceneIdentifier,
        olderCopy: LoadedSession.Window?
    ) {
        let isLeft = !isSettingAside && olderCopy == nil
        let fate =
            switch (isLeft, problem.mayPass) {
            case (true, _): "cannot be used and is left where it is."
            case (false, true): "cannot be read, and is set aside unless that passes."
            case (false, false): "cannot be used and is set aside."
            }
        let setAside = "The file \(path) \(fate) \(problem.sentence)"
        if let olderCopy {
            session.report.add(
                .partial,
                .olderCopy,
                scene: id,
                subject: olderCopy.state.title.isEmpty ? id.rawValue : olderCopy.state.title,
                reason: setAside + " The window came back as it was at the launch before.",
                file: setAsideFile(path)
            )
        } else {
            // The first file of a window that was opened right before the power cut.
            let isFirst = path.hasSuffix(".new")
            session.report.add(
                isFirst ? .note : .notRestored,
                .unreadableFile,
                scene: id,
                subject: (path as NSString).lastPathComponent,
                reason: setAside,
                file: isLeft ? path : setAsideFile(path)
            )
        }
    }

    private mutating func reportDamage(of window: LoadedSession.Window) {
        guard let damage = window.damage else { return }
        // A file with its temporary name had not been synced.
        let isOrdinary = damage.isTornTail || (damage.isAtEnd && window.path.hasSuffix(".new"))
        let what =
            isOrdinary
            ? "The end of the file \(window.path) had not reached the disk when the last run ended"
            : "The file \(window.path) is damaged"
        session.report.add(
            isOrdinary ? .note : .partial,
            .damagedFile,
            scene: window.id,
            subject: window.state.title.isEmpty ? window.id.rawValue : window.state.title,
            reason: what + "; \(damage.rest), and a copy of all of it is set aside. "
                + damage.sentences,
            salvagedTexts: damage.salvagedTexts,
            file: setAsideFile(window.path)
        )
    }

    /// The path of a file that was set aside, or of the file itself.
    private func setAsideFile(_ path: String) -> String {
        session.damaged.last { $0.path == path }?.quarantinePath ?? path
    }

    private static func isBetter(
        _ window: LoadedSession.Window,
        than other: LoadedSession.Window?
    ) -> Bool {
        guard let other else { return true }
        let isWhole = window.damage?.isInSnapshot != true
        if isWhole != (other.damage?.isInSnapshot != true) { return isWhole }
        // The file with the window's own name comes first; unlike a replacement, it was once
        // complete.
        guard isWhole else { return false }
        return window.state.nextSequence > other.state.nextSequence
    }

    mutating func setAside(
        _ path: String,
        _ bytes: [UInt8]?,
        isMoved: Bool,
        mayPass: Bool = false,
        of id: SceneIdentifier?
    ) {
        session.damaged.append(
            LoadedSession.Damaged(
                path: path,
                quarantinePath: directory.quarantineName(of: path, bytes),
                isMoved: isMoved,
                mayPass: mayPass,
                topics: Set(id.map { [.window($0), .closedWindow($0)] } ?? [.index])
            )
        )
    }

    /// If a state is stored under another window's name and its own window has no file, accepts it
    /// as its own window's: it was renamed. Otherwise it is a copy, and set aside.
    private mutating func adoptMisnamed(besides owned: Set<SceneIdentifier>) {
        guard session.unlistedFolders.isEmpty else {
            // The window's own file may be in a folder that was not seen.
            session.leftAlone += misnamed.flatMap { id, files in [id] + files.map(\.id) }
            misnamed = [:]
            return
        }
        for (id, files) in misnamed {
            var best: LoadedSession.Window?
            if !owned.contains(id), !session.trash.contains(id) {
                for file in files.sorted(by: { $0.window.path < $1.window.path })
                where SessionLoader.isBetter(file.window, than: best) {
                    best = file.window
                }
            }
            for file in files where file.window.path != best?.path { setAsideCopy(file) }
            guard var best else { continue }
            // It is renamed by way of a replacement's name.
            best.state.nextSequence += 2
            if best.damage != nil {
                setAside(best.path, nil, isMoved: false, of: id)
                reportDamage(of: best)
            }
            session.report.add(
                .note,
                .otherWindow,
                scene: id,
                subject: (best.path as NSString).lastPathComponent,
                reason: "The file \(best.path) is that of the window \(id), and gets its name."
            )
            session.windows.append(best)
        }
        misnamed = [:]
    }

    mutating func setAsideCopy(_ file: Misnamed) {
        let path = file.window.path
        let bytes = directory.readState(path)?.bytes
        setAside(path, bytes, isMoved: true, of: file.id)
        let problem = StateFileProblem.otherWindow(file.window.id)
        session.report.add(
            .note,
            .otherWindow,
            scene: file.id,
            subject: (path as NSString).lastPathComponent,
            reason: "The file \(path) is set aside. \(problem.sentence)"
        )
    }

    static func words(_ error: any Error) -> String {
        guard let error = error as? POSIXError else { return "\(error)" }
        return String(cString: strerror(error.code.rawValue)) + "."
    }
}

// MARK: - Windows whose files are lost

// Restores windows whose files are lost.

extension SessionLoader {
    /// Restores a listed window without a file from the previous session.
    private mutating func lookForMissing(_ id: SceneIdentifier) {
        guard !session.trash.contains(id) else { return }
        // A folder that cannot be read may well have it; files that cannot be seen are left alone.
        guard session.unlistedFolders.isEmpty,
            session.oddFolders.isDisjoint(with: [directory.windows, directory.closed])
        else {
            return session.leftAlone.append(id)
        }
        let window = olderCopy(id)
        if let window { session.windows.append(window) } else { session.listsMissingWindows = true }
        let path = directory.window(id)
        session.report.add(
            // After a crash or a power cut, the window may have been opened just before.
            window != nil ? .partial : session.marker == nil ? .notRestored : .note,
            window == nil ? .missingFile : .olderCopy,
            scene: id,
            subject: window.map(\.state.title).flatMap { $0.isEmpty ? nil : $0 } ?? id.rawValue,
            reason: window == nil
                ? "The window did not come back: its file \(path) is missing."
                : "The file \(path) is missing. The window came back as it was at the launch before."
        )
    }

    /// The window's state at the launch before, in case its file is lost.
    func olderCopy(_ id: SceneIdentifier) -> LoadedSession.Window? {
        let path = directory.previousSession + "/\(id).state"
        guard case .state(let state, _)? = directory.readState(path, of: id)?.reading else {
            return nil
        }
        return LoadedSession.Window(
            id: id,
            state: state,
            path: path,
            isOlderCopy: true,
            modificationDate: .distantPast
        )
    }
}
