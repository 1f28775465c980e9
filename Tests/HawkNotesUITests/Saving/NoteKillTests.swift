import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestorationTesting
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesUI

/// A kill at every operation on the windows' state, while a note is typed, saved and forgotten.
final class NoteKillTests: DisplayTestCase {
    private static let text = "There once, and not twice"

    /// How far the note is when the program is killed.
    private enum Phase {
        case typing
        /// It may be in the library, or not yet.
        case saving
        case saved
    }

    /// The disk before each operation.
    private final class Recorder: Sendable {
        private let state = Mutex<(phase: Phase, disks: [(Phase, InMemoryFileSystem)])>(
            (.typing, [])
        )

        init(_ files: InMemoryFileSystem) {
            files.setFault { _, _ in
                self.state.withLock { $0.disks.append(($0.phase, files.copy())) }
                return nil
            }
        }

        func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }
        var disks: [(Phase, InMemoryFileSystem)] { state.withLock { $0.disks } }
    }

    /// Types and saves a note.
    ///
    /// - Parameter isHeld: whether the disk of the library is slower than that of the state.
    /// - Returns: the note's id, and the disks that a kill could have left.
    @MainActor
    private static func record(
        isHeld: Bool
    ) throws -> (note: Note, disks: [(Phase, InMemoryFileSystem)]) {
        let program = try TestProgram()
        defer { program.finish() }
        let page = try NotesPage(program.openWindow())
        program.session.flush()
        let recorder = Recorder(program.tester.files)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let buffer = page.composer.field.buffer
            buffer.text += (buffer.count > 0 ? " " : "") + word
            program.session.flush()
        }
        recorder.enter(.saving)
        let hold = isHeld ? HeldLibrary(program.library) : nil
        page.composer.saveNote()
        if isHeld { program.session.flush() }
        hold?.release()
        XCTAssertTrue(MainLoop.run { page.isAllSaved })
        recorder.enter(.saved)
        program.session.flush()
        page.composer.field.buffer.text = "the next one"
        program.session.flush()
        program.tester.files.setFault(nil)
        return (try program.library.allNotes()[0], recorder.disks)
    }

    /// What the next run has: the texts of the notes, and the draft.
    @MainActor
    private static func run(
        after disk: InMemoryFileSystem,
        with note: Note?
    ) throws -> (notes: [String], draft: String) {
        let library = try Library.inMemory(environment: .patient)
        if let note { try library.addNote(note.text, on: note.subject, id: note.id) }
        let program = try TestProgram(library: library, files: disk.copy())
        defer { program.finish() }
        let page = try NotesPage(try XCTUnwrap(program.openRestored().first))
        var isDone = false
        library.perform { _ in
        } completion: { _ in
            isDone = true
        }
        XCTAssertTrue(MainLoop.run { isDone && page.isAllSaved })
        let notes = try library.allNotes().map(\.text)
        XCTAssertEqual(page.texts, notes)
        XCTAssertEqual(
            program.windows[0].scene.storedKeys().filter { $0.contains("pending:") },
            []
        )
        return (notes, page.composer.field.buffer.text)
    }

    func testGivesTheNoteOnce() throws {
        try onMainActor {
            for isHeld in [true, false] {
                let (note, disks) = try Self.record(isHeld: isHeld)
                XCTAssertGreaterThan(disks.count, 8)
                for (number, (phase, disk)) in disks.enumerated() {
                    let name = "operation \(number) of \(disks.count), held: \(isHeld)"
                    if phase != .saved {
                        let (notes, draft) = try Self.run(after: disk, with: nil)
                        switch phase {
                        case .typing:
                            XCTAssertEqual(notes, [], name)
                            XCTAssertTrue(Self.text.hasPrefix(draft), name)
                        case .saving, .saved:
                            XCTAssertEqual(
                                notes + [draft].filter { !$0.isEmpty },
                                [Self.text],
                                name
                            )
                        }
                    }
                    if phase != .typing {
                        let (notes, draft) = try Self.run(after: disk, with: note)
                        XCTAssertEqual(notes, [Self.text], name)
                        XCTAssertTrue("the next one".hasPrefix(draft), "\(name): \(draft)")
                    }
                }
            }
        }
    }
}
