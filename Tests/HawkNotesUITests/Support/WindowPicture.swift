import CGTK
import HawkNotesModel

@testable import GTKBridge
@testable import HawkNotesUI

/// The pixels of a window.
@MainActor
struct WindowPicture {
    let width, height: Int
    private var pixels: [UInt8] = []

    /// Draws the window once more, without the screen.
    init?(of window: GTKBridge.Window) {
        let renderer = gsk_cairo_renderer_new()
        defer { g_object_unref(UnsafeMutableRawPointer(renderer)) }
        guard let surface = gtk_native_get_surface(OpaquePointer(window.widget)),
            gsk_renderer_realize(renderer, surface, nil) != 0
        else { return nil }
        defer { gsk_renderer_unrealize(renderer) }
        (width, height) = window.size
        let paintable = gtk_widget_paintable_new(window.widget)
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t()
        graphene_rect_init(&area, 0, 0, Float(width), Float(height))
        guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &pixels, gsize(width * 4))
    }

    /// That of the color that stands out most with the one that there is most of; nil when it is not all in
    /// the picture.
    func contrast(in frame: Rectangle) -> Double? {
        guard let counts = counts(in: frame),
            let behind = counts.max(by: { $0.value < $1.value })?.key
        else { return nil }
        return counts.keys.map { $0.contrast(with: behind) }.max()
    }

    /// How many pixels of a part differ from those of another picture by a contrast of at least 3:1.
    func changedPixels(from other: WindowPicture, in frame: Rectangle) -> Int {
        let (left, top) = (max(0, Int(frame.x)), max(0, Int(frame.y)))
        let right = min(width, other.width, Int(frame.x + frame.width))
        let bottom = min(height, other.height, Int(frame.y + frame.height))
        guard left < right, top < bottom else { return 0 }
        var known: [[RGBColor]: Bool] = [:]
        var count = 0
        for y in top..<bottom {
            for x in left..<right {
                let colors = [color(x, y), other.color(x, y)]
                let isFar = known[colors] ?? (colors[0].contrast(with: colors[1]) >= 3)
                known[colors] = isFar
                if isFar { count += 1 }
            }
        }
        return count
    }

    private func color(_ x: Int, _ y: Int) -> RGBColor {
        let place = (y * width + x) * 4
        return RGBColor(red: pixels[place + 2], green: pixels[place + 1], blue: pixels[place])
    }

    /// Whether there is a pixel of a color.
    func shows(_ color: RGBColor, in frame: Rectangle) -> Bool {
        counts(in: frame)?[color] != nil
    }

    /// How many pixels there are of each color; nil when it is not all in the picture.
    private func counts(in frame: Rectangle) -> [RGBColor: Int]? {
        let (left, top) = (Int(frame.x), Int(frame.y))
        let (right, bottom) = (left + Int(frame.width), top + Int(frame.height))
        guard left >= 0, top >= 0, right <= width, bottom <= height else { return nil }
        var counts: [RGBColor: Int] = [:]
        for y in top..<bottom {
            for x in left..<right {
                counts[color(x, y), default: 0] += 1
            }
        }
        return counts
    }
}

extension Widget {
    /// Whether all of it can be seen: what is to keep room for something is not.
    var isSeen: Bool {
        var next: UnsafeMutablePointer<GtkWidget>? = self.widget
        while let widget = next {
            if gtk_widget_get_opacity(widget) < 1 || gtk_widget_get_mapped(widget) == 0
                || gtk_widget_has_css_class(widget, "reserve") != 0
            {
                return false
            }
            // What is scrolled out of view is behind something else.
            let around = Widget(borrowing: widget)
            if around.typeName == "GtkScrolledWindow", let frame = self.frame(in: around),
                frame.y < 0 || frame.y + frame.height > Double(around.size.height)
            {
                return false
            }
            next = gtk_widget_get_parent(widget)
        }
        return size.width > 8 && size.height > 8
    }
}
