import Foundation
import TestSupport
import XCTest

@testable import HawkNotesModel

final class MentionTextTests: XCTestCase {
    private static let series = UUID()

    private func character(
        _ name: String,
        aliases: [String] = [],
        book: UUID? = nil
    ) -> HawkNotesModel.Character {
        Character(
            id: UUID(),
            seriesID: Self.series,
            name: name,
            bookID: book,
            position: 0,
            aliases: aliases
        )
    }

    private func ids(_ text: String) -> [UUID] { Mention.all(in: text).map(\.characterID) }

    func testNamesAndAliasesAtTheStartOfAWordBecomeMentions() {
        let agatha = character("Agatha", aliases: ["The Hawk"])
        let names = MentionNames([agatha])
        let link = { Mention.link(to: agatha.id, name: $0) }
        for (typed, saved) in [
            ("@Agatha", link("Agatha")), ("(@Agatha's)", "(\(link("Agatha"))'s)"),
            ("see @The Hawk.", "see \(link("The Hawk"))."), ("@Agathas", "@Agathas"),
            ("a@Agatha", "a@Agatha"), ("@agatha", "@agatha"), ("@", "@"), ("", ""),
            ("@Agatha @Agatha", "\(link("Agatha")) \(link("Agatha"))"),
            ("http://a.b/@Agatha", "http://a.b/@Agatha"), ("@@Agatha", "@@Agatha"),
            ("私は@Agathaを", "私は\(link("Agatha"))を"), ("@Agatha\u{301}", "@Agatha\u{301}"),
        ] {
            XCTAssertEqual(MentionText.saved(typed, names: names), saved, typed)
            XCTAssertEqual(MentionText.editable(saved), typed)
        }
    }

    func testTheLongestNameCounts() {
        let (ann, lee) = (character("Ann"), character("Ann Lee"))
        let names = MentionNames([ann, lee])
        let saved = MentionText.saved("@Ann Lee and @Ann Leen", names: names)
        XCTAssertEqual(ids(saved), [lee.id, ann.id])
    }

    func testAnAccentMayBeWrittenEitherWay() {
        let zoe = character("Zoë")
        let names = MentionNames([zoe])
        for typed in ["@Zo\u{EB}", "@Zoe\u{308}"] {
            let saved = MentionText.saved(typed, names: names)
            XCTAssertEqual(ids(saved), [zoe.id])
            XCTAssertTrue(MentionText.editable(saved).utf8.elementsEqual(typed.utf8))
        }
    }

    func testCharactersOfOneNameAreToldApart() {
        let raven = UUID()
        let all = [
            character("Sam"), character("Sam", book: raven), character("Sam", book: raven),
            character("Sam (2)"),
        ]
        let names = MentionNames(all) { $0 == raven ? "The Raven" : nil }
        XCTAssertEqual(
            all.map { names.words(for: $0.id) },
            ["Sam", "Sam (The Raven)", "Sam (3)", "Sam (2)"]
        )
        for character in all {
            let saved = Mention.link(to: character.id, name: "Sam")
            let typed = MentionText.editable(saved, names: names.words)
            XCTAssertEqual(ids(MentionText.saved(typed, names: names)), [character.id], typed)
        }
    }

    func testATextThatWasNotChangedIsTheSameAfterARename() {
        let agatha = character("Agatha")
        let saved = "\(Mention.link(to: agatha.id, name: "Aggie")) and @Agatha, no mention"
        let opened = MentionText.Opened(saved, names: { _ in "Agatha" })
        XCTAssertEqual(opened.editable, "@Agatha and @Agatha, no mention")
        var renamed = agatha
        renamed.name = "Jane"
        XCTAssertEqual(
            MentionText.saved(opened.editable, names: MentionNames([renamed]), opened: opened),
            saved
        )
    }

    func testAMentionWhoseWordsAreLeftAloneKeepsItsCharacter() {
        let (first, second, gone) = (character("Sam"), character("Sam"), UUID())
        let names = MentionNames([first, second])
        let saved =
            "\(Mention.link(to: gone, name: "Sam")), \(Mention.link(to: second.id, name: "x")) "
            + "\(Mention.link(to: gone, name: "Gone"))!"
        let opened = MentionText.Opened(saved, names: names.words)
        let typed = "Well: @Sam, @Sam (2) then @Gone, @Gone!"
        XCTAssertEqual(
            ids(MentionText.saved(typed, names: names, opened: opened)),
            [gone, second.id, gone, gone]
        )
        XCTAssertEqual(
            ids(MentionText.saved("@Sams, @Sam (2) @Gone!", names: names, opened: opened)),
            [second.id, gone]
        )
    }

