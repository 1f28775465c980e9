import CGTK

/// A picture in memory, ready to be drawn (GdkTexture).
public final class Texture: Object {
    /// Reads an image file, including SVG, at the given size in device pixels, keeping its
    /// proportions.
    ///
    /// - Parameter cornerRadius: the radius of the rounded corners, in device pixels; half the size
    ///   makes a circle. With corners cut once here, the picture is drawn as a plain rectangle: a
    ///   clip in the style sheet would require further shader programs in every window.
    /// - Throws: `TextureError` with the file and the reason.
    public convenience init(path: String, width: Int, height: Int, cornerRadius: Int = 0) throws {
        var error: UnsafeMutablePointer<GError>?
        guard let file = gdk_pixbuf_new_from_file_at_size(path, gint(width), gint(height), &error)
        else {
            throw TextureError(path: path, reason: takeMessage(&error) ?? "unknown reason")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let pixbuf = gdk_pixbuf_add_alpha(file, 0, 0, 0, 0) else {
            throw TextureError(path: path, reason: "there is not enough memory for it")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        if cornerRadius > 0 { roundCorners(of: pixbuf, radius: cornerRadius) }
        self.init(adopting: UnsafeMutableRawPointer(gdk_texture_new_for_pixbuf(pixbuf)))
    }

    /// The width and height, in device pixels.
    public var size: (width: Int, height: Int) {
        (Int(gdk_texture_get_width(opaque)), Int(gdk_texture_get_height(opaque)))
    }
}

/// Makes the corners of a picture with an alpha channel transparent, with an antialiased edge of
/// one pixel.
func roundCorners(of pixbuf: OpaquePointer, radius: Int) {
    guard let pixels = gdk_pixbuf_get_pixels(pixbuf) else { return }
    let (width, height) = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let radius = min(radius, min(width, height) / 2)
    for y in 0..<radius {
        for x in 0..<radius {
            let (dx, dy) = (Double(radius - x) - 0.5, Double(radius - y) - 0.5)
            let covered = Double(radius) - (dx * dx + dy * dy).squareRoot() + 0.5
            guard covered < 1 else { continue }
            for (column, row) in [
                (x, y), (width - 1 - x, y), (x, height - 1 - y), (width - 1 - x, height - 1 - y),
            ] {
                let alpha = pixels + row * stride + column * 4 + 3
                alpha.pointee = UInt8(Double(alpha.pointee) * max(0, covered))
            }
        }
    }
}

/// The reason why a picture cannot be shown.
public struct TextureError: Error, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The problem with the file.
    public var reason: String

    /// The file and the reason in one line.
    public var description: String { "\(path): \(reason)" }
}

extension Texture {
    /// Reads an image file off the main thread: a drawing of this size may take a tenth of a
    /// second.
    ///
    /// - Parameter longestSide: the longer one of width and height, in device pixels. A drawing is
    ///   rendered at this size; a smaller photograph keeps its size.
    /// - Throws: `TextureError` with the file and the reason.
    public static func large(path: String, longestSide: Int) async throws -> Texture {
        let address = try await Task.detached(priority: .userInitiated) {
            try render(path, longestSide: gint(max(1, longestSide)))
        }.value
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else {
            throw TextureError(path: path, reason: "there is not enough memory for it")
        }
        return Texture(adopting: pointer)
    }
}

/// The address of a new GdkTexture: pointers are not `Sendable`.
private func render(_ path: String, longestSide: gint) throws -> UInt {
    var (width, height): (gint, gint) = (0, 0)
    let format = gdk_pixbuf_get_file_info(path, &width, &height)
    let isDrawing = format.map { gdk_pixbuf_format_is_scalable($0) != 0 } ?? false
    let side = isDrawing ? longestSide : max(1, min(longestSide, max(width, height)))
    var error: UnsafeMutablePointer<GError>?
    guard let pixbuf = gdk_pixbuf_new_from_file_at_size(path, side, side, &error) else {
        throw TextureError(path: path, reason: takeMessage(&error) ?? "unknown reason")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return UInt(bitPattern: gdk_texture_new_for_pixbuf(pixbuf))
}

extension Texture {
    /// Uses pixels that were decoded on any thread.
    public convenience init(_ image: PixelImage) {
        guard let texture = gdk_texture_new_for_pixbuf(image.pixbuf) else {
            preconditionFailure("GTK made no texture")
        }
        self.init(adopting: UnsafeMutableRawPointer(texture))
    }
}
