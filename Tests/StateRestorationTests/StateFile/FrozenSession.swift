import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Plays four runs of a program that writes every kind of file and record there is.
///
/// The last two runs are killed. The same calls give the same bytes each time, so that what today's
/// program writes can be held against what is frozen in `Fixtures`.
@MainActor
struct FrozenSession {
    let files: InMemoryFileSystem
    private let clock = ManualClock()
    private let identifiers = Counter()
    private let folder = RestorationTester.directory

    /// The files after the last run.
    static func play() throws -> [String: [UInt8]] {
        let frozen = FrozenSession()
        try frozen.openAndQuit()
        try frozen.quitWithWhatALaterVersionWrote()
        try frozen.goOnUntilKilled()
        try frozen.editUntilKilled()
        return frozen.files.files
    }

    private init() {
        let clock = clock
        files = InMemoryFileSystem(now: { clock.now })
    }

    private func open(_ fileSystem: FileSystem? = nil) throws -> RestorationSession {
        var environment = RestorationEnvironment.inMemory(files: files, clock: clock)
        if let fileSystem { environment.fileSystem = fileSystem }
        let identifiers = identifiers
        environment.makeIdentifier = { "window-\(identifiers.next())" }
        var configuration = RestorationSession.Configuration(
            directory: URL(fileURLWithPath: folder),
            writer: "frozen 1.0"
        )
        configuration.recentlyClosedLimit = 1
        configuration.history = HistoryLimits()
        configuration.smallestContinued = FrozenSession.longDraft.utf8.count
        let session = try RestorationSession.open(configuration, environment: environment)
        RestorationTester.restoreAll(session)
        session.waitForWriter()
        return session
    }

    private func window(_ id: String) -> String { "\(folder)/windows/\(id).state" }

    /// The window of this title; the titles are those of `openAndQuit`.
    private func scene(
        _ title: String,
        in session: RestorationSession
    ) throws -> RestorationScene {
        try XCTUnwrap(session.scenes.first { $0.title == title }, title)
    }

    // MARK: - The runs

    private func openAndQuit() throws {
        let session = try open()
        for title in ["Values", "Texts", "Later", "Torn", "Replaced", "Damaged"] {
            let scene = session.makeScene()
            scene.title = title
            RestorableText("draft", in: scene.root).setString("The draft of “\(title)”")
        }
        for title in ["Continued", "Continued last"] {
            let scene = session.makeScene()
            scene.title = title
            RestorableText("draft", in: scene.root).setString(FrozenSession.longDraft)
        }
        for (path, value) in FrozenSession.values {
            _ = try scene("Values", in: session).setValue(value, at: path)
        }
        closeOne(in: session)
        try saveWorkspaces(in: session)
        _ = session.applicationScene.setValue(.string("library"), at: "preferences/page")
        session.terminate()
    }

    /// One that is put away, with two windows, and one that is open.
    private func saveWorkspaces(in session: RestorationSession) throws {
        let parked = ["Parked", "Parked, too"].map { title in
            let scene = session.makeScene()
            scene.title = title
            RestorableText("draft", in: scene.root).setString("The draft of “\(title)”")
            return scene
        }
        let workspace = session.saveWorkspace(named: "Put away", of: parked)
        session.leaveWorkspace(try XCTUnwrap(workspace).id)
        let values = try scene("Values", in: session)
        session.saveWorkspace(named: "Open", of: [values])
        session.flush()
    }

