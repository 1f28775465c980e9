import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class LayoutTests: DisplayTestCase {
    /// A widget of a fixed size.
    @MainActor
    private static func block(_ width: Int, _ height: Int) -> Widget {
        Box(.vertical).sizeRequest(width: width, height: height)
    }

    @MainActor
    private static func naturalWidth(_ widget: Widget) -> Int {
        var natural: gint = 0
        gtk_widget_measure(
            widget.widget,
            GTK_ORIENTATION_HORIZONTAL,
            -1,
            nil,
            &natural,
            nil,
            nil
        )
        return Int(natural)
    }

    /// Gives a widget a size and lays out its children.
    @MainActor
    private static func allocate(_ widget: Widget, _ width: Int, _ height: Int) {
        var allocation = GtkAllocation(x: 0, y: 0, width: gint(width), height: gint(height))
        // GTK wants to have been asked for the size before it gives it.
        _ = widget.minimumWidth
        gtk_widget_size_allocate(widget.widget, &allocation, -1)
    }

    func testARowFollowsTheDirectionOfAText() throws {
        onMainActor {
            let places = [
                ("שלום", 50.0), ("“من", 50), ("words", 0), ("12 שלום", 50), ("12", 0), ("", 0),
            ]
            for (text, x) in places {
                let first = Self.block(10, 5)
                let row = Box(.horizontal, [first, Self.block(50, 5)]).direction(of: text)
                Self.allocate(row, 60, 5)
                XCTAssertEqual(first.frame(in: row)?.x, x, text)
            }
        }
    }

    @MainActor
    private static func frames(_ children: [Widget], in parent: Widget) -> [Rectangle?] {
        children.map { $0.frame(in: parent) }
    }

    func testAClampGrowsNoWiderThanItsMeasureAndStandsInTheMiddle() {
        onMainActor {
            let label = Label(Array(repeating: "word", count: 80).joined(separator: " ")).wrapping()
            let clamp = Clamp(label, maximumWidth: 200)
            XCTAssertEqual(Self.naturalWidth(clamp), 200)
            XCTAssertEqual(clamp.minimumWidth, label.minimumWidth)
            let height = clamp.minimumHeight(forWidth: 1000)
            XCTAssertEqual(height, label.minimumHeight(forWidth: 200), "as high as at its measure")
            XCTAssertEqual(clamp.minimumHeight(forWidth: -1), height, "not less in any width")
            Self.allocate(clamp, 1000, height)
            XCTAssertEqual(
                label.frame(in: clamp),
                Rectangle(x: 400, y: 0, width: 200, height: Double(height))
            )
            Self.allocate(clamp, 120, clamp.minimumHeight(forWidth: 120))
            XCTAssertEqual(label.frame(in: clamp)?.width, 120)
            XCTAssertEqual(label.frame(in: clamp)?.x, 0)
        }
    }

    func testAClampGivesAChildThatIsWiderThanTheMeasureItsMinimum() {
        onMainActor {
            let child = Self.block(300, 10)
            let clamp = Clamp(child, maximumWidth: 200)
            XCTAssertEqual(clamp.minimumWidth, 300)
            Self.allocate(clamp, 300, 10)
            XCTAssertEqual(child.frame(in: clamp)?.width, 300)
        }
    }

    func testAWrapBoxBreaksLinesLikeText() {
        onMainActor {
            let children = [(40, 10), (50, 20), (30, 10), (90, 15)].map { Self.block($0.0, $0.1) }
            let box = WrapBox(spacing: 6)
            children.forEach { box.append($0) }
            XCTAssertEqual(box.minimumWidth, 90, "the widest child")
            XCTAssertEqual(Self.naturalWidth(box), 40 + 50 + 30 + 90 + 3 * 6)
            XCTAssertEqual(box.minimumHeight(forWidth: 100), 20 + 6 + 10 + 6 + 15)
            XCTAssertEqual(box.minimumHeight(forWidth: 1000), 20)
            Self.allocate(box, 100, 57)
            XCTAssertEqual(
                Self.frames(children, in: box),
                [
                    Rectangle(x: 0, y: 5, width: 40, height: 10),
                    Rectangle(x: 46, y: 0, width: 50, height: 20),
                    Rectangle(x: 0, y: 26, width: 30, height: 10),
                    Rectangle(x: 0, y: 42, width: 90, height: 15),
                ]
            )
        }
    }

    func testAWrapBoxBeginsAtTheRightWhereTextDoes() {
        onMainActor {
            let children = [Self.block(40, 10), Self.block(30, 10)]
            let box = WrapBox(spacing: 6)
            children.forEach { box.append($0) }
            gtk_widget_set_direction(box.widget, GTK_TEXT_DIR_RTL)
            Self.allocate(box, 100, 10)
            XCTAssertEqual(Self.frames(children, in: box).map { $0?.x }, [60, 24])
        }
    }

    func testTheLastOfALineStandsAtItsEndInASpreadWrapBox() {
        onMainActor {
            let children = [Self.block(40, 10), Self.block(30, 20)]
            let box = WrapBox(spacing: 6, lines: .spread)
            children.forEach { box.append($0) }
            Self.allocate(box, 100, 20)
            XCTAssertEqual(
                Self.frames(children, in: box),
                [
                    Rectangle(x: 0, y: 0, width: 40, height: 20),
                    Rectangle(x: 70, y: 0, width: 30, height: 20),
                ]
            )
            Self.allocate(box, 60, 36)
            XCTAssertEqual(Self.frames(children, in: box).map { $0?.x }, [0, 0])
        }
    }

    func testTheLinesOfACenteredWrapBoxStandInItsMiddle() {
        onMainActor {
            let children = [Self.block(40, 10), Self.block(30, 10), Self.block(60, 10)]
            let box = WrapBox(spacing: 6, lines: .centered)
            children.forEach { box.append($0) }
            Self.allocate(box, 100, 26)
            XCTAssertEqual(Self.frames(children, in: box).map { $0?.x }, [12, 58, 20])
            gtk_widget_set_direction(box.widget, GTK_TEXT_DIR_RTL)
            Self.allocate(box, 100, 26)
            XCTAssertEqual(Self.frames(children, in: box).map { $0?.x }, [48, 12, 20])
        }
    }

    func testAPairStandsSideBySideAsLongAsItsWordsHaveRoom() {
        onMainActor {
            let (words, picture) = (Self.block(20, 10), Self.block(40, 30))
            let pair = PairBox(picture, words, words: .second, spacing: 10, leastLines: 6)
            let least = 40 + 10 + 6 * words.fontLineHeight
            XCTAssertEqual(pair.minimumWidth, 40)
            XCTAssertEqual(Self.naturalWidth(pair), 70)
            XCTAssertEqual(pair.minimumHeight(forWidth: least), 30)
            Self.allocate(pair, least, 30)
            XCTAssertEqual(
                Self.frames([picture, words], in: pair),
                [
                    Rectangle(x: 0, y: 0, width: 40, height: 30),
                    Rectangle(x: 50, y: 0, width: Double(least - 50), height: 30),
                ]
            )
            XCTAssertEqual(pair.minimumHeight(forWidth: least - 1), 30 + 10 + 10)
            Self.allocate(pair, least - 1, 50)
            XCTAssertEqual(
                Self.frames([picture, words], in: pair).map { $0?.y },
                [0, 40],
                "one below the other"
            )
        }
    }

    func testThePairsWordsAreWhereTheyAreReadFirst() {
        onMainActor {
            let (words, toggle) = (Self.block(20, 10), Self.block(40, 30))
            let pair = PairBox(words, toggle, words: .first, spacing: 10)
            Self.allocate(pair, 400, 30)
            XCTAssertEqual(Self.frames([words, toggle], in: pair).map { $0?.x }, [0, 360])
            gtk_widget_set_direction(pair.widget, GTK_TEXT_DIR_RTL)
            Self.allocate(pair, 400, 30)
            XCTAssertEqual(Self.frames([words, toggle], in: pair).map { $0?.x }, [50, 0])
            toggle.visible(false)
            Self.allocate(pair, 100, 10)
            XCTAssertEqual(words.frame(in: pair)?.width, 100)
        }
    }

    func testTheHeightOfALineIsThatOfTheFontOfNow() {
        onMainActor {
            let label = Label("words")
            let window = Window(application: TestApplication.shared)
            window.setChild(label)
            window.present()
            defer { window.destroy() }
            XCTAssertTrue(MainLoop.run { label.isMapped })
            let height = label.fontLineHeight
            XCTAssertEqual(label.fontLineHeight, height)
            let rules = Style.add(rules: ".twice { font-size: 2em; }") { XCTFail($0) }
            defer { rules.replace(rules: "") }
            label.classes("twice")
            XCTAssertTrue(MainLoop.run { label.fontLineHeight > height * 3 / 2 })
        }
    }

    func testAWrapBoxLeavesOutWhatIsHidden() {
        onMainActor {
            let children = [Self.block(40, 10), Self.block(500, 99), Self.block(30, 10)]
            let box = WrapBox(spacing: 6)
            children.forEach { box.append($0) }
            children[1].visible(false)
            XCTAssertEqual(box.minimumWidth, 40)
            XCTAssertEqual(Self.naturalWidth(box), 76)
            Self.allocate(box, 100, 10)
            XCTAssertEqual(children[2].frame(in: box)?.x, 46)
        }
    }

    func testAPictureHasItsSizeWhateverItsTexture() throws {
        try onMainActor {
            let picture = Picture(width: 96, height: 144)
            XCTAssertEqual(picture.minimumWidth, 96)
            let cover = SourceTree.data
                .appendingPathComponent("icons/hicolor/scalable/apps")
                .appendingPathComponent("io.github.hawknotes.HawkNotes.svg")
            picture.texture(try Texture(path: cover.path, width: 512, height: 512))
            XCTAssertEqual(picture.minimumWidth, 96)
            XCTAssertEqual(Self.naturalWidth(picture), 96)
            XCTAssertEqual(picture.minimumHeight(forWidth: 1000), 144)
        }
    }

    func testATextureThatCannotBeReadNamesFileAndReason() throws {
        try onMainActor {
            let missing = "/nowhere/missing.svg"
            XCTAssertThrowsError(try Texture(path: missing, width: 10, height: 10)) { error in
                XCTAssertEqual((error as? TextureError)?.path, missing)
                XCTAssertTrue("\(error)".contains("No such file"), "\(error)")
            }
            let text = SourceTree.styleFile.path
            XCTAssertThrowsError(try Texture(path: text, width: 10, height: 10)) { error in
                XCTAssertEqual((error as? TextureError)?.path, text)
                XCTAssertTrue("\(error)".hasPrefix(text + ": "), "\(error)")
                XCTAssertNotEqual((error as? TextureError)?.reason, "unknown reason")
            }
        }
    }

    func testALongWordDoesNotWidenALabelOrAField() {
        onMainActor {
            let word = String(repeating: "W", count: 4000)
            XCTAssertLessThan(Label(word).wrapping().minimumWidth, 100)
            XCTAssertLessThan(Label(word).ellipsizing().minimumWidth, 100)
            let field = TextView(name: "field")
            field.buffer.text = word
            XCTAssertLessThan(ScrolledWindow(field).minimumWidth, 100)
        }
    }
}
