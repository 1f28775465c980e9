import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class MakeFrozenTests: LibraryTestCase {
    func testMake() throws {
        guard let path = ProcessInfo.processInfo.environment["HAWK_MAKE_FROZEN"] else { throw XCTSkip("") }
        let root = URL(fileURLWithPath: path)
        func files(_ name: String) throws -> LibraryFiles {
            let folder = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
        }
        let main = try files("version-7"), aside = try files("other"), edited = try files("version-7-edited")
        try FrozenFiles.copy(version: 6, to: main.all)
        let library = try Library.open(at: main.database)
        try library.saveSeries(uuid(1), title: "Series")
        try library.save(Character(id: uuid(2), seriesID: uuid(1), name: "B", position: 0))
        try library.saveSeries(uuid(3), title: "Other series")
        let reader = try RandomReader(seed: 7, name: "f", library: library)
        try reader.act(60)
        let queue = try DatabaseQueue(path: aside.database.path)
        try library.store.writer.backup(to: queue)
        try queue.close()
        let other = try Library.open(at: aside.database)
        let second = try RandomReader(seed: 8, name: "g", library: other)
        try second.act(30)
        try second.importFile()
        let text = try XCTUnwrap(try library.note(uuid(202)))
        try library.updateNote(text.id, text: "A\nas one has changed it")
        try other.updateNote(text.id, text: "A\nas the other has changed it")
        try library.setQuote(Quote("One quotation"), of: text.id)
        try other.setQuote(Quote("Another quotation"), of: text.id)
        try reader.act(20)
        try reader.importFile()
        let url = aside.database
        try other.close()
        let merge = try LibraryMerge(of: url, in: root.appendingPathComponent("copies"))
        let preview = try merge.preview(into: library)
        print("pairs", preview.pairs)
        _ = try merge.run(into: library, declining: Set(preview.pairs.filter { $0.isbn != nil }.map(\.id)))
        try merge.close()
        try reader.act(20)
        try library.store.foldIn()
        try library.addNote("Saved by the seventh version, too", on: .book(uuid(112)), id: uuid(215))
        try library.store.closeWithoutFolding()
        for (one, copy) in zip(main.all, edited.all) where FileManager.default.fileExists(atPath: one.path) {
            try FileManager.default.copyItem(at: one, to: copy)
        }
        let again = try Library.open(at: edited.database)
        let third = try RandomReader(seed: 9, name: "h", library: again)
        try third.act(40)
        try again.updateNote(uuid(215), text: "Saved by the seventh version, too, and changed since")
        try again.store.closeWithoutFolding()
    }
}
