import CGTK

/// A picture in memory, ready to be drawn (GdkTexture).
public final class Texture: Object {
    /// Reads an image file, SVG among them, at the given size in device pixels, keeping its
    /// proportions.
    ///
    /// - Throws: `TextureError` with the file and the reason.
    public convenience init(path: String, width: Int, height: Int) throws {
        var error: UnsafeMutablePointer<GError>?
        guard
            let pixbuf = gdk_pixbuf_new_from_file_at_size(
                path,
                gint(width),
                gint(height),
                &error
            )
        else {
            throw TextureError(path: path, reason: takeMessage(&error) ?? "unknown reason")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        self.init(adopting: UnsafeMutableRawPointer(gdk_texture_new_for_pixbuf(pixbuf)))
    }
}

/// Why a picture cannot be shown.
public struct TextureError: Error, CustomStringConvertible {
    /// The file.
    public var path: String
    /// What is wrong with it.
    public var reason: String

    /// The file and the reason in one line.
    public var description: String { "\(path): \(reason)" }
}
