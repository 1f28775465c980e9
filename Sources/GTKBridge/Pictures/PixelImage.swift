import CGTK
import Foundation

/// A picture's pixels (GdkPixbuf). Immutable; can be made and used on any thread.
public final class PixelImage: @unchecked Sendable {
    let pixbuf: OpaquePointer

    /// Takes ownership of a reference.
    private init(adopting pixbuf: OpaquePointer) { self.pixbuf = pixbuf }

    /// Copies colors, row by row: red, green, blue and alpha, from 0 to 255, one after the other.
    /// Missing values are black, and excess ones are ignored.
    public init(colors: [UInt8], width: Int, height: Int) {
        let (width, height) = (max(1, width), max(1, height))
        let count = width * height * 4
        let missing = [UInt8](repeating: 0, count: max(0, count - colors.count))
        let bytes = g_bytes_new(Array(colors.prefix(count)) + missing, gsize(count))
        defer { g_bytes_unref(bytes) }
        pixbuf = gdk_pixbuf_new_from_bytes(
            bytes,
            GDK_COLORSPACE_RGB,
            1,
            8,
            gint(width),
            gint(height),
            gint(width * 4)
        )
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

    /// The width in pixels.
    public var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }

    /// The height in pixels.
    public var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }

    /// Whether any pixel is not opaque.
    public var isTransparent: Bool {
        guard gdk_pixbuf_get_has_alpha(pixbuf) != 0 else { return false }
        var found = false
        forEachRow { row in
            guard !found else { return }
            var place = 3
            while place < row.count {
                if row[place] < 255 {
                    found = true
                    return
                }
                place += 4
            }
        }
        return found
    }

    /// The colors of the picture, scaled to at most this many pixels on its longest side. Row by
    /// row: red, green, blue and alpha, from 0 to 255, one after the other.
    public func colors(longestSide: Int) throws -> [UInt8] {
        let small = try scaled(longestSide: longestSide).withAlpha()
        var result: [UInt8] = []
        result.reserveCapacity(small.width * small.height * 4)
        small.forEachRow { result += $0 }
        return result
    }

    /// The picture scaled down to fit a square of this side, in pixels. It is never enlarged.
    public func scaled(longestSide: Int) throws -> PixelImage {
        let size = fitting(width, height, longestSide: longestSide, grows: false)
        return try resized(to: size)
    }

    /// The middle of the picture, scaled to fill a rectangle with round corners; in pixels.
    ///
    /// - Parameter cornerRadius: half of the size makes a circle.
    public func filling(width: Int, height: Int, cornerRadius: Int) throws -> PixelImage {
        let (width, height) = (max(1, width), max(1, height))
        let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        let (left, top) = (
            (Double(width) - Double(self.width) * scale) / 2,
            (Double(height) - Double(self.height) * scale) / 2
        )
        guard let result = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, gint(width), gint(height))
        else { throw PixelError.noMemory }
        let image = PixelImage(adopting: result)
        let source = try withAlpha()
        // For strong reductions all pixels are averaged, not skipped.
        gdk_pixbuf_scale(
            source.pixbuf,
            result,
            0,
            0,
            gint(width),
            gint(height),
            left,
            top,
            scale,
            scale,
            GDK_INTERP_BILINEAR
        )
        if cornerRadius > 0 { roundCorners(of: result, radius: cornerRadius) }
        return image
    }

    /// The picture as the bytes of a file.
    ///
    /// - Parameter quality: from 0 to 100 for JPEG, which does not support transparency; nil for
    ///   PNG.
    public func encoded(jpegQuality quality: Int?) throws -> Data {
        var buffer: UnsafeMutablePointer<CChar>?
        var (size, error): (gsize, UnsafeMutablePointer<GError>?) = (0, nil)
        let isSaved =
            quality.map { quality in
                withOption("quality", String(quality)) { keys, values in
                    gdk_pixbuf_save_to_bufferv(
                        pixbuf,
                        &buffer,
                        &size,
                        "jpeg",
                        keys,
                        values,
                        &error
                    )
                }
            } ?? gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, "png", nil, nil, &error)
        guard isSaved != 0, let buffer else {
            throw PixelError.undecodable(takeMessage(&error) ?? "")
        }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(size))
    }

    private func resized(to size: (width: Int, height: Int)) throws -> PixelImage {
        guard size != (width, height) else { return self }
        let scaled = gdk_pixbuf_scale_simple(
            pixbuf,
            gint(size.width),
            gint(size.height),
            GDK_INTERP_BILINEAR
        )
        guard let scaled else { throw PixelError.noMemory }
        return PixelImage(adopting: scaled)
    }

    private func withAlpha() throws -> PixelImage {
        guard gdk_pixbuf_get_has_alpha(pixbuf) == 0 else { return self }
        guard let result = gdk_pixbuf_add_alpha(pixbuf, 0, 0, 0, 0) else {
            throw PixelError.noMemory
        }
        return PixelImage(adopting: result)
    }

    private func forEachRow(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let used = width * Int(gdk_pixbuf_get_n_channels(pixbuf))
        for row in 0..<height {
            body(UnsafeBufferPointer(start: pixels + row * stride, count: used))
        }
    }
}

