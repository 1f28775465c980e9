import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Gives each test libraries to export as a folder.
class ExportedLibraryTestCase: ExchangeTestCase {
    func makeRandomLibrary(_ seed: Int) throws -> Library {
        let library = try makeLibrary()
        for part in 0..<2 {
            var random = RandomLibrary(seed: 10_000 * part + seed)
            try random.fill(library)
            if part == 1 { try random.addRest(to: library) }
        }
        return library
    }

    func export(_ library: Library, to url: URL) async throws {
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(url))
    }

    func makeBook(in library: Library) throws -> UUID {
        let (seriesID, bookID) = (UUID(), UUID())
        try library.saveSeries(seriesID, title: "Sea")
        try library.save(
            Book(id: bookID, seriesID: seriesID, title: "The Salt Road", position: 0)
        )
        return bookID
    }

    func edit(_ url: URL, _ old: String, _ new: String) throws {
        let text = try String(contentsOf: url, encoding: .utf8)
        XCTAssertTrue(text.contains(old), text)
        try text.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
    }

    func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { path in
            let data = FileManager.default.contents(atPath: folder.appending(path).path)
            return "\(path) \(data.map { LibraryFolder.digest(of: $0) } ?? "folder")"
        }
    }

    func assertSame(_ found: [String], _ expected: [String], _ place: String) {
        guard found != expected else { return }
        let difference = found.difference(from: expected)
        XCTFail("\(place): \(difference.prefix(4))")
    }
}

extension URL {
    func appending(_ path: String) -> URL { appendingPathComponent(path) }
}
