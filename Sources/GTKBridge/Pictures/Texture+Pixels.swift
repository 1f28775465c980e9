import CGTK

extension Texture {
    /// Takes over pixels that were decoded on any thread.
    public convenience init(_ image: PixelImage) {
        guard let texture = gdk_texture_new_for_pixbuf(image.pixbuf) else {
            preconditionFailure("GTK made no texture")
        }
        self.init(adopting: UnsafeMutableRawPointer(texture))
    }
}
