import CGTK

/// The paper of a print, in points.
@MainActor
public struct PrintPaper {
    /// The full width of the sheet.
    public let width: Double
    /// The full height of the sheet.
    public let height: Double
    /// Makes an empty PangoLayout for the paper.
    let makeLayout: () -> UnsafeMutableRawPointer?

    /// The paper of a printer.
    init(_ context: Object) {
        width = gtk_print_context_get_width(context.opaque)
        height = gtk_print_context_get_height(context.opaque)
        makeLayout = {
            UnsafeMutableRawPointer(gtk_print_context_create_pango_layout(context.opaque))
        }
    }

    /// The default paper of the user's country, for a file.
    init(for cairo: OpaquePointer, setup: OpaquePointer) {
        width = gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS)
        height = gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS)
        makeLayout = {
            let layout = pango_cairo_create_layout(cairo)
            // Font sizes are in points of the paper, not of the screen.
            pango_cairo_context_set_resolution(pango_layout_get_context(layout), 72)
            return UnsafeMutableRawPointer(layout)
        }
    }
}

/// A page that is being drawn (cairo). Only valid during the call that receives it.
///
/// Lengths are points from the upper left corner of the paper.
@MainActor
public final class PrintCanvas {
    /// A shade of gray, from black to white.
    public typealias Grey = Double

    private let cairo: OpaquePointer

    init(_ cairo: OpaquePointer) { self.cairo = cairo }

    /// Draws a range of a text's lines.
    ///
    /// - Parameters:
    ///   - x: the left edge of the text.
    ///   - y: the top of the first line.
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

    /// Makes the part of a link on these lines clickable.
    ///
    /// The link's area is everything drawn between the two calls: the paper below the words. Given
    /// as numbers, cairo before 1.18 would not transform the area with the page.
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

    /// Escapes an address for a quoted value in cairo's attributes. An invalid one would stop all
    /// further drawing.
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