    private func quitWithWhatALaterVersionWrote() throws {
        files.setContents(window("window-3"), FrozenSession.laterFile)
        let index = "\(folder)/session.json"
        let text = String(decoding: try XCTUnwrap(files.files[index]), as: UTF8.self)
        files.setContents(
            index,
            Array(text.replacingOccurrences(of: "}\n", with: #","groups":[["a"],1]}"#).utf8)
        )
        let session = try open()
        try scene("Later", in: session).title = "Later and earlier"
        closeOne(in: session)
        session.terminate()
    }

    /// Leaves a file that goes on from that of the launch; the next launch makes one of them.
    private func goOnUntilKilled() throws {
        let (fileSystem, end) = files.makeProcess()
        try goOn("Continued", in: try open(fileSystem))
        end()
    }

    private func goOn(_ title: String, in session: RestorationSession) throws {
        let scene = try scene(title, in: session)
        let draft = RestorableText("draft", in: scene.root)
        draft.replace(offset: 0, removing: "A", inserting: "a")
        draft.replace(offset: 1, removing: "", inserting: "A")
        draft.selection = TextSelection(cursor: 5, anchor: 4)
        scene.title += ","
        clock.advance(by: .milliseconds(50))
        session.waitForWriter()
    }

    private func editUntilKilled() throws {
        var damaged = try XCTUnwrap(files.files[window("window-6")])
        damaged[damaged.count - 10] ^= 1
        files.setContents(window("window-6"), damaged)
        let session = try open()
        let values = try scene("Values", in: session)
        let texts = try scene("Texts", in: session)
        let torn = try scene("Torn", in: session)
        session.activate(texts)
        // Whole files first, so that what follows is appended.
        for scene in [values, texts, torn] { scene.title += "," }
        session.flush()

        values.title = "Values, changed"
        change(values)
        edit(RestorableText("draft", in: texts.root))
        edit(RestorableText("new/draft", in: texts.root))
        RestorableText("whole", in: texts.root).setString("One\r\nTwo\tThree\u{0}Four\u{2028}")
        RestorableText("emptied", in: texts.root).setString("Nothing of this stays")
        RestorableText("emptied", in: texts.root).setString("")
        RestorableText("draft", in: torn.root).replace(offset: 0, removing: "T", inserting: "t")
        session.flush()
        let path = window("window-4")
        files.setContents(path, Array(try XCTUnwrap(files.files[path]).dropLast(9)))

        closeOne(in: session)
        session.flush()

        // The last file that is begun does not get its name.
        files.setFault { operation, _ in
            operation.kind == .sync && operation.path.hasSuffix(".new") ? .fail(.EIO) : nil
        }
        RestorableText("draft", in: try scene("Replaced", in: session).root)
            .replace(offset: 0, removing: "", inserting: "Once more: ")
        session.flush()
        try goOn("Continued last", in: session)
    }

    /// Each one pushes the one before out of the list, which holds one.
    private func closeOne(in session: RestorationSession) {
        let scene = session.makeScene()
        scene.title = "Closed"
        RestorableText("draft", in: scene.root).setString("The draft of \(scene.id)")
        clock.advance(by: .seconds(60))
        session.close(scene)
    }

    // MARK: - What is written

    private static let longDraft = String(repeating: "Agatha guards the sea wall.\n", count: 150)

    private static let values: [(path: String, RestorableValue)] = [
        ("values/bool", .bool(true)),
        ("values/int", .int(.min)),
        ("values/double", .double(0.1)),
        ("values/wholeDouble", .double(5)),
        ("values/infinity", .double(-.infinity)),
        ("values/string", .string("“ä🦅”\u{301}\n\t\"\\/\u{7f}\u{0}")),
        ("values/emptyString", .string("")),
        ("values/url", .url(URL(fileURLWithPath: "/books/the good hawk"))),
        ("values/data", .data(Data([0, 255, 10, 34]))),
        ("values/date", .date(Date(timeIntervalSinceReferenceDate: 700_000_000.25))),
        ("values/never", .date(Date(timeIntervalSinceReferenceDate: .infinity))),
        ("tab:ä/päth with space/@class", .string("editor")),
    ]

    private func change(_ scene: RestorationScene) {
        for (path, value) in FrozenSession.values { _ = scene.setValue(value, at: "again/" + path) }
        _ = scene.setValue(.int(1), at: "values/bool")
        _ = scene.setValue(nil, at: "values/int")
        _ = scene.setValue(nil, at: "again/values/int")
    }

    /// Edits in letters, in emoji of several scalars, and with combining marks.
    private func edit(_ text: RestorableText) {
        text.replace(offset: 0, removing: "", inserting: "Agatha ")
        text.replace(offset: 7, removing: "", inserting: "👩🏽‍🚀🦅e\u{301} ")
        text.replace(offset: 8, removing: "🏽", inserting: "")
        text.replace(offset: 0, removing: "A", inserting: "a")
        text.replace(offset: text.string.unicodeScalars.count, removing: "", inserting: ".\n")
        text.selection = TextSelection(cursor: 3, anchor: 1)
    }

    /// What a later version may write so that this one can read it.
    private static var laterFile: [UInt8] {
        let records = [
            #""format":5,"minimumReader":1,"writer":"frozen 5.0","mood":{"calm":[1,2.5,null]}"#,
            #""title":"Later""#,
            #""weather":["rain",{"wind":7}]"#,
            #""k":1,"path":"colour","v":{"rgb":[1,2,3]}"#,
            #""k":2,"path":"shape","curve":3,"colour":null"#,
            #""k":3,"path":"draft","t":"The draft of “Later”""#,
        ]
        var bytes: [UInt8] = []
        for (number, record) in records.enumerated() {
            bytes += BadFileSetup.line("{\"n\":\(number),\(record)}")
        }
        return bytes
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
