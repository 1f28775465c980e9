import Foundation
import StateRestorationTesting

@testable import StateRestoration

/// What must be there after each end of a life: the simplest account of it, which knows of no files.
struct LifeModel {
    enum Place: Equatable {
        case nowhere
        case open
        case closed
        /// In the trash since so many good launches had been.
        case trash(since: Int)
    }

    struct Version {
        var place: Place
        var content: LifeContent
        var time: Duration
    }

    /// All that a window has been, oldest first, and since when what survives.
    struct Window {
        var versions: [Version]
        /// The version that outlives a kill, and the one that outlives a power cut.
        var written = 0
        var durable = 0
        /// Whether syncing it may have failed in a run that was killed: no later sync helps, only
        /// writing it anew.
        var isForgotten = false

        var last: Version { versions[versions.count - 1] }
    }

    static let writeTime: Duration = .milliseconds(100)
    static let syncTime: Duration = .seconds(1)

    var windows: [SceneIdentifier: Window] = [:]
    var privateWindows: Set<SceneIdentifier> = []
    /// The windows on the screen, front first, the private ones too.
    var shown: [SceneIdentifier] = []
    var active: SceneIdentifier?
    /// Windows that are kept for the next launch and are not shown.
    var kept: [SceneIdentifier] = []
    var closed: [(id: SceneIdentifier, date: Date)] = []
    /// All windows but the private ones, in the order in which they were opened.
    private(set) var births: [SceneIdentifier] = []
    var goodLaunches = 0
    let closedLimit: Int

    // The run of closings that may turn out to be quitting.
    private var run: Set<SceneIdentifier> = []
    private var orderAtStartOfRun: [SceneIdentifier] = []
    private var evictedInRun: [(id: SceneIdentifier, date: Date)] = []
    private var lastClosing: Duration?
    private(set) var completedRun: [SceneIdentifier] = []

    init(closedLimit: Int) { self.closedLimit = closedLimit }

    private static func date(_ time: Duration) -> Date {
        let (seconds, attoseconds) = time.components
        return ManualClock().now.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
    }

    var open: [SceneIdentifier] { shown.filter { !privateWindows.contains($0) } }

    /// The order in which the next launch has the windows.
    var order: [SceneIdentifier] { (open.isEmpty ? completedRun : open) + kept }

    mutating func add(_ id: SceneIdentifier, _ place: Place, _ time: Duration) {
        guard let content = windows[id]?.last.content else { return }
        windows[id]?.versions.append(Version(place: place, content: content, time: time))
    }

    mutating func change(_ id: SceneIdentifier, to content: LifeContent, _ time: Duration) {
        guard let last = windows[id]?.last, last.content != content else { return }
        windows[id]?.versions.append(Version(place: last.place, content: content, time: time))
        windows[id]?.isForgotten = false
    }

    /// What was changed long enough ago has reached the disk, as the disk was well.
    mutating func settle(at time: Duration) {
        for id in windows.keys {
            guard var window = windows[id] else { continue }
            for (index, version) in window.versions.enumerated() {
                if version.time <= time - LifeModel.writeTime { window.written = index }
                if version.time <= time - LifeModel.syncTime, !window.isForgotten {
                    window.durable = index
                }
            }
            windows[id] = window
        }
    }

    mutating func flush() {
        for (id, window) in windows {
            windows[id]?.written = window.versions.count - 1
            if !window.isForgotten { windows[id]?.durable = window.versions.count - 1 }
        }
    }

    /// The disk has this version, and forgets those after it.
    ///
    /// - Parameter wasIll: Whether there were faults of the disk.
    mutating func cut(_ id: SceneIdentifier, at index: Int, losingPower: Bool, wasIll: Bool) {
        guard var window = windows[id] else { return }
        window.versions = Array(window.versions[...index])
        window.written = index
        window.durable = losingPower ? index : min(window.durable, index)
        window.isForgotten = (window.isForgotten || wasIll) && window.durable < index
        windows[id] = window
    }
}

// MARK: - Windows come and go

extension LifeModel {
    mutating func makeWindow(
        _ id: SceneIdentifier,
        _ content: LifeContent = LifeContent(),
        isPrivate: Bool = false,
        _ time: Duration
    ) {
        endRun(time)
        shown.insert(id, at: 0)
        active = id
        if isPrivate {
            privateWindows.insert(id)
        } else {
            births.append(id)
            windows[id] = Window(versions: [
                Version(place: .nowhere, content: LifeContent(), time: time),
                Version(place: .open, content: content, time: time),
            ])
        }
    }

    mutating func close(_ id: SceneIdentifier, _ time: Duration) {
        let order = open
        shown.removeAll { $0 == id }
        if active == id { active = shown.first }
        if !privateWindows.contains(id) {
            add(id, .closed, time)
            windows[id]?.isForgotten = false
            closed.insert((id, LifeModel.date(time)), at: 0)
        }
        let continues = lastClosing.map { time - $0 <= .seconds(10) } ?? false
        if !continues { (run, orderAtStartOfRun, evictedInRun) = ([], order, []) }
        run.insert(id)
        lastClosing = time
        guard shown.isEmpty else {
            evictedInRun = evict(time) + evictedInRun
            return
        }
        // It was quitting: as if nothing had been closed.
        completedRun = orderAtStartOfRun.filter(run.contains)
        for (id, _) in evictedInRun { add(id, .closed, time) }
        for id in completedRun { add(id, .open, time) }
        closed = (closed + evictedInRun).filter { !completedRun.contains($0.id) }
        evict(time)
    }

