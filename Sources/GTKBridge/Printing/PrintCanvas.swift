import CGTK

/// The paper that is printed on, in points.
@MainActor
public struct PrintPaper {
    /// From edge to edge.
    public let width: Double
    /// From edge to edge.
    public let height: Double
    /// Makes an empty PangoLayout for it.
    let makeLayout: () -> UnsafeMutableRawPointer?

    /// The paper of a printer.
    init(_ context: Object) {
        width = gtk_print_context_get_width(context.opaque)
        height = gtk_print_context_get_height(context.opaque)
        makeLayout = {
            UnsafeMutableRawPointer(gtk_print_context_create_pango_layout(context.opaque))
        }
    }

    /// The usual paper of the person's country, for a file.
    init(for cairo: OpaquePointer, setup: OpaquePointer) {
        width = gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS)
        height = gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS)
        makeLayout = {
            let layout = pango_cairo_create_layout(cairo)
            // A point of the font is one of the paper, and not one of the screen.
            pango_cairo_context_set_resolution(pango_layout_get_context(layout), 72)
            return UnsafeMutableRawPointer(layout)
        }
    }
}

/// A page that is being drawn (cairo). To be used only in the call that it is given to.
///
/// Lengths are points from the upper left corner of the paper.
@MainActor
public final class PrintCanvas {
    /// A grey, from black to white.
    public typealias Grey = Double

    private let cairo: OpaquePointer

    init(_ cairo: OpaquePointer) { self.cairo = cairo }

    /// Draws some of a text's lines below each other.
    ///
    /// - Parameters:
    ///   - x: the left edge of the text.
    ///   - y: the top of the first of these lines.
    public func draw(
        _ text: PrintText,
        lines: Range<Int>,
        x: Double,
        y: Double,
        grey: Grey = 0
    ) {
        let lines = lines.clamped(to: text.lines.indices)
        guard let first = lines.first else { return }
        let origin = y - text.lines[first].top
        for link in text.links { draw(link, of: text, lines, x: x, origin: origin) }
        cairo_set_source_rgb(cairo, grey, grey, grey)
        for index in lines {
            let line = text.lines[index]
            cairo_move_to(cairo, x + line.left, origin + line.baseline)
            pango_cairo_show_layout_line(
                cairo,
                pango_layout_get_line_readonly(text.opaque, gint(index))
            )
        }
    }

    /// Draws a vertical bar, as beside a quotation.
    public func drawBar(x: Double, top: Double, bottom: Double, grey: Grey) {
        cairo_set_source_rgb(cairo, grey, grey, grey)
        cairo_rectangle(cairo, x, top, 1.5, bottom - top)
        cairo_fill(cairo)
    }

    /// Makes the part of a link that stands on these lines clickable.
    ///
    /// What is drawn between the two calls is where the link is: the paper below the words. Given as
    /// numbers, cairo before 1.18 would not move them with what is printed.
    private func draw(
        _ link: PrintText.Link,
        of text: PrintText,
        _ lines: Range<Int>,
        x: Double,
        origin: Double
    ) {
        for index in lines {
            let line = text.lines[index]
            for range in text.extents(of: link, onLine: index) {
                cairo_tag_begin(cairo, "Link", "uri='\(Self.escaped(link.address))'")
                cairo_set_source_rgb(cairo, 1, 1, 1)
                cairo_rectangle(
                    cairo,
                    x + range.lowerBound,
                    origin + line.top,
                    range.upperBound - range.lowerBound,
                    line.bottom - line.top
                )
                cairo_fill(cairo)
                cairo_tag_end(cairo, "Link")
            }
        }
    }

    /// An address as it can stand between quotes in cairo's attributes: a wrong one would make it draw
    /// nothing any more.
    static func escaped(_ address: String) -> String {
        var result = ""
        for byte in address.utf8 {
            switch byte {
            case 0x21..<0x7F where byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
