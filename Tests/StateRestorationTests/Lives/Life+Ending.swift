import StateRestorationTesting
import XCTest

@testable import StateRestoration

// How a run ends, and what the next one finds.

extension Life {
    func end(_ ending: LifeStep.Ending, _ launch: LifeStep.Launch) throws {
        if isWell { model.settle(at: time) }
        var isOrderCertain = false
        switch ending {
        case .quit:
            let isWritten = wellFrom != nil
            session.terminate()
            if isWritten { model.flush() }
            isOrderCertain = isWritten
            try leave(nil)
        case .kill:
            isOrderCertain = isWell && lastChangeOfOrder <= time - LifeModel.writeTime
            try leave(nil)
        case .powerCut(let cut):
            isOrderCertain = isWell && lastChangeOfOrder <= time - LifeModel.syncTime
            try leave(cut)
        case .midway(let operations, let cut):
            if operations.isMultiple(of: 3) {
                try leave(nil)
                try begin(launch, stoppingAfter: operations)
                try leave(cut)
            } else {
                stop(after: operations)
                if operations % 3 == 1 { session.terminate() } else { session.flush() }
                try leave(cut)
            }
        }
        // A window that comes back in an older state comes back in another place.
        if model.windows.values.contains(where: \.isForgotten) { isOrderCertain = false }
        try begin(launch, order: isOrderCertain ? model.order : nil)
    }

    /// From so many operations on the process can do nothing any more.
    private func stop(after operations: Int) {
        let count = tester.files.operations.count + operations
        fail { _, index in index >= count ? .fail(.EIO) : nil }
    }

    /// Ends the process, and sees what is left.
    private func leave(_ cut: PowerCut?) throws {
        tester.end(.killAtOnce)
        tester.files.setFault(nil)
        if let cut { tester.files.losePower(cut) }
        wellFrom = nil
        try checkNextLaunch(losingPower: cut != nil)
        wasIll = false
    }

    // MARK: - What is left

    private struct Found {
        var place = LifeModel.Place.nowhere
        var content = LifeContent()
    }

    private func checkNextLaunch(losingPower: Bool) throws {
        let files = tester.files.copy()
        for (path, bytes) in files.files where bytes.contains(Array(Life.secret.utf8)) {
            throw LifeFailure(description: "What is private stands in \(path).")
        }
        let session = try RestorationTester(files: files, restore: { _ in }).session
        var found: [SceneIdentifier: Found] = [:]
        for scene in session.scenesToRestore {
            let content = LifeContent(title: scene.title, scene.contents)
            found[scene.id] = Found(place: .open, content: content)
        }
        for scene in session.recentlyClosed {
            guard found[scene.id] == nil else {
                throw LifeFailure(description: "The window \(scene.id) is open, and closed.")
            }
            let content = content(session.directory.closedWindow(scene.id), files)
            found[scene.id] = Found(place: .closed, content: content ?? LifeContent())
        }
        if let id = found.keys.first(where: { model.windows[$0] == nil }) {
            throw LifeFailure(description: "There never was a window \(id): \(found[id] as Any)")
        }
        for id in model.births {
            try compare(id, found[id] ?? thrownAway(id, session, files), losingPower)
        }
        try checkHistories(found.mapValues(\.content))
    }

    private func content(_ path: String, _ files: InMemoryFileSystem) -> LifeContent? {
        guard let bytes = files.files[path],
            case .state(let state, _) = StateFileReader.read(bytes)
        else { return nil }
        return LifeContent(title: state.title, state.contents)
    }

    private func thrownAway(
        _ id: SceneIdentifier,
        _ session: RestorationSession,
        _ files: InMemoryFileSystem
    ) -> Found {
        for folder in [session.directory.trash, session.directory.olderTrash] {
            if let content = content(folder + "/\(id).state", files) {
                return Found(place: .trash(since: 0), content: content)
            }
        }
        return Found()
    }

    /// Finds the version of the window that this is.
    private func compare(_ id: SceneIdentifier, _ found: Found, _ losingPower: Bool) throws {
        guard let window = model.windows[id] else { return }
        let first = losingPower ? window.durable : window.written
        let candidates = window.versions[first...]
        let index = candidates.indices.last { matches(found, candidates[$0]) }
        if let index {
            model.cut(id, at: index, losingPower: losingPower, wasIll: wasIll)
            return
        }
        // Of the first file of a window a part may have reached the disk.
        if losingPower, candidates.contains(where: { $0.place == .nowhere }),
            found.place != .nowhere,
            candidates.contains(where: { isPart(found.content, of: $0.content) })
        {
            model.cut(id, at: first, losingPower: true, wasIll: false)
            model.add(id, found.place, time)
            model.replaceLast(id, found.content)
            return
        }
        throw LifeFailure(
            description: "Of the window \(id) there is \(found), and not one of "
                + candidates.suffix(8).map { "\($0)" }.joined(separator: "\n    ")
        )
    }

    private func matches(_ found: Found, _ version: LifeModel.Version) -> Bool {
        switch (found.place, version.place) {
        case (.nowhere, .nowhere): true
        case (.nowhere, .trash(let since)): model.goodLaunches >= since + 2
        case (.trash, .trash), (.open, .open), (.closed, .closed): found.content == version.content
        default: false
        }
    }

