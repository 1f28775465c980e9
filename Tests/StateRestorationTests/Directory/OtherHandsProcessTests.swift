import TestSupport
import XCTest

@testable import StateRestoration

/// That a process which types goes on keeping what it types, whatever is done to its files, on the real
/// disk.
final class OtherHandsProcessTests: XCTestCase {
    private enum Kind: CaseIterable {
        case putBackByRename, putBackInPlace, emptied, cut, removed, otherContent
        case directory, lock
    }

    func testATypistWhoseFilesAreReplacedKeepsWhatIsTypedWhetherItIsKilledOrQuits() throws {
        let program = try Typist.program()
        for kind in Kind.allCases {
            for isKilled in [true, false] {
                let root = try TemporaryDirectory()
                let state = root.url.appendingPathComponent("state")
                let round = try Round(program, state)
                let old = try round.awaitFile()
                try round.awaitKey(more: 10)
                let foreign = try round.spoil(kind, old)
                let place = "\(kind), killed: \(isKilled)"
                let aside = try round.awaitAside()
                if kind != .removed, kind != .directory, kind != .lock {
                    let kept = try Data(contentsOf: URL(fileURLWithPath: aside))
                    XCTAssertEqual(kept, foreign, place)
                }
                let kept = try round.awaitKey(more: 15)
                if isKilled { round.typist.kill() } else { round.typist.quit() }
                let typed = round.lastKey()
                let length = try Self.restoredLength(in: state)
                XCTAssertGreaterThanOrEqual(length, isKilled ? kept : typed, place)
                XCTAssertLessThanOrEqual(length, typed, place)
            }
        }
    }

    private static func restoredLength(in directory: URL) throws -> Int {
        let loaded = SessionLoader.load(StateDirectory(path: directory.path, fileSystem: .live))
        XCTAssertEqual(loaded.windows.count, 1)
        guard case .text(let text)? = loaded.windows.first?.state.contents["draft"] else {
            return 0
        }
        return text.scalarCount
    }

    private final class Round {
        /// Waiting ends after this many keys: the typist never ends by itself.
        private static let mostKeys = 10_000
        let typist: Typist
        private let state: URL
        private var keptKey = 0
        private var typedKey = 0
        private var file: URL?

        init(_ program: URL, _ state: URL) throws {
            self.state = state
            typist = try Typist(program, directory: state, pace: 0.01)
            XCTAssertEqual(try typist.readLine(), "ready 0")
        }

        /// Waits until the window's file has its name, and returns what is in it.
        func awaitFile() throws -> Data {
            let windows = state.appendingPathComponent("windows")
            while true {
                try awaitKey(more: 1)
                let names = try FileManager.default.contentsOfDirectory(atPath: windows.path)
                guard names.count == 1, names[0].hasSuffix(".state") else { continue }
                let file = windows.appendingPathComponent(names[0])
                self.file = file
                return try Data(contentsOf: file)
            }
        }

        /// Waits until so many more keys are kept.
        @discardableResult
        func awaitKey(more count: Int) throws -> Int {
            let goal = keptKey + count
            let last = typedKey + Self.mostKeys
            while keptKey < goal {
                guard typedKey < last else { throw TypistError(message: "Nothing is kept.") }
                note(try typist.readLine())
            }
            return keptKey
        }

        func awaitAside() throws -> String {
            let last = typedKey + Self.mostKeys
            while typedKey < last {
                let line = try typist.readLine()
                note(line)
                if line.hasPrefix("aside ") { return String(line.dropFirst(6)) }
            }
            throw TypistError(message: "The typist has noticed nothing.")
        }

        /// The number of the last key; the process has ended.
        func lastKey() -> Int {
            typist.readRest().forEach(note)
            return typedKey
        }

        private func note(_ line: String) {
            let parts = line.split(separator: " ")
            guard parts.count == 2 else { return }
            if let key = Int(parts[0]) { typedKey = key }
            if parts[0] == "kept", let key = Int(parts[1]) { keptKey = key }
        }

        func spoil(_ kind: Kind, _ old: Data) throws -> Data {
            let file = try XCTUnwrap(file)
            let manager = FileManager.default
            func put(_ bytes: Data) throws -> Data {
                let other = state.appendingPathComponent("from another program")
                try bytes.write(to: other)
                XCTAssertEqual(rename(other.path, file.path), 0)
                return bytes
            }
            func overwrite(_ bytes: Data) throws -> Data {
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: bytes)
                try handle.close()
                return bytes
            }
            switch kind {
            case .putBackByRename: return try put(old)
            case .putBackInPlace: return try overwrite(old)
            case .emptied: return try overwrite(Data())
            case .cut: return try overwrite(old.prefix(old.count - 7))
            case .otherContent: return try put(Data("of another program".utf8))
            case .removed: try manager.removeItem(at: file)
            case .lock: try manager.removeItem(at: state.appendingPathComponent("lock"))
            case .directory:
                let other = state.deletingLastPathComponent().appendingPathComponent("other")
                let windows = other.appendingPathComponent("windows")
                try manager.createDirectory(at: windows, withIntermediateDirectories: true)
                try old.write(to: windows.appendingPathComponent(file.lastPathComponent))
                var number = 0
                repeat {
                    // The process may have made one anew in between.
                    number += 1
                    XCTAssertEqual(rename(state.path, other.path + "-away-\(number)"), 0)
                } while rename(other.path, state.path) != 0
            }
            return Data()
        }
    }
}
