import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestorationTesting
import Synchronization
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Dictionaries in which every word is correct that has no “zz”.
private final class FakeDictionaries: SpellingDictionaries, Sendable {
    struct Seen {
        /// The words that were looked up, with the dictionary before them.
        var words: [String] = []
        var added: [String] = []
    }

    let names = ["de_DE", "en_US"]
    private let state = Mutex(Seen())

    var seen: Seen { state.withLock { $0 } }

    func has(_ word: String, in name: String) -> Bool {
        state.withLock {
            $0.words.append("\(name) \(word)")
            return !word.lowercased().contains("zz") || $0.added.contains(word)
        }
    }

    /// While it is locked, suggestions are not found.
    let gate = NSLock()

    func suggestions(for word: String, in name: String) -> [String] {
        gate.withLock {}
        return (1...7).map {
            word.replacingOccurrences(of: "zz", with: String(repeating: "t", count: $0))
        }
    }

    func add(_ word: String, to name: String) { state.withLock { $0.added.append(word) } }
}

/// A clock on which each reading takes longer than a slice.
@MainActor
private final class HastyClock {
    private(set) var reads = 0
    private let start = ContinuousClock.now

    func read() -> ContinuousClock.Instant {
        reads += 1
        return start + .milliseconds(10 * reads)
    }
}

/// A clock that moves when it is told to.
@MainActor
private final class StoppedClock {
    var now = ContinuousClock.now
}

/// Misspelled words in the fields of a window.
final class SpellingTests: DisplayTestCase {
    /// A window whose composer has the focus.
    @MainActor
    private final class Desk {
        let program: TestProgram
        let dictionaries: FakeDictionaries
        private(set) var window: MainWindow

        init(
            isPrivate: Bool = false,
            now: @escaping @MainActor () -> ContinuousClock.Instant = { .now }
        ) throws {
            let dictionaries = FakeDictionaries()
            self.dictionaries = dictionaries
            program = try TestProgram(
                spelling: SpellingChecker(languages: ["en"], now: now, open: { dictionaries })
            )
            window = program.openWindow(program.session.makeScene(isPrivate: isPrivate))
            XCTAssertTrue(try composer.field.grabFocus())
        }

        var composer: Composer {
            get throws { try XCTUnwrap(window.tabController.page.notes?.composer) }
        }
        var field: TextView { get throws { try composer.field } }
        var book: Book { program.series.books[0] }

        var marked: [String] {
            get throws { try composer.spelling.ranges.map(try field.buffer.text) }
        }

        /// Types as an input method does: into the place of the cursor.
        func type(_ text: String) throws {
            gtk_text_buffer_insert_at_cursor(try field.buffer.cast(), text, -1)
        }

        func expect(_ words: [String], line: UInt = #line) {
            XCTAssertTrue(
                MainLoop.run { (try? self.marked) == words },
                "\((try? marked) ?? [])",
                line: line
            )
        }

        func restart() throws {
            window = try program.restart()[0]
        }

        /// Opens the menu at the cursor; returns the texts of its items.
        func openMenu() throws -> [String] {
            XCTAssertTrue(try composer.spelling.menu.openAtCursor())
            XCTAssertTrue(MainLoop.run { (try? self.menu)??.isEmpty == false })
            return try XCTUnwrap(try menu)
        }

        /// The texts of the items of the open menu; nil while none is open.
        var menu: [String]? {
            get throws {
                var next = gtk_widget_get_first_child(try field.widget)
                while let child = next {
                    next = gtk_widget_get_next_sibling(child)
                    if cgtk_is_a(child, gtk_popover_menu_get_type()) != 0,
                        gtk_widget_get_visible(child) != 0
                    {
                        return Self.labels(gtk_popover_menu_get_menu_model(OpaquePointer(child)))
                    }
                }
                return nil
            }
        }

        private static func labels(_ model: UnsafeMutablePointer<GMenuModel>?) -> [String] {
            (0..<g_menu_model_get_n_items(model)).flatMap { index -> [String] in
                if let section = g_menu_model_get_item_link(model, index, "section") {
                    defer { g_object_unref(section) }
                    return labels(section)
                }
                guard
                    let label = g_menu_model_get_item_attribute_value(model, index, "label", nil)
                else { return [] }
                defer { g_variant_unref(label) }
                return [String(cString: g_variant_get_string(label, nil))]
            }
        }
    }