    private func isPart(_ part: LifeContent, of whole: LifeContent) -> Bool {
        (part.title.isEmpty || part.title == whole.title)
            && part.values.allSatisfy { whole.values[$0.key] == $0.value }
            && part.texts.allSatisfy { texts.contains($0.value.bytes) }
    }

    private func checkHistories(_ found: [SceneIdentifier: LifeContent]) throws {
        for (id, content) in found {
            for (path, text) in content.texts {
                guard let steps = text.steps, steps.allSatisfy(texts.contains) else {
                    throw LifeFailure(
                        description: "The history of “\(path)” of \(id) does not fit: \(text)"
                    )
                }
            }
        }
    }

    // MARK: - The next launch

    /// Launches until the application runs.
    ///
    /// - Parameters:
    ///   - order: The order that the windows must have; `nil` when any may be.
    ///   - operations: After how many operations the launch is to be stopped.
    func begin(
        _ launch: LifeStep.Launch,
        order: [SceneIdentifier]? = nil,
        stoppingAfter operations: Int? = nil
    ) throws {
        let ids = model.births.filter { model.windows[$0]?.last.place == .open }
        func chosen(_ mask: Int) -> Set<SceneIdentifier> {
            Set(ids.indices.filter { mask >> ($0 % 8) & 1 == 1 }.map { ids[$0] })
        }
        tester.configuration.restoresState = launch != .fresh
        tester.configuration.shouldRestore = { _ in .restore }
        if case .refused(let mask) = launch {
            let refused = chosen(mask)
            tester.configuration.shouldRestore = {
                refused.contains($0.id) ? .refuse(reason: "Not now.") : .restore
            }
        }
        if let operations { stop(after: operations) }
        do {
            try tester.start { session in
                try inspect(session, order)
                if case .diesBeforeCompletion(let mask, _) = launch {
                    spoil(session, chosen(mask))
                } else {
                    complete(session, launch, chosen)
                }
            }
        } catch is RestorationError where operations != nil {
            return
        }
        guard case .diesBeforeCompletion(_, let endsCleanly) = launch, operations == nil else {
            return
        }
        wait(.milliseconds(200))
        if endsCleanly { session.terminate() }
        try leave(nil)
        try begin(.ordinary, order: order)
    }

    private func inspect(_ session: RestorationSession, _ order: [SceneIdentifier]?) throws {
        let loaded = session.loaded.windows.map(\.id)
        let open = model.windows.filter { $0.value.last.place == .open }
        try expect(Set(loaded), Set(open.keys), "At launch there are the windows")
        let closed = model.windows.filter { $0.value.last.place == .closed }
        try expect(Set(session.recentlyClosed.map(\.id)), Set(closed.keys), "Closed at launch are")
        if let order, !order.isEmpty {
            try expect(loaded, order, "The order at launch is")
            try expect(session.recentlyClosed.map(\.id), model.closed.map(\.id), "At launch closed")
        }
        for scene in session.scenesToRestore {
            let found = LifeContent(title: scene.title, scene.contents)
            try expect(found, open[scene.id]?.last.content, "At launch the window \(scene.id) has")
        }
        model.closed = session.recentlyClosed.map { ($0.id, $0.closingDate) }
    }

    /// What is done before the restore is complete, and must come to nothing.
    private func spoil(_ session: RestorationSession, _ taken: Set<SceneIdentifier>) {
        for scene in session.scenesToRestore where taken.contains(scene.id) {
            RestorableText("text0", in: scene.root).setString("spoiled")
            scene.title = "spoiled"
        }
        if let scene = session.scenes.last { session.close(scene) }
        session.makeScene().title = "too early"
        session.flush()
    }

    private func complete(
        _ session: RestorationSession,
        _ launch: LifeStep.Launch,
        _ chosen: (Int) -> Set<SceneIdentifier>
    ) {
        let found = session.loaded.windows.map(\.id)
        let contents = found.compactMap { id in
            model.windows[id].map { (id: id, content: $0.last.content) }
        }
        var opened = session.scenesToRestore
        var closing: Set<SceneIdentifier> = launch == .fresh ? Set(found) : []
        switch launch {
        case .failed(let mask):
            let failed = chosen(mask)
            for scene in opened where failed.contains(scene.id) {
                session.restorationFailed(scene, reason: "It fell apart.")
            }
            opened.removeAll { failed.contains($0.id) }
        case .notTaken(let mask): opened.removeAll { chosen(mask).contains($0.id) }
        case .only(let mask, let othersAreClosed):
            session.restoreOnly(
                chosen(mask),
                others: othersAreClosed ? .recentlyClosed : .keptForNextLaunch
            )
            opened.removeAll { !chosen(mask).contains($0.id) }
            if othersAreClosed { closing = Set(found).subtracting(opened.map(\.id)) }
        default: break
        }
        for scene in opened { _ = scene.root }
        model.active = session.activeScene?.id
        session.completeRestoration()
        let ids = opened.map(\.id)
        model.forgetRun()
        model.completeLaunch(found, opened: ids, closing: closing, time)
        if !wasIll { wellFrom = time }
        if !ids.contains(where: { $0 == model.active }) { model.active = ids.first }
        guard !found.isEmpty else { return }
        isPreviousCertain = found.count > 1
        previous.insert(contents, at: 0)
    }
}
