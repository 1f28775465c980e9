import CGTK

extension Texture {
    /// Reads an image file off the main thread: a drawing of this size may take a tenth of a second.
    ///
    /// - Parameter longestSide: of its width and height, in device pixels. A drawing is rendered at this
    ///   size; a photograph stays as it is if it is smaller.
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

/// The address of a new GdkTexture: a pointer itself does not go from thread to thread.
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
