import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What is not as the model has it.
struct LifeFailure: Error, CustomStringConvertible {
    var description: String
}

/// Lives through steps with a real session in memory, and compares it with the model.
@MainActor
final class Life {
    static let closedLimit = 3
    private static let mostWindows = 12
    /// After so long without faults everything has been tried again.
    private static let longestRetry: Duration = .seconds(64)

    let tester: RestorationTester
    var model = LifeModel(closedLimit: Life.closedLimit)
    /// The texts that any window ever had, to know those that the histories lead through.
    var texts: Set<[UInt8]> = [[]]
    var time: Duration = .zero
    /// When the last fault is made good at the latest; `nil` while there is one.
    var wellFrom: Duration? = .zero
    /// Whether there was a fault in this run.
    var wasIll = false
    private(set) var lastChangeOfOrder: Duration = .zero
    private var order: [SceneIdentifier] = []
    /// What restoring the previous session may bring back, the likeliest first.
    var previous: [[(id: SceneIdentifier, content: LifeContent)]] = [[]]
    var isPreviousCertain = true

    init() throws {
        tester = try RestorationTester { $0.recentlyClosedLimit = Life.closedLimit }
    }

    var session: RestorationSession { tester.session }
    var isWell: Bool { wellFrom.map { $0 <= time } ?? false }

    /// Takes a step.
    ///
    /// - Throws: `LifeFailure` when something is not as it must be.
    func perform(_ step: LifeStep) async throws {
        switch step {
        case .end(let ending, let launch): try end(ending, launch)
        case .wait(let milliseconds): wait(.milliseconds(milliseconds))
        case .flush: flush()
        case .fail(let fault): fail(fault.body)
        case .recover: recover()
        default: try await act(step)
        }
        session.waitForWriter()
        try compareSession()
    }

    func wait(_ duration: Duration) {
        var left = duration
        while left > .zero {
            // In steps, as retries are arranged meanwhile.
            let part = min(left, duration > .seconds(3) ? .seconds(2) : .milliseconds(100))
            tester.clock.advance(by: part)
            session.waitForWriter()
            left -= part
        }
        time += duration
        if isWell { model.settle(at: time) }
    }

    func flush() {
        session.flush()
        guard wellFrom != nil else { return }
        wellFrom = min(wellFrom ?? time, time)
        lastChangeOfOrder = .seconds(-10)
        model.flush()
    }

    func fail(
        _ body:
            @escaping @Sendable (InMemoryFileSystem.Operation, Int)
            -> InMemoryFileSystem.Fault?
    ) {
        if isWell { model.settle(at: time) }
        wellFrom = nil
        wasIll = true
        tester.files.setFault(body)
    }

    func recover() {
        guard wellFrom == nil else { return }
        tester.files.setFault(nil)
        wellFrom = time + Life.longestRetry
    }

    // MARK: - What a person does

    private func act(_ step: LifeStep) async throws {
        switch step {
        case .type(let window, let text, let place, let removing, let inserted):
            guard let scene = scene(window) else { return }
            try type(scene, "text\(text)", place, removing, inserted)
        case .setText(let window, let text, let string):
            guard let scene = scene(window) else { return }
            RestorableText("text\(text)", in: scene.root).setString(string)
            try note(scene, "text\(text)", string)
        case .setNumber(let window, let number):
            guard let scene = scene(window) else { return }
            SceneStorage(wrappedValue: 0, "number", in: scene.root).wrappedValue = number
            note(scene)
        case .setWord(let window, let word):
            guard let scene = scene(window) else { return }
            SceneStorage<String?>("word", in: scene.root.scope("inner")).wrappedValue = word
            note(scene)
        case .removeValues(let window):
            guard let scene = scene(window) else { return }
            scene.removeStoredValues(at: "inner")
            note(scene)
        case .setTitle(let window, let title):
            guard let scene = scene(window) else { return }
            scene.title = title
            note(scene)
        case .open(let isPrivate):
            guard model.shown.count < Life.mostWindows else { return }
            let scene = session.makeScene(isPrivate: isPrivate)
            model.makeWindow(scene.id, isPrivate: isPrivate, time)
            if isPrivate { scene.title = Life.secret }
        case .close(let window):
            guard let scene = scene(window) else { return }
            session.close(scene)
            model.close(scene.id, time)
        case .closeAll(let pause):
            while let scene = session.scenes.first {
                session.close(scene)
                model.close(scene.id, time)
                wait(.milliseconds(pause))
            }
        case .reopen(let number): try await reopen(number)
        case .activate(let window):
            guard let scene = scene(window) else { return }
            session.activate(scene)
            model.shown.removeAll { $0 == scene.id }
            model.shown.insert(scene.id, at: 0)
            model.active = scene.id
        case .restorePreviousSession: try await restorePreviousSession()
        default: break
        }
    }

    static let secret = "SECRET"

    private func scene(_ number: Int) -> RestorationScene? {
        session.scenes.isEmpty ? nil : session.scenes[number % session.scenes.count]
    }

