import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// What lies beside a sidecar or in it, in all the places that KOReader has had for them.
final class KOReaderSidecarTests: XCTestCase {
    private func reading(_ files: [String: String]) throws -> Reading {
        try Reading(
            ImportSource(name: "books", files: files.mapValues { Array($0.utf8) }),
            as: .koreaderSidecar
        )
    }

    private static func sidecar(
        _ properties: String = #"["title"] = "Ebb", ["authors"] = "Noor Vale""#,
        path: String? = nil,
        more: String = "",
        text: String = "The sea was out."
    ) -> String {
        """
        return {
            ["annotations"] = { [1] = {
                ["datetime"] = "2025-01-02 03:04:05", ["drawer"] = "lighten",
                ["page"] = "/body/p[1].0", ["pos0"] = "/body/p[1].0", ["text"] = "\(text)",
            }, },
            \(path.map { "[\"doc_path\"] = \"\($0)\"," } ?? "")
            ["doc_props"] = { \(properties) },
            \(more)
        }
        """
    }

    // MARK: - Languages

    func testALanguageIsKeptByItsCodeAndToldOtherwise() throws {
        let shapes: [(text: String, code: String?, isTold: Bool)] = [
            ("gsw", "gsw", false), ("deu", "de", false), ("Klingon", nil, true),
            ("und", nil, false),
        ]
        for (text, code, isTold) in shapes {
            let properties = #"["title"] = "Ebb", ["language"] = "\#(text)""#
            let reading = try reading(["Ebb.sdr/metadata.epub.lua": Self.sidecar(properties)])
            XCTAssertEqual(reading.books.map(\.language), [code], text)
            let told = ImportProblem.Reason.leftOut(.key("Languages"), count: 1, example: text)
            XCTAssertEqual(reading.reasons.contains(told), isTold, text)
        }
    }

    // MARK: - Names

    func testABookWithoutATitleIsCalledAsItsFile() throws {
        let hash = "0123456789abcdef0123456789abcdef"
        let shapes: [(path: String, title: String, authors: [String])] = [
            ("/mnt/onboard/The Ebb.pdf", "The Ebb", []),
            ("/mnt/onboard/The Ebb - Noor Vale.pdf", "The Ebb", ["Noor Vale"]),
            ("/mnt/onboard/The Ebb (Noor Vale).kepub.epub", "The Ebb", ["Noor Vale"]),
            ("/mnt/onboard/Saga - 02.pdf", "Saga - 02", []),
            ("/mnt/onboard/Spider-Man.cbz", "Spider-Man", []),
            ("/mnt/onboard/The_Ebb.v2.pdf", "The Ebb.v2", []),
        ]
        for shape in shapes {
            let text = Self.sidecar("[\"pages\"] = 9", path: shape.path)
            let reading = try reading(["01/\(hash).sdr/metadata.pdf.lua": text])
            XCTAssertEqual(reading.books.map(\.title), [shape.title], shape.path)
            XCTAssertEqual(reading.books.first?.authors, shape.authors, shape.path)
            let alone = try Reading(
                ImportSource(name: "metadata.pdf.lua", bytes: Array(text.utf8)),
                as: .koreaderSidecar
            )
            XCTAssertEqual(alone.books.map(\.title), [shape.title], shape.path)
            // It is one book, wherever its sidecar lies.
            XCTAssertEqual(alone.books.first?.identity, reading.books.first?.identity)
            XCTAssertEqual(alone.notes.map(\.identity), reading.notes.map(\.identity))
        }
    }

    func testAuthorsOfTheBookGoBeforeThoseOfItsFile() throws {
        let text = Self.sidecar("[\"authors\"] = \"Noor Vale\"", path: "/The Ebb - Somebody.pdf")
        XCTAssertEqual(
            try reading(["a.sdr/metadata.pdf.lua": text]).books[0].authors,
            ["Noor Vale"]
        )
    }

