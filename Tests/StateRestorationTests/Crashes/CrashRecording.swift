import StateRestorationTesting
import XCTest

/// The files of a stretch of work as each of its operations finds them, and all the ways in which it may be
/// cut short.
final class CrashRecording: @unchecked Sendable {
    fileprivate struct Moment {
        /// What is done next; `nil` when all is done.
        var next: InMemoryFileSystem.Operation?
        var files: InMemoryFileSystem
    }

    private let files: InMemoryFileSystem
    private let lock = NSLock()
    private var moments: [Moment] = []

    /// Begins to record.
    init(_ files: InMemoryFileSystem) {
        self.files = files
        files.setFault { [unowned self] operation, _ in
            add(operation)
            return nil
        }
    }

    /// Ends the recording.
    func finish() {
        files.setFault(nil)
        add(nil)
    }

    /// How many operations were recorded.
    var operationCount: Int { lock.withLock { moments.filter { $0.next != nil }.count } }

    private func add(_ next: InMemoryFileSystem.Operation?) {
        let moment = Moment(next: next, files: files.copy())
        lock.withLock { moments.append(moment) }
    }

    /// The process is killed before each operation, and within each that writes; the power is cut before each
    /// operation, and leaves this and that.
    ///
    /// - Parameter seeds: The random power cuts, besides the extreme ones.
    func stops(seeds: Range<UInt64> = 0..<1) -> some Sequence<CrashStop> {
        let moments = lock.withLock { self.moments }
        return moments.indices.lazy.flatMap { index in
            let random = seeds.map { PowerCut.random(seed: $0 &+ UInt64(index)) }
            var ways = [CrashStop.Way.before]
            if moments[index].next?.byteCount ?? 0 > 1 { ways.append(.within) }
            ways += (PowerCut.extremes + random).map { .powerCut($0) }
            return ways.map { way in
                CrashStop(
                    index: index,
                    way: way,
                    next: moments[index].next,
                    before: moments[index].files,
                    after: way.isWithin ? moments[index + 1].files : nil
                )
            }
        }
    }
}

/// One way in which recorded work is cut short.
struct CrashStop {
    enum Way {
        /// The process is killed before the operation.
        case before
        /// The process is killed when half of what the operation writes is written.
        case within
        /// The power is cut before the operation.
        case powerCut(PowerCut)

        var isWithin: Bool { if case .within = self { true } else { false } }
        var isPowerCut: Bool { if case .powerCut = self { true } else { false } }
    }

    /// How many operations came before.
    let index: Int
    let way: Way
    fileprivate let next: InMemoryFileSystem.Operation?
    fileprivate let before: InMemoryFileSystem
    fileprivate let after: InMemoryFileSystem?

    /// Where it happens, for messages.
    var place: String {
        let words = next?.words ?? "the end"
        return switch way {
        case .before: "stop before operation \(index) (\(words))"
        case .within: "stop within operation \(index) (\(words))"
        case .powerCut(let cut): "power cut before operation \(index) (\(words)); \(cut)"
        }
    }

    /// What is left.
    func makeFiles() throws -> InMemoryFileSystem {
        let files = before.copy()
        switch way {
        case .before: break
        case .within:
            let operation = try XCTUnwrap(next)
            let length = (files.files[operation.path] ?? []).count + operation.byteCount / 2
            let written = try XCTUnwrap(after?.files[operation.path]).prefix(length)
            files.setContents(operation.path, Array(written))
        case .powerCut(let cut): files.losePower(cut)
        }
        return files
    }
}

extension InMemoryFileSystem.Operation {
    /// What is done to what, for messages.
    var words: String { "\(kind) \(path)" + (target.map { " to " + $0 } ?? "") }
}