    private func type(
        _ scene: RestorationScene,
        _ path: String,
        _ place: Int,
        _ removing: Int,
        _ inserted: String
    ) throws {
        let text = RestorableText(path, in: scene.root)
        var scalars = Array(text.string.unicodeScalars)
        let inserted = scene.isPrivate ? Life.secret + inserted : inserted
        let end = place < 0 ? scalars.count : place % (scalars.count + 1)
        let start = max(0, end - removing)
        let removed = String(String.UnicodeScalarView(scalars[start..<end]))
        text.replace(offset: start, removing: removed, inserting: inserted)
        scalars.replaceSubrange(start..<end, with: inserted.unicodeScalars)
        try note(scene, path, String(String.UnicodeScalarView(scalars)))
    }

    /// Tells the model what the window has now, which must have this text.
    private func note(_ scene: RestorationScene, _ path: String, _ string: String) throws {
        let bytes = Array(string.utf8)
        texts.insert(bytes)
        let content = LifeContent(title: scene.title, scene.contents)
        guard content.texts[path]?.bytes ?? [] == bytes else {
            throw LifeFailure(description: "“\(path)” should be “\(string)”; there is \(content)")
        }
        note(scene)
    }

    private func note(_ scene: RestorationScene) {
        model.change(scene.id, to: LifeContent(title: scene.title, scene.contents), time)
    }

    private func reopen(_ number: Int) async throws {
        guard wellFrom != nil, !model.closed.isEmpty, model.shown.count < Life.mostWindows else {
            return
        }
        let id = model.closed[number % model.closed.count].id
        flush()
        guard let scene = await session.reopen(id) else {
            throw LifeFailure(description: "The window \(id) cannot be reopened.")
        }
        model.reopen(id, time)
        let expected = model.windows[id]?.last.content
        let found = LifeContent(title: scene.title, scene.contents)
        guard found == expected else {
            throw LifeFailure(description: "Reopened was \(found), not \(words(expected))")
        }
    }

    private func restorePreviousSession() async throws {
        guard wellFrom != nil, model.shown.count < Life.mostWindows else { return }
        flush()
        let canRestore = session.canRestorePreviousSession
        let candidates = isPreviousCertain ? Array(previous.prefix(1)) : previous
        let expected = candidates.map { $0.filter { !isOpen($0.id, $0.content) }.map(\.content) }
        let copies = await session.restorePreviousSession()
        let found = copies.map { LifeContent(title: $0.title, $0.contents) }
        guard expected.contains(found) else {
            throw LifeFailure(
                description: "The previous session was \(found), not one of \(expected)"
            )
        }
        guard canRestore || found.isEmpty else {
            throw LifeFailure(description: "Nothing was to be expected, and not \(found)")
        }
        for (scene, content) in zip(copies, found).reversed() {
            model.makeWindow(scene.id, content, time)
        }
    }

    /// Whether a window, or a copy of it, is open and has all that stood in its texts.
    private func isOpen(_ id: SceneIdentifier, _ content: LifeContent) -> Bool {
        model.open.contains { open in
            guard session.previousSession.original(of: open) == id,
                let now = model.windows[open]?.last.content
            else { return false }
            return content.texts.allSatisfy { path, text in
                var wanted = text.bytes[...]
                for byte in now.texts[path]?.bytes ?? [] where byte == wanted.first {
                    wanted = wanted.dropFirst()
                }
                return wanted.isEmpty
            }
        }
    }

    // MARK: - What is on the screen

    private func compareSession() throws {
        if model.order != order {
            order = model.order
            lastChangeOfOrder = time
        }
        try expect(session.scenes.map(\.id), model.shown, "The windows are")
        try expect(session.recentlyClosed.map(\.id), model.closed.map(\.id), "Closed are")
        try expect(session.activeScene?.id, model.active, "Active is")
        for scene in session.scenes where !scene.isPrivate {
            let found = LifeContent(title: scene.title, scene.contents)
            try expect(found, model.windows[scene.id]?.last.content, "The window \(scene.id) has")
        }
    }

    func expect<Value: Equatable>(_ found: Value, _ expected: Value?, _ what: String) throws {
        guard found != expected else { return }
        throw LifeFailure(description: "\(what) \(words(found)), and not \(words(expected))")
    }

    private func words<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
}

extension LifeStep.DiskFault {
    /// What it makes of each operation.
    var body: @Sendable (InMemoryFileSystem.Operation, Int) -> InMemoryFileSystem.Fault? {
        { operation, _ in
            switch (self, operation.kind) {
            case (.full, .append), (.full, .create):
                .cutOff(afterBytes: operation.byteCount / 3, .ENOSPC)
            case (.readOnly, _): .fail(.EROFS)
            case (.noSyncs, .sync), (.noSyncs, .syncDirectory): .fail(.EIO)
            case (.noRenames, .rename): .fail(.EIO)
            case (.noWindows, _) where operation.path.contains("/windows/"): .fail(.EIO)
            case (.now, .create), (.now, .append): .fail(.EIO)
            default: nil
            }
        }
    }
}