    func testALinkThatWasTypedStaysAsItIs() {
        let agatha = character("Agatha")
        let link = Mention.link(to: UUID(), name: "Agatha")
        let names = MentionNames([agatha])
        XCTAssertEqual(MentionText.saved("a \(link) b", names: names), "a \(link) b")
        // As the draft of an edit has it that an older version began.
        XCTAssertEqual(
            ids(MentionText.saved("a \(link) @Agatha", names: names)),
            ids(link) + [agatha.id]
        )
    }

    func testIdsAreKeptThroughAnyEditThatLeavesTheWordsAlone() {
        var random = SeededNumbers(seed: 20_261_123)
        let parts = [
            "Ann", "Ann Lee", "Lee", "Zoë", "O’Neill", "x]y[", "アガサ", "J.", "Ann (2)", "\\",
        ]
        for round in 0..<400 {
            let all = (0..<6).map { _ in
                character(
                    parts.randomElement(using: &random) ?? "",
                    aliases: [parts.randomElement(using: &random) ?? ""]
                )
            }
            let names = MentionNames(all)
            let known = all.map(\.id) + [UUID(), UUID()]
            let fillers = ["", " ", " Lee ", "\n", "@", "x", "(", "é", " @Bob ", "私"]
            var saved = ""
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                saved += fillers.randomElement(using: &random) ?? ""
                saved += Mention.link(
                    to: known.randomElement(using: &random) ?? UUID(),
                    name: parts.randomElement(using: &random) ?? ""
                )
            }
            saved += fillers.randomElement(using: &random) ?? ""
            let opened = MentionText.Opened(saved, names: names.words)
            let typed = opened.editable
            XCTAssertEqual(
                MentionText.saved(typed, names: names, opened: opened),
                saved,
                "round \(round)"
            )
            // Somebody writes before all that is there, behind it, and both.
            for edited in ["Well, " + typed, typed + " and so on", "« " + typed + " »"] {
                let new = MentionText.saved(edited, names: names, opened: opened)
                var kept = ids(saved)[...]
                for id in ids(new) where id == kept.first { kept.removeFirst() }
                XCTAssertEqual(Array(kept), [], "round \(round): \(edited) -> \(new)")
                if edited != typed {
                    XCTAssertTrue(
                        MentionText.editable(new).utf8.elementsEqual(edited.utf8),
                        "round \(round): what is read again is what was typed"
                    )
                }
            }
        }
    }

    func testTheCostIsThatOfTheLength() {
        let all = (0..<2000).map { character("Name number \($0)") }
        let names = MentionNames(all)
        for piece in ["@", " @", "@Name number ", " @Name number 7", "[@Name number 7]("] {
            let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
            let opened = MentionText.Opened(text, names: names.words)
            XCTAssertGreaterThanOrEqual(
                MentionText.saved(text + "x", names: names, opened: opened).utf8.count,
                text.utf8.count
            )
        }
    }

    func testOffsetsInTheEditedText() {
        let link = Mention.link(to: UUID(), name: "A")
        let opened = MentionText.Opened("é \(link) and \(link)!") { _ in "Älva" }
        XCTAssertEqual(opened.editable, "é @Älva and @Älva!")
        XCTAssertEqual([0, 2, 3, 1 + link.count].map(opened.editableOffset), [0, 2, 2, 2])
        XCTAssertEqual(opened.editableOffset(ofSaved: 2 + link.count), 7)
        XCTAssertEqual(opened.editableOffset(ofSaved: opened.saved.count), 18)
        for offset in 0...18 {
            let saved = opened.savedOffset(ofEditable: offset)
            let expected = (3...6).contains(offset) ? 2 : (13...16).contains(offset) ? 12 : offset
            XCTAssertEqual(opened.editableOffset(ofSaved: saved), expected)
        }
        XCTAssertEqual(opened.savedOffset(ofEditable: 100), opened.saved.count)
    }
}
