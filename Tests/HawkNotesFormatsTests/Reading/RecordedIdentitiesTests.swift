import Foundation
import XCTest

@testable import HawkNotesFormats

/// What libraries of earlier versions know things by is known to this one.
final class RecordedIdentitiesTests: XCTestCase {
    func testEveryRecordedIdentityIsStillGiven() throws {
        let recorded = try RecordedIdentities.read()
        XCTAssertGreaterThan(recorded.count, 30)
        for (fixture, identities) in recorded {
            let reading = try Reading(Fixtures.source(fixture.path), as: fixture.format)
            let given = reading.items.reduce(into: Set<String>()) { given, item in
                given.formUnion(RecordedIdentities.all(of: item))
            }
            XCTAssertEqual(identities.filter { !given.contains($0) }, [], fixture.path)
        }
    }
}

/// Identities as they were given once, by fixtures: never to be changed, only added to.
enum RecordedIdentities {
    struct Fixture: Hashable {
        var path: String
        var format: ImportFormatName
    }

    private static let formats: [String: ImportFormatName] = [
        "koreader-sidecar": .koreaderSidecar, "koreader-json": .koreaderJSON,
        "goodreads": .goodreads, "storygraph": .storyGraph, "calibre-csv": .calibreTable,
        "readwise": .readwise, "kindle": .kindleClippings, "epub": .epub,
        "calibre-folder": .calibreLibrary, "kindle-notebook": .kindleNotebook,
        "kindle-notebook-csv": .kindleNotebookTable,
    ]

    static func read() throws -> [(Fixture, [String])] {
        let text = String(decoding: try Fixtures.bytes("identities/recorded.txt"), as: UTF8.self)
        var result: [(Fixture, [String])] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  ") {
                result[result.count - 1].1.append(String(line.dropFirst(2)))
            } else {
                let folder = String(line.split(separator: "/")[0])
                let format = try XCTUnwrap(formats[folder])
                result.append((Fixture(path: String(line), format: format), []))
            }
        }
        return result
    }

    static func all(of item: ImportedItem) -> [String] {
        let own = "\(item.kind?.rawValue ?? "sources") \(item.identity)"
        switch item {
        case .book(let book): return [own] + book.formerIdentities.map { "book \($0)" }
        case .note(let note):
            let words = [note.wordsIdentity].compactMap(\.self) + note.formerWordsIdentities
            return [own] + note.formerIdentities.map { "note \($0)" } + words.map { "words \($0)" }
        case .series, .chapter, .character, .relation, .picture, .sources: return [own]
        }
    }
}
