import Foundation

/// The windows of a session that has given up its directory, on their way into another one.
///
/// Nothing that is there is overwritten or removed but the index, which is a hint and goes on listing all
/// that it has listed.
struct LeavingWindows: Sendable {
    /// Front first.
    var order: [SceneIdentifier]
    var active: SceneIdentifier?
    /// Closed windows, newest first.
    var closed: [SceneIdentifier]
    /// A window that has none is written nowhere.
    var states: [SceneIdentifier: WindowState]
    let environment: RestorationEnvironment
    /// The program and version that write.
    let writer: String

    /// Writes them, each for itself: what stands in the way of one is no reason to do without the others.
    func write(to url: URL) -> DirectoryLeaving.Outcome {
        let directory = StateDirectory(url, environment)
        let isMissing: Bool
        let access = DirectoryAccess(directory, hold: DirectoryHold(nil), lastFault: nil)
        do {
            isMissing = try directory.isMissing()
            try access.take()
        } catch {
            let ids = (order + closed + [.application]).filter(isToBeWritten)
            return .init(failures: ids.map { failure(error, $0, directory) })
        }
        defer { access.release() }
        var names = TakenNames(in: directory)
        var outcome = DirectoryLeaving.Outcome()
        var written: [SceneIdentifier: SceneIdentifier] = [:]
        func write(_ ids: [SceneIdentifier], in folder: String) {
            for id in ids where isToBeWritten(id) {
                let newID = id == .application ? id : names.takeName(for: id, environment)
                do {
                    try self.write(id, as: newID, in: folder, directory)
                    written[id] = newID
                } catch {
                    outcome.failures.append(failure(error, id, directory))
                }
            }
        }
        write(order, in: directory.windows)
        write(closed, in: directory.closed)
        if !names.hasApplicationValues { write([.application], in: directory.path) }
        do {
            try updateIndex(written, directory)
            if isMissing {
                let parent = (directory.path as NSString).deletingLastPathComponent
                try directory.fileSystem.syncDirectory(parent)
            }
        } catch {
            outcome.failures.append(failure(error, nil, directory))
        }
        return outcome
    }

    /// Values of the application that were never set are no reason for a file.
    private func isToBeWritten(_ id: SceneIdentifier) -> Bool {
        guard let state = states[id] else { return false }
        return id != .application || !state.contents.isEmpty || !state.unknownRecords.isEmpty
    }

    private func write(
        _ id: SceneIdentifier,
        as newID: SceneIdentifier,
        in folder: String,
        _ directory: StateDirectory
    ) throws {
        guard var state = states[id] else { return }
        if folder != directory.closed { state.closingDate = nil }
        let path = folder + "/\(newID).state"
        let new = StateDirectory.replacement(of: path, number: state.nextSequence)
        var encoder = StateFileEncoder()
        let bytes = encoder.snapshot(of: &state, newID, writer: writer)
        try directory.makeFolder(folder)
        do {
            try directory.fileSystem.create(new, bytes)
        } catch let error as POSIXError where error.code != .EEXIST {
            // On a full disk a part may stand there.
            try? directory.removeIfPresent(new)
            throw error
        }
        do {
            try directory.fileSystem.sync(new)
            // Nobody else writes there; a program that asks for no lock may.
            guard try directory.fileSystem.status(path) == nil else { throw POSIXError(.EEXIST) }
            try directory.fileSystem.rename(new, path)
        } catch {
            try? directory.removeIfPresent(new)
            throw error
        }
        try directory.fileSystem.syncDirectory(folder)
    }

    private func updateIndex(
        _ written: [SceneIdentifier: SceneIdentifier],
        _ directory: StateDirectory
    ) throws {
        guard !written.isEmpty else { return }
        let date = environment.clock.now()
        try directory.changeIndex(writer: writer) { index in
            index.order = order.compactMap { written[$0] } + index.order
            index.active = active.flatMap { written[$0] } ?? index.order.first
            let closed = closed.compactMap { id in
                written[id].map {
                    RecentlyClosedScene(
                        id: $0,
                        title: states[id]?.title ?? "",
                        closingDate: states[id]?.closingDate ?? date
                    )
                }
            }
            index.closed = closed + index.closed
        }
    }

    private func failure(
        _ error: any Error,
        _ id: SceneIdentifier?,
        _ directory: StateDirectory
    ) -> DirectoryLeaving.Failure {
        let subject: String
        let what: String
        switch id {
        case nil:
            subject = (directory.path as NSString).lastPathComponent
            what = "order of the windows"
        case .application?:
            subject = (directory.window(.application) as NSString).lastPathComponent
            what = "values of the application"
        case let id?:
            let title = states[id]?.title ?? ""
            subject = title.isEmpty ? id.rawValue : title
            what = "window"
        }
        let cause = error as? RestorationError
        return DirectoryLeaving.Failure(
            id: id,
            subject: subject,
            error: RestorationError(
                cause?.code ?? .cannotWrite,
                "The \(what) cannot be written to the directory \(directory.path)",
                underlying: cause?.code == .cannotWrite ? cause?.underlying ?? error : error
            )
        )
    }
}

/// The identifiers that windows of a directory have, by the names of its files.
private struct TakenNames {
    private var ids: Set<SceneIdentifier> = []
    /// Whether not all names are known, so that only a fresh one is certain to be free.
    private var isUncertain = false
    let hasApplicationValues: Bool

    init(in directory: StateDirectory) {
        let own = directory.window(.application)
        hasApplicationValues = (try? directory.fileSystem.status(own)) != .some(nil)
        do {
            var folders = [directory.windows, directory.closed]
            folders += try directory.namesIfPresent(directory.workspaces).map {
                directory.workspaces + "/" + $0
            }
            for folder in folders {
                guard try directory.fileSystem.status(folder)?.kind == .directory else { continue }
                ids.formUnion(
                    try directory.namesIfPresent(folder).compactMap {
                        StateDirectory.window(fileName: $0)
                    }
                )
            }
        } catch {
            isUncertain = true
        }
    }

    /// A name that no window has: its own if that is free.
    mutating func takeName(
        for id: SceneIdentifier,
        _ environment: RestorationEnvironment
    ) -> SceneIdentifier {
        var name = isUncertain ? SceneIdentifier(from: environment) : id
        while !ids.insert(name).inserted { name = SceneIdentifier(from: environment) }
        return name
    }
}

extension StateDirectory {
    /// Another directory than that of the session.
    init(_ url: URL, _ environment: RestorationEnvironment) {
        let gaps = FileSystemGaps()
        self.init(
            path: RestorationSession.path(of: url, environment.fileSystem),
            fileSystem: environment.fileSystem.bridging(gaps),
            gaps: gaps
        )
    }

    /// Whether there is no such directory; whatever else has its name stays as it is.
    func isMissing() throws -> Bool {
        guard let status = try fileSystem.status(path) else { return true }
        guard status.kind == .directory else { throw POSIXError(.ENOTDIR) }
        return false
    }

    /// Changes the order of the windows in a directory that is not the session's. An index that makes no
    /// sense to this version stays as it is.
    func changeIndex(writer: String, _ change: (inout SessionIndex) -> Void) throws {
        var index = SessionIndex()
        do {
            index = try SessionIndex(fileSystem.read(session, StateDirectory.fileSizeLimit))
        } catch let error as POSIXError where error.code == .ENOENT {
        } catch is RestorationError {
            return
        }
        let before = index
        change(&index)
        if index != before { try replace(session, with: index.encoded(writer: writer)) }
    }
}
