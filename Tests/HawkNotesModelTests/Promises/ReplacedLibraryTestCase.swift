import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// A library in a folder of its own, and the hands of other programs on it.
class ReplacedLibraryTestCase: PromiseTestCase {
    /// What another program does.
    enum Hand: String, CaseIterable {
        /// As sync clients do: written beside, then renamed over it.
        case renamedOver
        /// As `cp` does.
        case writtenOver
        /// As Nextcloud does with a conflict: the file is moved, another takes its place.
        case movedAside
        /// As a snapshot that is put back: the whole folder is another one.
        case folderSwapped
        /// The file of a moment ago, renamed over it.
        case rolledBack
    }

    var aside: URL { directory.appendingPathComponent("aside") }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try setUpHome()
    }

    /// In a folder of its own, which can be swapped.
    var home: URL { directory.appendingPathComponent("home") }
    override var databaseURL: URL { home.appendingPathComponent("library.sqlite") }

    /// A library with these notes and a shared one, as one file; nothing is left in the place of the library
    /// but the shared part.
    func makeOther(_ texts: [String]) throws -> Data {
        let library = try open()
        try library.addNote("shared", on: subject)
        try library.close()
        let shared = try Data(contentsOf: databaseURL)
        let other = try open()
        for text in texts { try other.addNote(text, on: subject) }
        try other.close()
        let bytes = try Data(contentsOf: databaseURL)
        try shared.write(to: databaseURL)
        return bytes
    }

    func act(_ hand: Hand, _ other: Data) throws {
        let new = home.appendingPathComponent(".library.tmp")
        switch hand {
        case .renamedOver, .rolledBack:
            try other.write(to: new)
            try Disk.rename(new, to: databaseURL)
        case .writtenOver:
            let file = try FileHandle(forWritingTo: databaseURL)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: other)
            try file.close()
        case .movedAside:
            let conflict = home.appendingPathComponent("library (conflicted copy).sqlite")
            try Disk.rename(databaseURL, to: conflict)
            try other.write(to: databaseURL)
        case .folderSwapped:
            try Disk.rename(home, to: aside)
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            try other.write(to: databaseURL)
        }
    }

    func texts(of library: Library) throws -> Set<String> {
        Set(try library.allNotes().map(\.text))
    }

    /// The texts of all libraries that were set aside.
    func textsSetAside() throws -> Set<String> {
        var texts: Set<String> = []
        for folder in try SetAside(files, environment: .live).libraries(since: .distantPast) {
            let copy = directory.appendingPathComponent("look-\(UUID().uuidString)")
            try FileManager.default.copyItem(at: folder, to: copy)
            let queue = try DatabaseQueue(
                path: copy.appendingPathComponent("library.sqlite").path
            )
            texts.formUnion(
                try queue.read { try $0.noteTexts() }
            )
            try queue.close()
        }
        return texts
    }

    func setUpHome() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }
}