/// The reason why there are no pixels.
public enum PixelError: Error, Equatable {
    /// The system has no decoder for this kind of file.
    case unknownKind
    /// The file is larger than declared, truncated or broken; with the decoder's message.
    case undecodable(String)
    /// There is not enough memory.
    case noMemory
}

/// The size within a square of a side, in pixels, at least 1 × 1.
private func fitting(
    _ width: Int,
    _ height: Int,
    longestSide: Int,
    grows: Bool
) -> (width: Int, height: Int) {
    let scale = Double(max(1, longestSide)) / Double(max(1, width, height))
    guard scale < 1 || grows else { return (max(1, width), max(1, height)) }
    func side(_ length: Int) -> Int {
        min(max(1, longestSide), max(1, Int((Double(length) * scale).rounded())))
    }
    return (side(width), side(height))
}

/// Passes one option to a function that takes lists of names and values.
private func withOption<Result>(
    _ name: String,
    _ value: String,
    _ body: (
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Result
) -> Result {
    var keys = [g_strdup(name), nil]
    var values = [g_strdup(value), nil]
    defer {
        g_free(keys[0])
        g_free(values[0])
    }
    return body(&keys, &values)
}

extension PixelImage {
    /// The limits of a decoding.
    public struct Bounds: Sendable {
        /// The kind of file by its decoder's name: `png`, `jpeg`, `webp`, `svg`.
        public var kind: String
        /// The size that the file declares, in pixels; a file that turns out to be larger is not
        /// decoded. Nil for a drawing, which is rendered at any size.
        public var size: (width: Int, height: Int)?
        /// The longest side of the result, in pixels. A photograph is never enlarged.
        public var longestSide: Int

        /// Limits for a kind of file.
        public init(kind: String, size: (width: Int, height: Int)?, longestSide: Int) {
            self.kind = kind
            self.size = size
            self.longestSide = longestSide
        }
    }

    /// Decodes a file in memory, upright, at the requested size. May take a second; can run on any
    /// thread.
    ///
    /// Only the decoder of this kind gets the bytes. It does not learn where they come from, so a
    /// drawing cannot refer to other files.
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
                // Otherwise the loader would complain.
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

/// Tells a decoder the size to produce, once it knows the file's own size.
private final class Sizing {
    private let bounds: PixelImage.Bounds
    /// Whether the file is larger than declared.
    private(set) var isRefused = false

    init(_ bounds: PixelImage.Bounds) { self.bounds = bounds }

    /// Stays connected as long as both live.
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

    /// Returning 0 × 0 makes a decoder stop.
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
