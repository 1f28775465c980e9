import CGTK
import Phrases

/// A paragraph of which at least a part is visible. Ranges are in Unicode scalars.
public struct VisibleParagraph: Equatable, Sendable {
    /// The whole paragraph, without its line end.
    public let range: Range<Int>
    /// The part that is visible, in whole display lines.
    public let visible: Range<Int>
}

extension TextView {
    /// The visible paragraphs, in order. Empty if the field is scrolled out of view.
    public var visibleParagraphs: [VisibleParagraph] {
        guard isMapped, let seen = visibleHeights else { return [] }
        var place = iterator(atHeight: seen.lowerBound)
        var end = iterator(atHeight: seen.upperBound)
        let last = gtk_text_iter_get_line(&end)
        let start = displayedOffset(atHeight: seen.lowerBound, isAtEnd: false)
        let limit = max(start, displayedOffset(atHeight: seen.upperBound, isAtEnd: true))
        var paragraphs: [VisibleParagraph] = []
        repeat {
            end = place
            if gtk_text_iter_ends_line(&end) == 0 { gtk_text_iter_forward_to_line_end(&end) }
            let first = Int(gtk_text_iter_get_offset(&place))
            let range = first..<Int(gtk_text_iter_get_offset(&end))
            paragraphs.append(
                VisibleParagraph(range: range, visible: range.clamped(to: start..<limit))
            )
        } while gtk_text_iter_get_line(&place) < last && gtk_text_iter_forward_line(&place) != 0
        return paragraphs
    }

    /// Called when other paragraphs may be visible: the field appeared or was scrolled, by itself
    /// or with the view around it, or the height of a text has changed.
    public func onVisibleParagraphsChange(_ body: @escaping @MainActor () -> Void) {
        var connections: [SignalConnection] = []
        let disconnect: @MainActor () -> Void = {
            for connection in connections { connection.disconnect() }
            connections = []
        }
        onMap { [weak self] in
            disconnect()
            for adjustment in self?.adjustmentsAround ?? [] {
                connections.append(adjustment.connectPlain("value-changed", body))
                connections.append(adjustment.connectPlain("changed", body))
            }
            body()
        }
        onUnmap(disconnect)
    }

    /// The offset of the character at a point of the field, in Unicode scalars; nil beside the
    /// text.
    public func offset(at x: Double, _ y: Double) -> Int? {
        let (x, y) = bufferPoint(x, y)
        var place = GtkTextIter()
        guard gtk_text_view_get_iter_at_location(cast(), &place, x, y) != 0 else { return nil }
        return Int(gtk_text_iter_get_offset(&place))
    }

    /// The vertical range of the text that is visible in all scrolled views around it, in the
    /// buffer's coordinates; nil if there is none.
    private var visibleHeights: ClosedRange<gint>? {
        var (top, bottom) = (0.0, Double(gtk_widget_get_height(widget)))
        for view in scrolledViewsAround {
            guard let place = frame(in: view) else { return nil }
            top = max(top, -place.y)
            bottom = min(bottom, Double(gtk_widget_get_height(view.widget)) - place.y)
        }
        guard top < bottom else { return nil }
        return bufferPoint(0, top).y...bufferPoint(0, bottom).y
    }

    private var scrolledViewsAround: [Widget] {
        var views: [Widget] = []
        var next = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
        while let view = next {
            views.append(Widget(borrowing: view))
            next = gtk_widget_get_parent(view).flatMap {
                gtk_widget_get_ancestor($0, gtk_scrolled_window_get_type())
            }
        }
        return views
    }

    private var adjustmentsAround: [Object] {
        scrolledViewsAround.compactMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
            .map { Object(borrowing: UnsafeMutableRawPointer($0)) }
    }

    private func bufferPoint(_ x: Double, _ y: Double) -> (x: gint, y: gint) {
        var point: (x: gint, y: gint) = (0, 0)
        gtk_text_view_window_to_buffer_coords(
            cast(),
            GTK_TEXT_WINDOW_WIDGET,
            gint(x),
            gint(y),
            &point.x,
            &point.y
        )
        return point
    }

    /// The offset of the start or the end of the display line at a height.
    private func displayedOffset(atHeight y: gint, isAtEnd: Bool) -> Int {
        var place = GtkTextIter()
        gtk_text_view_get_iter_at_location(cast(), &place, 0, y)
        if isAtEnd {
            gtk_text_view_forward_display_line_end(cast(), &place)
        } else {
            gtk_text_view_backward_display_line_start(cast(), &place)
        }
        return Int(gtk_text_iter_get_offset(&place))
    }

    private func iterator(atHeight y: gint) -> GtkTextIter {
        var place = GtkTextIter()
        gtk_text_view_get_line_at_y(cast(), &place, y, nil)
        return place
    }
}

extension TextView {
    /// The space between a context menu and the text that it is about, in pixels.
    private static let menuDistance: gint = 6

    /// Opens the field's context menu below a range of the text, or above it if there is more room,
    /// with other groups of items above GTK's own. The cursor must be in the range.
    public func showContextMenu(for range: Range<Int>, beginningWith groups: [Menu]) {
        resetContextMenu()
        activateAction("menu.popup")
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            next = gtk_widget_get_next_sibling(child)
            guard cgtk_is_a(child, gtk_popover_menu_get_type()) != 0,
                gtk_widget_get_visible(child) != 0,
                let usual = gtk_popover_menu_get_menu_model(OpaquePointer(child))
            else { continue }
            let whole = Menu()
            for group in groups { whole.section(group) }
            for index in 0..<g_menu_model_get_n_items(usual) {
                // Within another group, its groups would have no separators.
                guard let group = g_menu_model_get_item_link(usual, index, "section") else {
                    continue
                }
                g_menu_append_section(whole.opaque, nil, group)
                g_object_unref(group)
            }
            withExtendedLifetime(whole) {
                gtk_popover_menu_set_menu_model(OpaquePointer(child), whole.menuModel)
            }
            point(Widget(borrowing: child), to: range)
            return
        }
    }

    /// GTK points to the cursor, and the shadow of the menu would cover the edge of the line.
    private func point(_ menu: Widget, to range: Range<Int>) {
        guard let first = visibleFrame(ofOffset: range.lowerBound),
            let last = visibleFrame(ofOffset: range.upperBound)
        else { return }
        let (left, right) = (min(first.x, last.x), max(first.x, last.x))
        var place = GdkRectangle(
            x: gint(left),
            y: gint(first.y) - Self.menuDistance,
            width: max(1, gint(right - left)),
            height: gint(last.y + last.height - first.y) + 2 * Self.menuDistance
        )
        gtk_popover_set_pointing_to(menu.cast(), &place)
        gtk_popover_present(menu.cast())
    }

    /// Lets the field open GTK's own context menu again.
    public func resetContextMenu() {
        // GTK makes its menu anew when there are other items to append.
        let other = Menu()
        withExtendedLifetime(other) { gtk_text_view_set_extra_menu(cast(), other.menuModel) }
        gtk_text_view_set_extra_menu(cast(), nil)
    }
}
