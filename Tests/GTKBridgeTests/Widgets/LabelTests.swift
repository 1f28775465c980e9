import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class LabelTests: DisplayTestCase {
    /// The lines of a label's text at a width, and whether each ends with a hyphen that is not in it.
    @MainActor
    private static func lines(
        of label: Label,
        at width: Int
    ) throws -> [(text: String, hasHyphen: Bool)] {
        let shown = try XCTUnwrap(gtk_label_get_layout(label.opaque))
        let layout = try XCTUnwrap(pango_layout_copy(shown))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_width(layout, gint(width) * PANGO_SCALE)
        let bytes = Array(label.text.utf8)
        return (0..<pango_layout_get_line_count(layout)).compactMap { index in
            guard let line = pango_layout_get_line_readonly(layout, index)?.pointee else {
                return nil
            }
            let start = Int(line.start_index)
            let part = bytes[start..<start + Int(line.length)]
            let last = g_slist_last(line.runs)?.pointee.data
            let run = last?.assumingMemoryBound(to: PangoGlyphItem.self).pointee
            let flags = run?.item.pointee.analysis.flags ?? 0
            return (String(decoding: part, as: UTF8.self), flags & needsHyphen != 0)
        }
    }

    /// PANGO_ANALYSIS_FLAG_NEED_HYPHEN, which is a macro.
    private static let needsHyphen: UInt8 = 1 << 2

    func testAWordThatIsBrokenGetsNoHyphen() throws {
        try onMainActor {
            let word = String(repeating: "abcdefgh", count: 20)
            let label = Label(word).wrapping().lineHeight(1.45)
            let lines = try Self.lines(of: label, at: 100)
            XCTAssertGreaterThan(lines.count, 5)
            XCTAssertEqual(lines.map(\.text).joined(), word)
            XCTAssertFalse(lines.contains { $0.hasHyphen })
        }
    }

    func testATextStandsOnTheSideOfItsOwnDirection() throws {
        onMainActor {
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                let label = Label().wrapping().alignedByText()
                gtk_widget_set_direction(label.widget, direction)
                let window = Window(application: TestApplication.shared)
                window.defaultSize = (400, 200)
                window.setChild(label)
                window.present()
                XCTAssertTrue(MainLoop.run { label.isMapped && label.size.width > 0 })
                let isMirrored = direction == GTK_TEXT_DIR_RTL
                for (text, isAtRight) in [("a", false), ("\u{5D0}", true), ("12", isMirrored)] {
                    label.text = text
                    label.waitUntilDrawn()
                    var (x, y): (gint, gint) = (0, 0)
                    gtk_label_get_layout_offsets(label.opaque, &x, &y)
                    var shown = PangoRectangle()
                    let layout = gtk_label_get_layout(label.opaque)
                    pango_layout_get_pixel_extents(layout, nil, &shown)
                    let begin = x + shown.x
                    XCTAssertEqual(begin > 200, isAtRight, "\(text) \(isMirrored) \(begin)")
                }
                window.destroy()
            }
        }
    }

    func testNoWordStandsAloneInTheLastLine() throws {
        try onMainActor {
            let text = "Write down what you want to remember. It is saved as you type."
            let label = Label(text).centered().wrapping().keepingLastWordsTogether()
            for width in stride(from: 120, through: 400, by: 10) {
                let last = try XCTUnwrap(try Self.lines(of: label, at: width).last).text
                XCTAssertGreaterThan(last.split(separator: " ").count, 1, "\(width): \(last)")
            }
            XCTAssertEqual(label.text, text)
        }
    }

    func testALongParagraphIsDividedAndKeepsItsOtherAttributes() {
        onMainActor {
            @MainActor func attributes(of label: Label) -> [PangoAttrType] {
                let all = pango_attr_list_get_attributes(gtk_label_get_attributes(label.opaque))
                defer {
                    g_slist_free_full(all) {
                        pango_attribute_destroy($0?.assumingMemoryBound(to: PangoAttribute.self))
                    }
                }
                return sequence(first: all) { $0?.pointee.next }.compactMap {
                    $0?.pointee.data?.assumingMemoryBound(to: PangoAttribute.self)
                        .pointee.klass.pointee.type
                }
            }
            let long = String(repeating: "a", count: 5 * LayoutPieces.longestWhole)
            let label = Label(long).wrapping().lineHeight(1.45)
            @MainActor func expect(pieces: Int, line: UInt = #line) {
                let all = attributes(of: label)
                XCTAssertEqual(all.count { $0 == PANGO_ATTR_SCALE }, pieces, line: line)
                XCTAssertEqual(all.count { $0 != PANGO_ATTR_SCALE }, 2, line: line)
            }
            expect(pieces: 5)
            label.text = "short"
            expect(pieces: 0)
            label.setMarkup("<b>\(long)</b>")
            expect(pieces: 5)
            label.setMarkup("<b>short</b>")
            expect(pieces: 0)
        }
    }
}
