import Foundation
import XCTest

@testable import HawkNotesFormats

final class AuthorNamesTests: XCTestCase {
    func testCommasBetweenAuthors() {
        for (text, names) in [
            ("Lena Moreau, Ada Quill", ["Lena Moreau", "Ada Quill"]),
            ("Plato, Homer", ["Plato", "Homer"]),
            ("Theo Marsh, Jr., Ada Quill", ["Theo Marsh, Jr.", "Ada Quill"]),
            ("Theo Marsh, III", ["Theo Marsh, III"]), ("Unknown", []), (",, ", []),
        ] {
            XCTAssertEqual(AuthorNames.ofList(text), names, text)
        }
    }

    func testDevicesWriteLastNamesFirst() {
        for (text, names) in [
            ("Moreau, Lena", ["Lena Moreau"]), ("Lena Moreau", ["Lena Moreau"]),
            ("Moreau, Lena; Le Guin, Ursula K.", ["Lena Moreau", "Ursula K. Le Guin"]),
            ("Moreau, Lena & Quill, Ada", ["Lena Moreau", "Ada Quill"]),
            ("Marsh, Theo, Jr.", ["Theo Marsh, Jr."]), ("Marsh, Jr., Theo", ["Theo Marsh, Jr."]),
            ("Theo Marsh, Jr.", ["Theo Marsh, Jr."]), ("King, Jr.", ["King, Jr."]),
            ("Lena Moreau, Ada Quill, Theo Marsh", ["Lena Moreau", "Ada Quill", "Theo Marsh"]),
            ("Unknown; Moreau, Lena", ["Lena Moreau"]), ("未知", []), ("佚名; 匿名", []),
        ] {
            XCTAssertEqual(AuthorNames.ofDevice(text), names, text)
        }
    }

    func testCalibreSeparatesWithAmpersandsOnly() {
        for (text, names) in [
            ("Quill, Ada & Moreau, Lena", ["Quill, Ada", "Moreau, Lena"]),
            ("Theo Marsh, Jr.", ["Theo Marsh, Jr."]),
            ("Ada Quill&Lena Moreau", ["Ada Quill", "Lena Moreau"]),
            ("Unknown & Ada Quill", ["Ada Quill"]), ("Unbekannt", []),
        ] {
            XCTAssertEqual(AuthorNames.ofCalibre(text), names, text)
        }
    }

    func testNamesInASentence() {
        for (text, names) in [
            ("Virginia Woolf and Lytton Strachey", ["Virginia Woolf", "Lytton Strachey"]),
            ("Ada Quill, Lena Moreau, and Theo Marsh", ["Ada Quill", "Lena Moreau", "Theo Marsh"]),
            ("Quill, Ada & Moreau, Lena", ["Quill, Ada", "Moreau, Lena"]),
            ("Le Guin, Ursula K.", ["Le Guin, Ursula K."]), ("Moreau, Lena", ["Moreau, Lena"]),
            ("Martin Luther King, Jr.", ["Martin Luther King, Jr."]),
            ("Theo Marsh, Jr. and Ada Quill", ["Theo Marsh, Jr.", "Ada Quill"]),
            ("Ferdinand", ["Ferdinand"]), ("Anonymous", []),
        ] {
            XCTAssertEqual(AuthorNames.ofSentence(text), names, text)
        }
    }

    func testWordsForNobodyInEveryLanguage() {
        for word in [
            "Unknown", "UNKNOWN AUTHOR", "(Unknown)", "N/A", "n/a", "Anonymous", "None", "-", "?",
            "",
            "Unbekannt", "Unbekannter Autor", "Inconnu", "Auteur inconnu", "Desconocido",
            "Autor desconocido", "Anónimo", "Sconosciuto", "Desconhecido", "Onbekend",
            "Неизвестный",
            "Неизвестный автор", "未知", "佚名", "不明", "作者不明", "알 수 없음", "Nieznany", "Neznámý", "Okänd",
        ] {
            XCTAssertTrue(AuthorNames.isNobody(word), word)
        }
        for name in ["Unknown Mortal", "Ann Onymous", "Nono", "Na Li", "Al", "未知雨", "An"] {
            XCTAssertFalse(AuthorNames.isNobody(name), name)
        }
    }

    /// Books without a key of their own were imported by these names.
    func testNamesInKeysStayAsTheyWere() {
        XCTAssertEqual(
            AuthorNames.keyNames("Theo Marsh, Jr. & Unknown and A, B"),
            ["Theo Marsh", "Jr.", "Unknown", "A", "B"]
        )
    }

    func testNobodyWritesNoSeries() throws {
        let clippings = """
            The Long Way (The Roads Book 1) (Unknown)
            - Your Highlight on page 12 | location 170-172 | Added on Monday, 3 March 2025 20:00:00

            Nobody walks it twice.
            ==========

            """
        let source = ImportSource(name: "My Clippings.txt", bytes: Array(clippings.utf8))
        let reading = try Reading(source, as: .kindleClippings)
        XCTAssertEqual(reading.books.map(\.authors), [[]])
        XCTAssertEqual(reading.series.map(\.author), [nil])
        let json =
            #"{"title": "The Long Way", "author": "N/A", "entries": [{"text": "a", "page": 1}]}"#
        let export = ImportSource(name: "a.json", bytes: Array(json.utf8))
        XCTAssertEqual(try Reading(export, as: .koreaderJSON).books.map(\.authors), [[]])
    }
}
