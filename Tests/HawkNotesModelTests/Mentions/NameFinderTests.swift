import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Where texts name a character without a mention.
final class NameFinderTests: XCTestCase {
    private let agatha = uuid(1)

    private func finder(_ names: [String], others: [[String]] = []) -> NameFinder {
        let characters = ([names] + others).enumerated().map { number, names in
            Character(
                id: uuid(number + 1),
                seriesID: uuid(99),
                name: names[0],
                position: number,
                aliases: Array(names.dropFirst())
            )
        }
        return NameFinder(agatha, among: characters)
    }

    private func found(_ text: String, _ finder: NameFinder) -> [String] {
        finder.ranges(in: text).map { String(text[$0]) }
    }

    func testWholeWordsCountWhateverTheirCaseAndAccents() {
        let names = finder(["Agatha", "Bó Rider"])
        XCTAssertEqual(
            found("Agatha, agatha; AGÁTHA and Agatha’s wall; d’Agatha", names),
            ["Agatha", "agatha", "AGÁTHA", "Agatha", "Agatha"]
        )
        XCTAssertEqual(found("Agathas, Nagatha, Agatha1 and agathaful", names), [])
        XCTAssertEqual(found("the bo rider, the BÓ\nRIDER", names), ["bo rider", "BÓ\nRIDER"])
        XCTAssertEqual(found("bo riders, the bo. Rider, the bo\n\nrider", names), [])
        XCTAssertEqual(found("A\u{301}gatha", names), ["A\u{301}gatha"])
    }

    func testMentionsAndAddressesArePassedOver() {
        let names = finder(["Agatha"], others: [["Jaime"]])
        let mention = Mention.link(to: agatha, name: "Agatha")
        let other = Mention.link(to: uuid(2), name: "Agatha")
        let text = "é \(mention) met Agatha and \(other), \(mention)’s Agatha"
        XCTAssertEqual(found(text, names), ["Agatha", "Agatha"])
        XCTAssertEqual(
            names.linked(text),
            "é \(mention) met \(mention) and \(other), \(mention)’s \(mention)"
        )
        XCTAssertEqual(
            found("https://x.org/Agatha www.agatha.org agatha@x.org x@agatha", names),
            []
        )
        XCTAssertEqual(found("see @Agatha", names), ["@Agatha"])
        XCTAssertEqual(names.linked("see @Agatha!"), "see \(mention)!")
        XCTAssertNil(names.linked("nobody"))
    }

    func testALongerNameOfAnotherOneIsNotItsOwn() {
        let names = finder(["Agatha"], others: [["Agatha Stone"], ["Lady Agatha"], ["Agatha"]])
        XCTAssertEqual(found("Agatha Stone and Lady Agatha", names), [])
        XCTAssertEqual(found("Agatha’s stone, my lady, Agatha", names), ["Agatha", "Agatha"])
        let stone = finder(["Agatha Stone", "Agatha"], others: [["Agatha"]])
        XCTAssertEqual(found("Agatha Stone, Agatha", stone), ["Agatha Stone", "Agatha"])
    }

    func testNamesOfEveryKindAreFound() {
        XCTAssertEqual(found("bei St. Clair", finder(["St. Clair"])), ["St. Clair"])
        XCTAssertEqual(found("O’Neill, o'neill", finder(["O'Neill"])), ["O’Neill", "o'neill"])
        XCTAssertEqual(
            found("Jean-Luc and jean luc", finder(["Jean Luc"])),
            ["Jean-Luc", "jean luc"]
        )
        XCTAssertEqual(found("Straße, STRASSE", finder(["Straße"])), ["Straße", "STRASSE"])
        let sun = finder(["孫悟空", "悟空"], others: [["孫悟"]])
        XCTAssertEqual(found("看，孫悟空和悟空。孫悟", sun), ["孫悟空", "悟空"])
        XCTAssertEqual(found("anything", finder([""])), [])
        XCTAssertEqual(found("anything", finder(["…", "–"])), [])
        XCTAssertEqual(found("", finder(["Agatha"])), [])
    }
}