    func testWhatIsNotAvailableIsNothing() throws {
        let stats =
            #"["stats"] = { ["title"] = "N/A", ["authors"] = "N/A", ["language"] = "N/A", },"#
        let text = Self.sidecar("", path: "/The Ebb.pdf", more: stats)
        let book = try reading(["a.sdr/metadata.pdf.lua": text]).books[0]
        XCTAssertEqual(book.title, "The Ebb")
        XCTAssertEqual(book.authors, [])
        XCTAssertNil(book.language)
    }

    func testTheNumberBehindTheNameOfASeries() throws {
        let properties = #"["title"] = "Ebb", ["series"] = "Tides #2.5""#
        let found = try reading(["a.sdr/metadata.epub.lua": Self.sidecar(properties)])
        XCTAssertEqual(found.series.map(\.title), ["Tides"])
        XCTAssertEqual(found.books[0].number, 2.5)
        // With a number of its own, the name stays as it is.
        let both = Self.sidecar(properties + #", ["series_index"] = 3"#)
        XCTAssertEqual(try reading(["a.sdr/metadata.epub.lua": both]).series[0].title, "Tides #2.5")
    }

    // MARK: - What the reader has corrected

    func testCorrectionsReplaceWhatTheyAreAboutAndNothingElse() throws {
        let original = Self.sidecar(
            #"["title"] = "ebb_v3", ["authors"] = "Noor Vale", ["language"] = "eng""#
        )
        let corrections = """
            return { ["custom_props"] = {
                ["title"] = "Ebb", ["series"] = "Tides", ["series_index"] = 2,
                ["description"] = "<p>Of the sea</p>", ["keywords"] = "sea",
            }, ["doc_props"] = { ["title"] = "ebb_v3", }, }
            """
        let path = "ebb.sdr/metadata.epub.lua"
        let before = try reading([path: original])
        let after = try reading([path: original, "ebb.sdr/custom_metadata.lua": corrections])
        let book = after.books[0]
        XCTAssertEqual(book.title, "Ebb")
        XCTAssertEqual(book.authors, ["Noor Vale"])
        XCTAssertEqual(after.series.map(\.title), ["Tides"])
        XCTAssertEqual(book.number, 2)
        XCTAssertEqual(book.language, "en")
        XCTAssertEqual(book.overview, "Of the sea")
        // It is the same book as before.
        XCTAssertEqual(book.identity, before.books[0].identity)
        XCTAssertEqual(after.notes.map(\.identity), before.notes.map(\.identity))
        XCTAssertEqual(after.reasons, [.leftOut(.key("Keywords"), count: 1, example: "sea")])
    }

    // MARK: - What the reader thinks of it

    func testTheReviewIsANoteOnTheBook() throws {
        let summary = """
            ["summary"] = { ["rating"] = 4, ["status"] = "complete", ["modified"] = "2025-02-03",
                ["note"] = "Slow,\\
            then not.", },
            """
        let found = try reading(["a.sdr/metadata.epub.lua": Self.sidecar(more: summary)])
        XCTAssertEqual(found.books[0].rating, 8)
        XCTAssertEqual(found.books[0].status, .finished)
        let review = try XCTUnwrap(found.notes.first)
        XCTAssertEqual(review.text, "Slow,\nthen not.")
        XCTAssertNil(review.quote)
        XCTAssertEqual(review.created, ImportedDate(iso: "2025-02-03"))
        XCTAssertEqual(found.notes.count, 2)
    }

    func testStatus() throws {
        let known: [(String, ImportedReadingStatus)] = [
            ("reading", .reading), ("complete", .finished), ("abandoned", .stopped),
        ]
        for (word, status) in known {
            let text = Self.sidecar(more: "[\"summary\"] = { [\"status\"] = \"\(word)\", },")
            let found = try reading(["a.sdr/metadata.epub.lua": text])
            XCTAssertEqual(found.books[0].status, status)
            XCTAssertEqual(found.reasons, [])
        }
        let other = Self.sidecar(more: "[\"summary\"] = { [\"status\"] = \"lent\", },")
        let found = try reading(["a.sdr/metadata.epub.lua": other])
        XCTAssertNil(found.books[0].status)
        XCTAssertEqual(found.reasons, [.unknownValue(field: "status", value: "lent")])
    }

    func testWhatHasNoPlaceIsCountedOnceForAllBooks() throws {
        let more = "[\"percent_finished\"] = 0.5,"
        let found = try reading([
            "a.sdr/metadata.epub.lua": Self.sidecar(more: more),
            "b.sdr/metadata.epub.lua": Self.sidecar("[\"title\"] = \"Flood\"", more: more),
        ])
        XCTAssertEqual(
            found.report.problems,
            [ImportProblem(.leftOut(.key("Progress"), count: 2, example: "50 %"))]
        )
    }

    // MARK: - Lists

    func testAListForEachEngine() throws {
        let more = """
            ["annotations_paging"] = { [1] = { ["datetime"] = "2025-01-03 00:00:00",
                ["drawer"] = "lighten", ["page"] = 7, ["text"] = "On paper", }, },
            ["annotations_rolling"] = { [1] = { ["datetime"] = "2025-01-04 00:00:00",
                ["drawer"] = "lighten", ["page"] = "/body", ["text"] = "On a roll", }, },
            """
        let found = try reading(["a.sdr/metadata.epub.lua": Self.sidecar(more: more)])
        XCTAssertEqual(found.notes.map(\.quote), ["The sea was out.", "On a roll", "On paper"])
    }

    func testANoteIsKnownByItsPlaceAndTime() throws {
        let one = try reading(["a.sdr/metadata.epub.lua": Self.sidecar()])
        let longer = try reading(["a.sdr/metadata.epub.lua": Self.sidecar(text: "The sea")])
        XCTAssertEqual(one.notes[0].identity, longer.notes[0].identity)
        XCTAssertNotEqual(one.notes[0].formerIdentities, longer.notes[0].formerIdentities)
        let older = """
            return { ["doc_props"] = { ["title"] = "Ebb", ["authors"] = "Noor Vale", },
                ["highlight"] = { [3] = { [1] = { ["datetime"] = "2025-01-02 03:04:05",
                    ["drawer"] = "lighten", ["pos0"] = "/body/p[1].0", ["text"] = "The sea", }, }, },
            }
            """
        let before = try reading(["a.sdr/metadata.epub.lua": older])
        XCTAssertEqual(before.notes[0].identity, one.notes[0].identity)
    }

    func testMarksWithoutTimeAndPlaceAreToldApart() throws {
        let text = """
            return { ["doc_props"] = { ["title"] = "Ebb", }, ["annotations"] = {
                [1] = { ["drawer"] = "lighten", ["text"] = "One", },
                [2] = { ["drawer"] = "lighten", ["text"] = "Two", },
            }, }
            """
        let found = try reading(["a.sdr/metadata.epub.lua": text])
        XCTAssertEqual(Set(found.notes.map(\.identity)).count, 2)
    }

    // MARK: - Copies

    func testACopyIsReadWhereItsOriginalCannotBe() throws {
        let copy = Self.sidecar(text: "From the copy")
        let path = "a.sdr/metadata.epub.lua"
        XCTAssertEqual(
            try reading([path: Self.sidecar(), "\(path).old": copy]).notes.map(\.quote),
            ["The sea was out."]
        )
        for damaged in ["", "return {"] {
            let found = try reading([path: damaged, "\(path).old": copy])
            XCTAssertEqual(found.notes.map(\.quote), ["From the copy"])
            XCTAssertEqual(found.report.problems.map(\.file), [path])
        }
        XCTAssertEqual(
            try reading(["\(path).old": copy]).notes.map(\.quote),
            ["From the copy"]
        )
    }

    func testTheNewestOfSeveralPlacesComesFirst() throws {
        let folder = try TemporaryDirectory()
        func write(_ path: String, _ text: String, changed: TimeInterval) throws {
            let url = folder.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: changed)],
                ofItemAtPath: url.path
            )
        }
        let places = ["books/Ebb.sdr", ".adds/koreader/docsettings/mnt/onboard/Ebb.sdr"]
        for newest in 0..<2 {
            for (index, place) in places.enumerated() {
                let text = Self.sidecar(text: "From \(index)")
                let date: TimeInterval = index == newest ? 2_000 : 1_000
                try write("\(place)/metadata.epub.lua", text, changed: date)
                // The copy of the older place may be younger than all.
                if index != newest {
                    try write("\(place)/metadata.epub.lua.old", text, changed: 3_000)
                }
            }
            let source = try ImportSource(path: folder.url.path)
            let found = try Reading(source, as: .koreaderSidecar)
            XCTAssertEqual(found.notes.map(\.quote), ["From \(newest)", "From \(1 - newest)"])
            XCTAssertEqual(Set(found.notes.map(\.identity)).count, 1)
            XCTAssertEqual(found.books.count, 1)
        }
    }

    // MARK: - Places

    func testTheHiddenFolderOfAKobo() throws {
        let folder = try TemporaryDirectory()
        for path in [
            ".adds/koreader/hashdocsettings/01/0123456789abcdef0123456789abcdef.sdr",
            ".adds/koreader/plugins/a.sdr", ".adds/nm/b.sdr", ".kobo/c.sdr",
        ] {
            let url = folder.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(Self.sidecar("[\"title\"] = \"\(path.prefix(14))\"").utf8)
                .write(to: url.appendingPathComponent("metadata.epub.lua"))
        }
        let source = try ImportSource(path: folder.url.path)
        let importer = Importer(library: Reading.library)
        XCTAssertEqual(try importer.formats(for: source), [.koreaderSidecar])
        let found = try Reading(source, as: .koreaderSidecar)
        XCTAssertEqual(found.books.map(\.title), [".adds/koreader"])
    }

    func testNamesOfVeryOldFiles() throws {
        let text = Self.sidecar("[\"pages\"] = 9")
        for path in [
            "Ebb - Noor Vale.sdr/Ebb - Noor Vale.epub.lua",
            "history/[#mnt#us#] Ebb - Noor Vale.epub.lua",
        ] {
            let source = ImportSource(name: "books", files: [path: Array(text.utf8)])
            XCTAssertEqual(
                try Importer(library: Reading.library).formats(for: source).first,
                .koreaderSidecar,
                path
            )
            let found = try reading([path: text, "history/other.lua": text])
            XCTAssertEqual(found.books.map(\.title), ["Ebb"], path)
            XCTAssertEqual(found.books.map(\.authors), [["Noor Vale"]], path)
        }
    }

    func testTheHandOffBetweenDevicesJoinsItsBook() throws {
        let handOff = """
            return { [1] = { ["datetime"] = "2025-01-02 03:04:05", ["drawer"] = "lighten",
                ["page"] = "/body/p[1].0", ["pos0"] = "/body/p[1].0", ["text"] = "The sea", },
              [2] = { ["datetime"] = "2025-01-05 00:00:00", ["drawer"] = "lighten",
                ["page"] = "/body/p[2].0", ["pos0"] = "/body/p[2].0", ["text"] = "The land", }, }
            """
        let found = try reading([
            "Ebb.epub.annotations.lua": handOff, "Ebb.sdr/metadata.epub.lua": Self.sidecar(),
        ])
        XCTAssertEqual(found.books.map(\.title), ["Ebb"])
        XCTAssertEqual(found.notes.map(\.quote), ["The sea was out.", "The sea", "The land"])
        XCTAssertEqual(found.notes[0].identity, found.notes[1].identity)
        // Alone, it has its name.
        let alone = try reading(["Ebb.epub.annotations.lua": handOff])
        XCTAssertEqual(alone.books.map(\.title), ["Ebb"])
        XCTAssertEqual(alone.notes.count, 2)
    }
}
