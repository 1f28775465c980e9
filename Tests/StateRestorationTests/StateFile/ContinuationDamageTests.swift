import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That damage to a file, or to the one that goes on from it, costs no more than what stood in it.
@MainActor
final class ContinuationDamageTests: XCTestCase {
    private let folder = RestorationTester.directory + "/windows/"
    /// What stood in the field, in turn.
    private var texts: Set<String> = ["", "draft of a"]

    /// A kill right after the first changes to a window of the run before.
    private func killedFiles() throws -> (files: InMemoryFileSystem, base: String, next: String) {
        let tester = try RestorationTester(configure: { $0.smallestContinued = 0 })
        let scene = tester.open("a")[0]
        let draft = RestorableText("draft", in: scene.root)
        draft.setString("Agatha guards the wall")
        draft.replace(offset: 0, removing: "A", inserting: "a")
        _ = scene.setValue(.int(1), at: "zoom")
        texts.insert("Agatha guards the wall")
        texts.insert(draft.string)
        try tester.restartAndRestore(after: .quit)
        let restored = try XCTUnwrap(tester.session.scenes.first)
        let again = RestorableText("draft", in: restored.root)
        for word in ["sea ", "old "] {
            again.replace(offset: 18, removing: "", inserting: word)
            texts.insert(again.string)
        }
        _ = restored.setValue(.int(2), at: "page")
        tester.end(.kill)
        let names = tester.names(in: "windows").sorted()
        XCTAssertEqual(names.count, 2, "\(names)")
        return (tester.files, folder + names[0], folder + names[1])
    }

    private func launch(
        _ files: InMemoryFileSystem,
        isPreviousSessionThere: Bool = true
    ) throws -> RestorationTester {
        let files = files.copy()
        if !isPreviousSessionThere {
            for path in files.files.keys where path.contains("/previous-session/") {
                try files.fileSystem.remove(path)
            }
        }
        return try RestorationTester(files: files, configure: { $0.smallestContinued = 0 })
    }

    func testEveryFlippedByteOfEitherFileCostsAtMostItsLine() async throws {
        let (files, base, next) = try killedFiles()
        let whole = try launch(files)
        XCTAssertEqual(whole.session.scenes.map(\.draft), ["agatha guards the old sea wall"])
        for path in [base, next] {
            let bytes = try XCTUnwrap(files.files[path])
            for index in bytes.indices {
                let damaged = files.copy()
                var flipped = bytes
                flipped[index] ^= 1 << UInt8(index % 8)
                damaged.setContents(path, flipped)
                let line = bytes[...index].count { $0 == 0x0A }
                try examine(damaged, isInBase: path == base, line, "byte \(index) of \(path)")
            }
        }
    }

    func testEveryPrefixOfEitherFileComesBack() async throws {
        let (files, base, next) = try killedFiles()
        for path in [base, next] {
            let bytes = try XCTUnwrap(files.files[path])
            for count in bytes.indices {
                let damaged = files.copy()
                damaged.setContents(path, Array(bytes.prefix(count)))
                try examine(damaged, isInBase: path == base, nil, "\(count) bytes of \(path)")
            }
        }
    }

    /// - Parameter line: The only damaged line, counted from 0; `nil` when there are others.
    private func examine(
        _ files: InMemoryFileSystem,
        isInBase: Bool,
        _ line: Int?,
        _ place: String
    ) throws {
        for isThere in [true, false] {
            let tester = try launch(files, isPreviousSessionThere: isThere)
            guard let scene = tester.session.scenes.first else {
                return XCTFail("No window: \(place)")
            }
            XCTAssertTrue(texts.contains(scene.draft), "“\(scene.draft)”: \(place)")
            XCTAssertEqual(tester.session.scenes.count, 1, place)
            if isInBase {
                // What stands in the other file comes back, in the text or beside it.
                XCTAssertEqual(scene.storedValue(at: "page"), .int(2), place)
                let salvaged = tester.session.report.entries.flatMap(\.salvagedTexts)
                let found = scene.draft + salvaged.flatMap(\.pieces).joined(separator: " ")
                XCTAssertTrue(found.contains("old sea "), "“\(found)”: \(place)")
            } else {
                XCTAssertEqual(scene.storedValue(at: "zoom"), .int(1), place)
                XCTAssertTrue(scene.draft.hasPrefix("agatha guards the "), place)
            }
            // Two records of the text, and one of something else: the others are good.
            if !isInBase, line == 3 {
                XCTAssertEqual(scene.draft, "agatha guards the old sea wall", place)
            }
            let draft = scene.draft
            try tester.restartAndRestore(after: .killAtOnce)
            XCTAssertEqual(tester.session.scenes.map(\.draft), [draft], place)
            XCTAssertTrue(tester.session.report.isComplete, place)
        }
    }
}
