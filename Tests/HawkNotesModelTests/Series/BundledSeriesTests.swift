import Foundation
import XCTest

@testable import HawkNotesModel

final class BundledSeriesTests: XCTestCase {
    private func shadowSkye() throws -> Series {
        let library = try Library.inMemory()
        try library.importBundledSeries()
        return try library.series()
    }

    func testBooksAndCharactersAreTheOnesOfTheTrilogyInOrder() throws {
        let series = try shadowSkye()
        XCTAssertEqual(series.title, "Shadow Skye")
        XCTAssertEqual(series.author, "Joseph Elliott")
        XCTAssertEqual(
            series.books.map(\.title),
            ["The Good Hawk", "The Broken Raven", "The Burning Swift"]
        )
        XCTAssertEqual(series.books.map(\.published?.year), [2020, 2021, 2022])
        XCTAssertEqual(series.books.map(\.language), ["en", "en", "en"])
        XCTAssertEqual(series.books.map(\.isbn10), ["1536207152", "1536207489", "1536207497"])
        XCTAssertEqual(
            series.books.map { series.characters(in: $0.id).map(\.name) },
            [
                ["Agatha", "Jaime", "Lileas", "Cray"],
                ["Sigrid", "Badhbh", "Konge Grimr"],
                ["Lady Beatrice", "King Edmund"],
            ]
        )
    }

    func testRelatedCharacters() throws {
        let series = try shadowSkye()
        let related = Dictionary(
            uniqueKeysWithValues: series.allCharacters.map {
                ($0.name, series.related(to: $0.id).map(\.name))
            }
        )
        XCTAssertEqual(
            related,
            [
                "Agatha": ["Jaime", "Lileas", "Badhbh"],
                "Jaime": ["Agatha", "Lileas", "Cray", "Badhbh"],
                "Lileas": ["Agatha", "Jaime"],
                "Cray": ["Jaime"],
                "Sigrid": ["Konge Grimr", "Lady Beatrice", "King Edmund"],
                "Badhbh": ["Agatha", "Jaime"],
                "Konge Grimr": ["Sigrid", "King Edmund"],
                "Lady Beatrice": ["Sigrid"],
                "King Edmund": ["Sigrid", "Konge Grimr"],
            ]
        )
    }

    /// State files, links and notes refer to these for ever.
    func testIdsAreTheReleasedOnes() throws {
        let series = try shadowSkye()
        XCTAssertEqual(
            series.books.map(\.id.uuidString),
            [
                "93AFD5AA-2BD0-4217-983D-0FD5CDD2DF4B",
                "B0C8316A-A05A-4587-928E-BA98CBB9976F",
                "ADF18857-6833-4D84-92C1-DFD831BDD709",
            ]
        )
        XCTAssertEqual(
            series.allCharacters.map(\.id.uuidString),
            [
                "8C8BA0F7-954E-4B82-91DD-9FF556DB4154",
                "FFCB900B-992A-42C5-96F2-8DC3E0ABCD33",
                "039FB751-98B9-4B1C-AACA-BE943C69C4F8",
                "AEBC507B-8D25-4BB7-AB5A-88F6C05773B6",
                "98CE2C7C-2440-495F-BD27-FE701127C4B0",
                "3CBE5FAF-838A-4784-AECC-409AD009D52D",
                "C14F677C-617A-4384-9378-1D18AEADDCBF",
                "2B306DD1-B6C8-4B6A-8725-393BB88417CB",
                "89761473-054C-461D-A740-F9AF328CEF03",
            ]
        )
    }

    func testEveryPictureThatAFileNamesIsThere() throws {
        for file in try BundledSeries.all() {
            let series = try SeriesFile.parse(Data(contentsOf: file), url: file)
            let pictures = series.books.map(\.coverFile) + series.allCharacters.map(\.avatarFile)
            for picture in pictures {
                let picture = try XCTUnwrap(picture, file.path)
                let url = file.deletingLastPathComponent().appendingPathComponent(picture)
                XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), url.path)
            }
        }
    }

    func testAccentsAndTextAreReadableOnEveryBackground() throws {
        let lightWindows = ["#ffffff", "#fafafa", "#f6f5f4"]
        let darkWindows = ["#1e1e1e", "#242424", "#2d2d2d", "#303030", "#353535"]
        let files = try BundledSeries.all()
        XCTAssertTrue(files.contains { $0.path == BundledSeries.shadowSkye.path })
        let books = try files.flatMap { try SeriesFile.parse(Data(contentsOf: $0), url: $0).books }
        for book in books {
            let accent = try XCTUnwrap(book.accent, book.title)
            let tint = try XCTUnwrap(book.tint, book.title)
            for background in lightWindows + [tint.light.description] {
                try check(book, "accent", accent.light, on: background)
            }
            for background in darkWindows + [tint.dark.description] {
                try check(book, "accent", accent.dark, on: background)
            }
            // The text colours of GTK's default theme.
            try check(
                book,
                "text",
                RGBColor(red: 0x2e, green: 0x34, blue: 0x36),
                on: tint.light.description
            )
            try check(
                book,
                "text",
                RGBColor(red: 0xee, green: 0xee, blue: 0xec),
                on: tint.dark.description
            )
        }
    }

    private func check(
        _ book: Book,
        _ what: String,
        _ color: RGBColor,
        on background: String
    ) throws {
        let contrast = color.contrast(with: try XCTUnwrap(RGBColor(hex: background)))
        XCTAssertGreaterThanOrEqual(
            contrast,
            4.5,
            "\(book.title): \(what) \(color) on \(background)"
        )
    }

    func testContrastIsThatOfTheStandard() throws {
        let black = RGBColor(red: 0, green: 0, blue: 0)
        let white = RGBColor(red: 255, green: 255, blue: 255)
        XCTAssertEqual(black.contrast(with: white), 21, accuracy: 1e-9)
        XCTAssertEqual(white.contrast(with: white), 1, accuracy: 1e-9)
        // The grey that is known as the lightest one that passes on white.
        let grey = try XCTUnwrap(RGBColor(hex: "#767676"))
        XCTAssertEqual(grey.contrast(with: white), 4.54, accuracy: 0.005)
    }

    func testColorsAreReadStrictly() {
        XCTAssertEqual(RGBColor(hex: "#0A1b2C")?.description, "#0a1b2c")
        for text in [
            "", "#", "#abc", "112233", "#11223", "#1122334", "#+12233", "#gg2233", "#１１2233",
        ] {
            XCTAssertNil(RGBColor(hex: text), text)
        }
    }
}
