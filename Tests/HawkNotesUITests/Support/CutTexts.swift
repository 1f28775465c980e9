import CGTK
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

// What has not the room that it needs.

/// Expects that everything in a widget or a window has room in a window as narrow as one can become.
@MainActor
func assertFitsTheSmallestWindow(
    _ widget: Widget,
    _ what: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    let width = WindowGeometry.smallestSize.width
    XCTAssertLessThanOrEqual(widget.minimumWidth, width, what, file: file, line: line)
}

extension Widget {
    /// What is written below the widget and cannot be read whole in the room that it has: a line that is longer
    /// than its label, a word that is broken, or one of the program's own texts that ends in an ellipsis.
    ///
    /// - Parameter own: the program's own texts. A title or a note may end in an ellipsis.
    func cutTexts(of own: Set<String>) -> [String] {
        shownLabels.filter { $0.isCut(own) }.map { label in
            "\(label.labelText) (\(label.naturalWidth) px wide, in \(label.size.width))"
        }
    }

    /// Whether everything that is written below the widget has got its room.
    var isLaidOut: Bool {
        let labels = shownLabels
        return !labels.isEmpty && labels.allSatisfy { $0.size.width > 0 }
    }

    /// The labels below the widget that are on the screen, or would be after scrolling.
    private var shownLabels: [Widget] {
        descendants.filter {
            cgtk_is_a($0.pointer, gtk_label_get_type()) != 0
                && gtk_widget_get_mapped($0.widget) != 0 && !$0.labelText.isEmpty
        }
    }

    private var labelText: String { String(cString: gtk_label_get_text(opaque)) }

    private func isCut(_ own: Set<String>) -> Bool {
        let layout = gtk_label_get_layout(opaque)
        if gtk_label_get_ellipsize(opaque) != PANGO_ELLIPSIZE_NONE {
            return own.contains(labelText) && pango_layout_is_ellipsized(layout) != 0
        }
        if gtk_label_get_wrap(opaque) != 0 { return breaksAWord(layout) }
        return textWidth > size.width
    }

    /// The width of the text, in lines as the label has them.
    private var textWidth: Int {
        var width: gint = 0
        pango_layout_get_pixel_size(gtk_label_get_layout(opaque), &width, nil)
        return Int(width)
    }

    /// Whether a line ends inside a word.
    private func breaksAWord(_ layout: OpaquePointer?) -> Bool {
        let bytes = Array(labelText.utf8)
        return (1..<max(1, Int(pango_layout_get_line_count(layout)))).contains { number in
            guard let line = pango_layout_get_line_readonly(layout, gint(number)) else {
                return false
            }
            let start = Int(line.pointee.start_index)
            guard bytes.indices.contains(start), start > 0 else { return false }
            let around = [bytes[start - 1], bytes[start]].map { Unicode.Scalar($0) }
            return around.allSatisfy { !$0.isASCII || $0.properties.isAlphabetic }
        }
    }
}

/// The buttons that header bars have for their windows.
@MainActor
enum WindowButtons {
    /// Shows these while the body runs, such as `:close`.
    static func show(_ layout: String, _ body: @MainActor () throws -> Void) rethrows {
        let settings = gtk_settings_get_default()
        defer { gtk_settings_reset_property(settings, property) }
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        g_value_set_string(&value, layout)
        let object = settings.map(UnsafeMutableRawPointer.init)
        g_object_set_property(object?.assumingMemoryBound(to: GObject.self), property, &value)
        g_value_unset(&value)
        try body()
    }

    private static let property = "gtk-decoration-layout"
}
