import CGTK
import Foundation

extension PixelImage {
    /// The most that the decoder is asked for.
    public struct Bounds: Sendable {
        /// The kind of file in the words of the decoders: `png`, `jpeg`, `webp`, `svg`.
        public var kind: String
        /// The size that the file has said it has, in pixels; a file that turns out to be larger is not
        /// decoded. Nil for a drawing, which is rendered at any size.
        public var size: (width: Int, height: Int)?
        /// The longest side of what is made of it, in pixels. A photograph is never made larger.
        public var longestSide: Int

        /// Takes every value as it is.
        public init(kind: String, size: (width: Int, height: Int)?, longestSide: Int) {
            self.kind = kind
            self.size = size
            self.longestSide = longestSide
        }
    }

    /// Decodes a file that is in memory, upright, and as small as is asked for. May take a second, on any
    /// thread.
    ///
    /// Only the decoder of this kind sees the bytes. It is not told where they come from, so that a
    /// drawing leads nowhere.
    ///
    /// - Throws: `PixelError`
    public convenience init(decoding data: Data, _ bounds: Bounds) throws {
        var error: UnsafeMutablePointer<GError>?
        guard let loader = gdk_pixbuf_loader_new_with_type(bounds.kind, &error) else {
            _ = takeMessage(&error)
            throw PixelError.unknownKind
        }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let sizing = Sizing(bounds)
        try withExtendedLifetime(sizing) {
            sizing.follow(loader)
            let isWritten = data.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: UInt8.self).baseAddress
                return gdk_pixbuf_loader_write(loader, start, gsize(bytes.count), &error) != 0
            }
            guard isWritten else {
                // Or it would complain.
                gdk_pixbuf_loader_close(loader, nil)
                throw PixelError.undecodable(takeMessage(&error) ?? "")
            }
            guard gdk_pixbuf_loader_close(loader, &error) != 0 else {
                throw PixelError.undecodable(takeMessage(&error) ?? "")
            }
        }
        guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader), !sizing.isRefused else {
            throw PixelError.undecodable("")
        }
        guard let upright = gdk_pixbuf_apply_embedded_orientation(decoded) else {
            throw PixelError.noMemory
        }
        let image = PixelImage(adopting: upright)
        // Not every decoder scales.
        let small = try image.scaled(longestSide: bounds.longestSide)
        g_object_ref(UnsafeMutableRawPointer(small.pixbuf))
        self.init(adopting: small.pixbuf)
    }
}

/// Tells a decoder which size to make, once it knows which it would have.
private final class Sizing {
    private let bounds: PixelImage.Bounds
    /// Whether the file is larger than it has said.
    private(set) var isRefused = false

    init(_ bounds: PixelImage.Bounds) { self.bounds = bounds }

    /// For as long as both live.
    func follow(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        let function: @convention(c) (gpointer?, gint, gint, gpointer?) -> Void = {
            loader,
            width,
            height,
            data in
            guard let loader, let data else { return }
            let sizing = Unmanaged<Sizing>.fromOpaque(data).takeUnretainedValue()
            let size = sizing.size(for: Int(width), Int(height))
            gdk_pixbuf_loader_set_size(
                loader.assumingMemoryBound(to: GdkPixbufLoader.self),
                gint(size.width),
                gint(size.height)
            )
        }
        g_signal_connect_data(
            loader,
            "size-prepared",
            signalCallback(function),
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0)
        )
    }

    /// Nothing by nothing makes a decoder stop.
    private func size(for width: Int, _ height: Int) -> (width: Int, height: Int) {
        if let said = bounds.size, width > said.width || height > said.height {
            isRefused = true
            return (0, 0)
        }
        return fitting(
            width,
            height,
            longestSide: bounds.longestSide,
            grows: bounds.size == nil
        )
    }
}