    mutating func reopen(_ id: SceneIdentifier, _ time: Duration) {
        closed.removeAll { $0.id == id }
        endRun(time)
        add(id, .open, time)
        shown.insert(id, at: 0)
        active = id
    }

    /// The person goes on after what looked like quitting.
    private mutating func endRun(_ time: Duration) {
        let completed = completedRun
        forgetRun()
        guard !completed.isEmpty else { return }
        for id in completed { add(id, .closed, time) }
        closed.insert(contentsOf: completed.map { ($0, LifeModel.date(time)) }, at: 0)
        evict(time)
    }

    mutating func forgetRun() {
        (run, orderAtStartOfRun, evictedInRun) = ([], [], [])
        (lastClosing, completedRun) = (nil, [])
    }

    /// The oldest closed windows go to the trash, but those that were closed together stay together.
    @discardableResult
    private mutating func evict(_ time: Duration) -> [(id: SceneIdentifier, date: Date)] {
        guard closed.count > closedLimit else { return [] }
        let bound = closed[closedLimit - 1].date
        let kept = closed.enumerated()
            .filter { $0.offset < closedLimit || $0.element.date == bound }.map(\.element)
        let evicted = closed.filter { scene in !kept.contains { $0.id == scene.id } }
        for (id, _) in evicted { add(id, .trash(since: goodLaunches), time) }
        closed = kept
        return evicted
    }

    /// The restore is complete: of the windows that were there the first are shown, the second are
    /// closed, and the others are kept.
    mutating func completeLaunch(
        _ found: [SceneIdentifier],
        opened: [SceneIdentifier],
        closing: Set<SceneIdentifier>,
        _ time: Duration
    ) {
        goodLaunches += 1
        for (id, window) in windows {
            for index in window.versions.indices where index > window.durable {
                windows[id]?.versions[index].time = time
            }
        }
        shown = opened
        kept = found.filter { !opened.contains($0) && !closing.contains($0) }
        let closing = found.filter(closing.contains)
        for id in closing { add(id, .closed, time) }
        closed.insert(contentsOf: closing.map { ($0, LifeModel.date(time)) }, at: 0)
        evict(time)
    }
}

extension LifeModel {
    /// The window's newest version has this content.
    mutating func replaceLast(_ id: SceneIdentifier, _ content: LifeContent) {
        guard var window = windows[id] else { return }
        window.versions[window.versions.count - 1].content = content
        window.written = window.versions.count - 1
        window.durable = window.versions.count - 1
        windows[id] = window
    }
}

/// What a window holds, down to the byte: to Swift an “é” is equal to an “e” with an accent.
struct LifeContent: Equatable {
    struct Edit: Equatable {
        var offset: Int
        var removed: [UInt8]
        var inserted: [UInt8]
    }

    struct Text: Equatable {
        var bytes: [UInt8]
        var history: [Edit] = []
    }

    var title = ""
    var values: [String: RestorableValue] = [:]
    var texts: [String: Text] = [:]

    init() {}

    init(title: String, _ contents: [String: SceneContent]) {
        self.title = title
        for (path, content) in contents {
            switch content {
            case .value(let value): values[path] = value
            case .text(let text):
                texts[path] = Text(
                    bytes: Array(text.string.utf8),
                    history: text.history.edits.map {
                        Edit(
                            offset: $0.offset,
                            removed: Array($0.removed.utf8),
                            inserted: Array($0.inserted.utf8)
                        )
                    }
                )
            case .unknown: values[path] = .string("of an unknown form")
            }
        }
    }

    /// Whether there is nothing that does not count as a bare window.
    var isBare: Bool { texts.values.allSatisfy(\.bytes.isEmpty) }
}

extension LifeContent.Text {
    /// The texts through which the history leads, from the one before it to this one; `nil` when it
    /// does not fit.
    var steps: [[UInt8]]? {
        var steps = [bytes]
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        for edit in history.reversed() {
            let inserted = Array(String(decoding: edit.inserted, as: UTF8.self).unicodeScalars)
            let end = edit.offset + inserted.count
            guard edit.offset >= 0, end <= scalars.count,
                Array(scalars[edit.offset..<end]) == inserted
            else { return nil }
            let removed = String(decoding: edit.removed, as: UTF8.self).unicodeScalars
            scalars.replaceSubrange(edit.offset..<end, with: removed)
            steps.append(Array(String(String.UnicodeScalarView(scalars)).utf8))
        }
        return steps.reversed()
    }
}

extension LifeContent: CustomStringConvertible {
    var description: String {
        let texts = texts.sorted { $0.key < $1.key }.map { path, text in
            let string = String(decoding: text.bytes.prefix(60), as: UTF8.self)
            return "\(path): \(string.debugDescription) (\(text.bytes.count), "
                + "\(text.history.count) edits)"
        }
        let values = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "“\(title)” [\((texts + values).joined(separator: ", "))]"
    }
}
