import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The entry is there while the program runs and the person wants it, and goes when they quit.
final class AfterLoginTests: DisplayTestCase {
    /// An entry that is on no disk.
    private final class StoredEntry: Sendable {
        struct State {
            var isThere = false
            var writes = 0
            var problem: LoginEntryError?
        }
        let state = Mutex(State())

        var isThere: Bool { state.withLock { $0.isThere } }
        var writes: Int { state.withLock { $0.writes } }

        var entry: LoginEntry {
            func attempt(
                _ body: @escaping @Sendable (inout State) -> Void
            ) -> @Sendable () throws(LoginEntryError) -> Void {
                { [self] () throws(LoginEntryError) in
                    let problem = state.withLock { state in
                        if state.problem == nil { body(&state) }
                        return state.problem
                    }
                    if let problem { throw problem }
                }
            }
            return LoginEntry(
                isThere: { [self] () throws(LoginEntryError) in
                    if let problem = state.withLock({ $0.problem }) { throw problem }
                    return isThere
                },
                write: attempt {
                    $0.isThere = true
                    $0.writes += 1
                },
                remove: attempt { $0.isThere = false }
            )
        }
    }

    private static func withEntry(
        _ body: @MainActor (StoredEntry, Preferences, AfterLogin) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            TestDisplay.setUp()
            let settings = try XCTUnwrap(
                Settings(
                    schema: ApplicationConfiguration.applicationIdentifier,
                    fallbackDirectory: SourceTree.data.path
                )
            )
            let preferences = Preferences(settings)
            preferences.opensAfterLogin = true
            defer {
                preferences.opensAfterLogin = false
                preferences.restoresWindows = true
            }
            let stored = StoredEntry()
            try body(stored, preferences, AfterLogin(preferences, stored.entry))
        }
    }

    @MainActor
    private static func settle(_ afterLogin: AfterLogin) {
        var isSettled = false
        Task {
            await afterLogin.settle()
            isSettled = true
        }
        XCTAssertTrue(MainLoop.run { isSettled })
    }

    func testItIsThereFromTheBeginningToTheEnd() throws {
        try Self.withEntry { stored, _, afterLogin in
            afterLogin.begin { XCTFail($0) }
            Self.settle(afterLogin)
            XCTAssertTrue(stored.isThere)
            XCTAssertTrue(afterLogin.isDue())
            afterLogin.end()
            Self.settle(afterLogin)
            XCTAssertFalse(stored.isThere)
            XCTAssertFalse(afterLogin.isDue())
        }
    }

    func testItFollowsWhatThePersonChooses() throws {
        try Self.withEntry { stored, preferences, afterLogin in
            preferences.opensAfterLogin = false
            afterLogin.begin { XCTFail($0) }
            Self.settle(afterLogin)
            XCTAssertEqual(stored.writes, 0)
            preferences.opensAfterLogin = true
            XCTAssertTrue(MainLoop.run { stored.isThere })
            preferences.restoresWindows = false
            XCTAssertTrue(MainLoop.run { !stored.isThere })
            preferences.restoresWindows = true
            XCTAssertTrue(MainLoop.run { stored.isThere })
            preferences.opensAfterLogin = false
            XCTAssertTrue(MainLoop.run { !stored.isThere })
        }
    }

    func testTheLastChoiceCounts() throws {
        try Self.withEntry { stored, preferences, afterLogin in
            afterLogin.begin { XCTFail($0) }
            for isOn in [false, true, false, true, false] { preferences.opensAfterLogin = isOn }
            XCTAssertTrue(MainLoop.run { stored.writes == 3 && !stored.isThere })
        }
    }

    func testWhatIsChosenAfterTheEndChangesNothing() throws {
        try Self.withEntry { stored, preferences, afterLogin in
            afterLogin.begin { XCTFail($0) }
            afterLogin.end()
            preferences.opensAfterLogin = false
            preferences.opensAfterLogin = true
            MainLoop.drain()
            Self.settle(afterLogin)
            XCTAssertFalse(stored.isThere)
            XCTAssertEqual(stored.writes, 1)
        }
    }

    func testOneThatIsNotWantedAnyMoreGoesAtTheLogin() throws {
        let choices: [@MainActor (Preferences) -> Void] = [
            { $0.opensAfterLogin = false }, { $0.restoresWindows = false },
        ]
        for choose in choices {
            try Self.withEntry { stored, preferences, afterLogin in
                stored.state.withLock { $0.isThere = true }
                XCTAssertTrue(afterLogin.isDue())
                choose(preferences)
                XCTAssertFalse(afterLogin.isDue())
                XCTAssertFalse(stored.isThere)
            }
        }
    }

    func testWhyItCannotBeWrittenIsSaid() throws {
        let problems: [(LoginEntryError, String)] = [
            (.taken(path: "/config/entry"), "/config/entry is not its own"),
            (.disk(path: "/config/entry", POSIXError(.ENOSPC)), "The disk is full."),
            (.disk(path: "/config/entry", POSIXError(.EACCES)), "is not writable"),
            (.disk(path: "/config/entry", POSIXError(.ENOTDIR)), "cannot be used"),
        ]
        for (problem, words) in problems {
            try Self.withEntry { stored, _, afterLogin in
                stored.state.withLock { $0.problem = problem }
                var said: [String] = []
                afterLogin.begin { said.append($0) }
                Self.settle(afterLogin)
                XCTAssertEqual(said.count, 1)
                XCTAssertTrue(said.first?.contains(words) == true, "\(said)")
                XCTAssertFalse(afterLogin.isDue())
                afterLogin.end()
                Self.settle(afterLogin)
                XCTAssertEqual(said.count, 1, "what stays is for the log")
            }
        }
    }
}
