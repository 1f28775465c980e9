import Foundation

// Reads the index, the closed windows and the application's values.

extension SessionLoader {
    mutating func index(_ path: String) -> SessionIndex? {
        do {
            let bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
            do {
                return try SessionIndex(bytes)
            } catch {
                setAside(path, bytes, isMoved: true, of: nil)
                session.report.add(
                    .note,
                    .indexLost,
                    subject: "session.json",
                    reason: "\(path) is set aside; the order of the windows is taken from their "
                        + "files. \(error.message)"
                )
            }
        } catch let error as POSIXError where error.code == .ENOENT {
        } catch {
            let problem = StateFileProblem(error as? POSIXError ?? POSIXError(.EIO))
            if !problem.isPassing { setAside(path, nil, isMoved: true, of: nil) }
            session.report.add(
                .note,
                .indexLost,
                subject: "session.json",
                reason: "\(path) cannot be read; the order of the windows is taken from their "
                    + "files. \(problem.sentence)"
            )
        }
        return nil
    }

    mutating func loadClosed(_ files: Names, index: SessionIndex?) {
        let listed = Dictionary(
            (index?.closed ?? []).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let places = Dictionary(
            (index?.closed ?? []).enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: min
        )
        // The index decides the order; dates, which depend on a possibly wrong clock, only place
        // windows that it does not list.
        session.closed = files.keys.compactMap { listed[$0] }
            .sorted { places[$0.id] ?? .max < places[$1.id] ?? .max }
        let unlisted = files.keys.filter { listed[$0] == nil }
            .sorted { $0.rawValue < $1.rawValue }
        for scene in unlisted.compactMap({ loadUnlistedClosed($0) }) {
            let place = session.closed.firstIndex { $0.closingDate <= scene.closingDate }
            session.closed.insert(scene, at: place ?? session.closed.endIndex)
        }
    }

    private mutating func loadUnlistedClosed(_ id: SceneIdentifier) -> RecentlyClosedScene? {
        let path = directory.closedWindow(id)
        guard let (reading, bytes) = directory.readState(path, of: id) else { return nil }
        var code = RestorationReport.Entry.Code.unreadableFile
        let reason: String
        switch reading {
        case .state(let state, _):
            return RecentlyClosedScene(
                id: id,
                title: state.title,
                closingDate: state.closingDate ?? .distantPast
            )
        case .tooNew(let writer, let format):
            code = .tooNew
            reason = SessionLoader.tooNew(path, writer, format)
        case .unreadable(let problem) where problem.isPassing:
            reason = "The file \(path) of a closed window is left as it is. \(problem.sentence)"
        case .unreadable(let problem):
            if case .otherWindow = problem { code = .otherWindow }
            setAside(path, bytes, isMoved: true, mayPass: problem.mayPass, of: id)
            reason = "The file \(path) of a closed window is set aside. \(problem.sentence)"
        }
        session.report.add(.note, code, scene: id, subject: id.rawValue, reason: reason)
        return nil
    }
}

// MARK: - The application

// The values of the application itself: one more file, directly in the state directory.

extension SessionLoader {
    mutating func loadApplication() {
        let folder = directory.path
        let id = SceneIdentifier.application
        let names: [String]
        do {
            names = try directory.namesIfPresent(folder).filter {
                StateDirectory.window(fileName: $0) == id
            }
        } catch {
            unlisted(folder, error)
            names = [directory.window(id)].map { ($0 as NSString).lastPathComponent }
        }
        let isByName = session.unlistedFolders.contains(folder)
        readings = StateFileReadings.read(names.map { folder + "/" + $0 }, in: directory)
        guard var found = names.isEmpty ? nil : window(id, names, in: folder) else {
            return endApplication(nil)
        }
        found.leftovers = names.map { folder + "/" + $0 }.filter { [path = found.path] in
            $0 != path && $0.hasSuffix(".new")
        }
        setAsideOvertaken(found)
        if isByName { found.setApartFromUnseen() }
        // It is never long, and always rewritten.
        found.base = nil
        let numbers = names.compactMap(StateDirectory.replacementNumber)
        let number = found.state.nextSequence
        found.state.nextSequence = max(number, (numbers.max() ?? -2) + 2)
        endApplication(found)
    }

    /// Removes the application from the lists of windows.
    private mutating func endApplication(_ found: LoadedSession.Window?) {
        for files in misnamed.values { files.forEach { setAsideCopy($0) } }
        misnamed = [:]
        session.isApplicationLeftAlone = session.leftAlone.contains(.application)
        session.leftAlone.removeAll { $0 == .application }
        session.application = found
    }
}