    private static func withDesk(
        isPrivate: Bool = false,
        now: @escaping @MainActor () -> ContinuousClock.Instant = { .now },
        _ body: @MainActor (Desk) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            let desk = try Desk(isPrivate: isPrivate, now: now)
            defer { desk.program.finish() }
            try body(desk)
        }
    }

    func testMisspelledWordsAreMarkedButNotTheOneThatIsTyped() throws {
        try Self.withDesk { desk in
            try desk.type("zzone fine zztwo")
            desk.expect(["zzone"])
            try desk.type(" ")
            desk.expect(["zzone", "zztwo"])
            // Once it is marked, moving into it changes nothing; typing in it does.
            try desk.field.buffer.selection = (3, 3)
            try desk.type("x")
            desk.expect(["zztwo"])
            try desk.field.buffer.selection = (8, 8)
            desk.expect(["zzoxne", "zztwo"])
            XCTAssertTrue(desk.dictionaries.seen.words.allSatisfy { $0.hasPrefix("en_US ") })
        }
    }

    func testNamesOfTheSeriesAreKnownAlsoLaterOnes() throws {
        try Self.withDesk { desk in
            var book = desk.book
            book.title = "The Zzlast Book"
            try desk.program.library.save(book)
            try desk.type("Zzlast Zzname’s Zzalias @Zznobody zzother ")
            desk.expect(["Zzname’s", "Zzalias", "zzother"])
            try desk.program.library.save(
                Character(
                    id: UUID(),
                    seriesID: desk.program.series.id,
                    name: "Zzname Quill",
                    bookID: book.id,
                    position: 100,
                    aliases: ["The Zzalias"]
                )
            )
            desk.expect(["zzother"])
        }
    }

    func testQuotationsAreNotChecked() throws {
        try Self.withDesk { desk in
            let quotation = try desk.composer.quotation
            quotation.add()
            try XCTUnwrap(quotation.field).buffer.text = "A zzquoted word"
            try desk.type("> A zzquoted line\nzzown ")
            desk.expect(["zzown"])
            XCTAssertFalse(desk.dictionaries.seen.words.contains { $0.contains("quoted") })
        }
    }

    func testTheLanguageIsThatOfTheBook() throws {
        try Self.withDesk { desk in
            var book = desk.book
            book.language = "de"
            try desk.program.library.save(book)
            XCTAssertTrue(MainLoop.run { desk.book.language == "de" })
            try desk.type("zzwort ")
            desk.expect(["zzwort"])
            XCTAssertEqual(desk.dictionaries.seen.words, ["de_DE zzwort"])
            book.language = "fr"
            try desk.program.library.save(book)
            XCTAssertTrue(MainLoop.run { desk.book.language == "fr" })
            try desk.type("zzmot ")
            XCTAssertTrue(MainLoop.run { !desk.program.context.spelling.checks("fr") })
            XCTAssertEqual(desk.dictionaries.seen.words, ["de_DE zzwort"])
        }
    }

    func testMarksAreNeitherInUndoNorInDrafts() throws {
        try Self.withDesk { desk in
            try desk.field.buffer.apply(
                TextBuffer.Edit(offset: 0, removed: "", inserted: "zzone two ")
            )
            desk.expect(["zzone"])
            try desk.restart()
            desk.expect(["zzone"])
            let buffer = try desk.field.buffer
            XCTAssertEqual(buffer.text, "zzone two ")
            buffer.undo()
            XCTAssertEqual(buffer.text, "")
            XCTAssertFalse(buffer.canUndo)
            buffer.redo()
            desk.expect(["zzone"])
            XCTAssertFalse(buffer.canRedo)
        }
    }

    func testACopyHasNoMarks() throws {
        try Self.withDesk { desk in
            try desk.type("zzone ")
            desk.expect(["zzone"])
            let (field, buffer) = (try desk.field, try desk.field.buffer)
            buffer.selection = (0, buffer.count)
            let clipboard = gtk_widget_get_clipboard(field.widget)
            gtk_text_buffer_copy_clipboard(buffer.cast(), clipboard)
            buffer.selection = (0, 0)
            _ = try desk.openMenu()
            field.activateAction("spelling.ignore")
            desk.expect([])
            buffer.selection = (buffer.count, buffer.count)
            gtk_text_buffer_paste_clipboard(buffer.cast(), clipboard, nil, 1)
            XCTAssertTrue(MainLoop.run { buffer.text == "zzone zzone " })
            XCTAssertEqual(try desk.marked, [], "before the pasted word is checked")
            try desk.type("zztwo ")
            desk.expect(["zztwo"])
        }
    }

    func testASuggestionReplacesTheWordInOneStep() throws {
        try Self.withDesk { desk in
            try desk.type("see zzone now ")
            desk.expect(["zzone"])
            let buffer = try desk.field.buffer
            buffer.selection = (6, 6)
            let items = try desk.openMenu()
            XCTAssertEqual(
                Array(items.prefix(7)),
                ["tone", "ttone", "tttone", "ttttone", "tttttone", "Add to Dictionary", "Ignore"]
            )
            XCTAssertGreaterThan(items.count, 7, "GTK's own items are below")
            try desk.field.activateAction("spelling.replace", target: "tone")
            XCTAssertEqual(buffer.text, "see tone now ")
            desk.expect([])
            buffer.undo()
            XCTAssertEqual(buffer.text, "see zzone now ")
            desk.expect(["zzone"])
        }
    }

    /// Where its shadow doesn't cover the word either.
    func testTheMenuIsBelowOrAboveTheLineOfItsWord() throws {
        try Self.withDesk { desk in
            try desk.type("see zzone now ")
            desk.expect(["zzone"])
            let (window, field) = (desk.window.window, try desk.field)
            try desk.field.buffer.selection = (6, 6)
            _ = try desk.openMenu()
            let line = try XCTUnwrap(field.visibleFrame(ofOffset: 6))
            let top = try XCTUnwrap(field.frame(in: window)).y + line.y
            let menu = try XCTUnwrap(field.all(ofType: "GtkPopoverMenu").first { $0.isMapped })
            let content = Widget(borrowing: gtk_widget_get_first_child(menu.widget))
            var seen = ""
            @MainActor func isBeside() -> Bool {
                guard let surface = gtk_native_get_surface(menu.opaque),
                    let frame = content.frame(in: menu), frame.height > 100
                else { return false }
                var (x, y, left, above) = (0.0, 0.0, 0.0, 0.0)
                gtk_native_get_surface_transform(menu.opaque, &x, &y)
                gtk_native_get_surface_transform(window.opaque, &left, &above)
                let start = Double(gdk_popup_get_position_y(surface)) + y + frame.y - above
                let end = start + frame.height
                seen = "\(start) to \(end), beside \(top) to \(top + line.height)"
                return end <= top - 4 || start >= top + line.height + 4
            }
            XCTAssertTrue(MainLoop.run { isBeside() }, seen)
        }
    }

    func testSuggestionsThatTakeLongAreAddedToTheOpenMenu() throws {
        try Self.withDesk { desk in
            try desk.type("zzone ")
            desk.expect(["zzone"])
            try desk.field.buffer.selection = (2, 2)
            desk.dictionaries.gate.lock()
            let items = try desk.openMenu()
            desk.dictionaries.gate.unlock()
            XCTAssertEqual(items.first, "Looking for suggestions…")
            XCTAssertTrue(MainLoop.run { (try? desk.menu)??.first == "tone" })
            XCTAssertEqual(try desk.menu?.count, items.count + 4)
        }
    }

    func testAWordIsAddedToTheDictionary() throws {
        try Self.withDesk { desk in
            try desk.type("zzone zztwo ")
            desk.expect(["zzone", "zztwo"])
            try desk.field.buffer.selection = (2, 2)
            _ = try desk.openMenu()
            try desk.field.activateAction("spelling.add")
            desk.expect(["zztwo"])
            XCTAssertEqual(desk.dictionaries.seen.added, ["zzone"])
        }
    }

    func testAPrivateWindowOnlyIgnores() throws {
        try Self.withDesk(isPrivate: true) { desk in
            try desk.type("zzone zztwo ")
            desk.expect(["zzone", "zztwo"])
            try desk.field.buffer.selection = (2, 2)
            let items = try desk.openMenu()
            XCTAssertTrue(items.contains("Ignore"))
            XCTAssertFalse(items.contains("Add to Dictionary"))
            try desk.field.activateAction("spelling.add")
            try desk.field.activateAction("spelling.ignore")
            desk.expect(["zztwo"])
            XCTAssertEqual(desk.dictionaries.seen.added, [])
            let other = try XCTUnwrap(desk.program.openWindow().tabController.page.notes?.composer)
            other.field.buffer.text = "zzone "
            XCTAssertTrue(MainLoop.run { other.spelling.ranges == [0..<5] })
        }
    }

    func testOnlyVisibleParagraphsAreChecked() throws {
        try Self.withDesk { desk in
            let words = (0..<3000).map { number in
                "zz"
                    + String(number).map { String(UnicodeScalar(UInt8($0.asciiValue! + 49))) }
                    .joined()
            }
            try desk.field.buffer.text = words.joined(separator: "\n")
            let buffer = try desk.field.buffer
            buffer.selection = (0, 0)
            try desk.field.scrollToCursor()
            XCTAssertTrue(MainLoop.run { (try? desk.marked.first) == words[0] })
            XCTAssertLessThan(desk.dictionaries.seen.words.count, 200)
            buffer.selection = (buffer.count, buffer.count)
            try desk.field.scrollToCursor()
            XCTAssertTrue(MainLoop.run { (try? desk.marked.last) == words[2999] })
            XCTAssertLessThan(desk.dictionaries.seen.words.count, 400)
        }
    }

    func testAVeryLongParagraphIsNotChecked() throws {
        try Self.withDesk { desk in
            let long = String(repeating: "zzone ", count: 1700)
            try desk.field.buffer.text = "zzfirst \n\(long)\nzzlast "
            let buffer = try desk.field.buffer
            buffer.selection = (0, 0)
            try desk.field.scrollToCursor()
            desk.expect(["zzfirst"])
            buffer.selection = (buffer.count, buffer.count)
            try desk.field.scrollToCursor()
            desk.expect(["zzfirst", "zzlast"])
        }
    }

    func testALongParagraphHasMarksWhereItIsVisible() throws {
        try Self.withDesk { desk in
            try desk.field.buffer.text = String(repeating: "zzone words ", count: 800)
            let buffer = try desk.field.buffer
            buffer.selection = (0, 0)
            try desk.field.scrollToCursor()
            XCTAssertTrue(MainLoop.run { (try? desk.composer.spelling.ranges.first) == 0..<5 })
            XCTAssertLessThan(try desk.marked.count, 200)
            buffer.selection = (buffer.count, buffer.count)
            try desk.field.scrollToCursor()
            XCTAssertTrue(MainLoop.run { (try? desk.composer.spelling.ranges.last) == 9588..<9593 })
            XCTAssertLessThan(try desk.marked.count, 200)
        }
    }

    func testMarksOfALongParagraphStayWhileItIsScrolled() throws {
        let clock = MainActor.assumeIsolated { StoppedClock() }
        try Self.withDesk(now: { clock.now }) { desk in
            let long = String(repeating: "zzone words ", count: 400)
            try desk.field.buffer.text = "zzfirst \n\(long)\nzzlast "
            let (buffer, spelling) = (try desk.field.buffer, try desk.composer.spelling)
            @MainActor func scroll(to offset: Int) throws {
                buffer.selection = (offset, offset)
                try desk.field.scrollToCursor()
            }
            try scroll(to: 0)
            desk.expect(["zzfirst"])
            // What is visible may change once more while the text is laid out.
            let isMarked = MainLoop.run {
                clock.now += .seconds(1)
                return (try? desk.marked.prefix(2)) == ["zzfirst", "zzone"]
            }
            XCTAssertTrue(isMarked)
            let first = spelling.ranges
            let visible = try XCTUnwrap(first.dropFirst().first)

            try scroll(to: buffer.count)
            XCTAssertTrue(MainLoop.run { (try? desk.marked.last) == "zzlast" })
            XCTAssertEqual(spelling.ranges.dropLast(), first[...], "those of the long paragraph")
            let areOthers = MainLoop.run {
                clock.now += .seconds(1)
                return spelling.ranges.count > 2 && spelling.ranges[1] != visible
            }
            XCTAssertTrue(areOthers)
        }
    }

    func testALongCheckIsSliced() throws {
        let clock = MainActor.assumeIsolated { HastyClock() }
        try Self.withDesk(now: { clock.read() }) { desk in
            try desk.type("zza \nzzb \nzzc \nzzd ")
            desk.expect(["zza", "zzb", "zzc", "zzd"])
            XCTAssertGreaterThan(clock.reads, 8, "a slice for each paragraph")
        }
    }

    func testMarksFollowTheSetting() throws {
        try Self.withDesk { desk in
            try desk.type("zzone ")
            desk.expect(["zzone"])
            desk.program.context.spelling.isOn = false
            desk.expect([])
            XCTAssertFalse(try desk.composer.spelling.menu.openAtCursor())
            desk.program.context.spelling.isOn = true
            desk.expect(["zzone"])
        }
    }

    func testNotesAndEditorsAreCheckedWhileTheyAreEdited() throws {
        try Self.withDesk { desk in
            try desk.program.library.addNote("A zznote", on: .book(desk.book.id))
            XCTAssertTrue(
                MainLoop.run { desk.window.page.notes?.cards.first?.root.isMapped == true }
            )
            let card = try XCTUnwrap(desk.window.page.notes?.cards.first)
            card.beginEditing()
            XCTAssertTrue(MainLoop.run { card.editor?.spelling.ranges == [2..<8] })
        }
    }

    func testWithoutDictionariesThereAreNoMarksAndNoMenu() throws {
        try withProgram { program in
            let window = program.openWindow()
            let composer = try XCTUnwrap(window.page.notes?.composer)
            composer.field.buffer.text = "zzone "
            XCTAssertTrue(MainLoop.run { !program.context.spelling.checks("en") })
            XCTAssertEqual(composer.spelling.ranges, [])
            XCTAssertFalse(composer.spelling.menu.openAtCursor())
        }
    }
}
