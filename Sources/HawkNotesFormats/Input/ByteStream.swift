import Foundation

/// The bytes of a file, in chunks.
final class ByteStream {
    private enum Source {
        case descriptor(Int32, path: String)
        case memory([UInt8])
        case end
    }

    private var source: Source
    private let willRead: (Int) throws -> Void

    /// The size of a chunk.
    static let pieceSize = 64 << 10

    /// Closes the file on deinit.
    init(descriptor: Int32, path: String, willRead: @escaping (Int) throws -> Void = { _ in }) {
        source = .descriptor(descriptor, path: path)
        self.willRead = willRead
    }

    init(bytes: [UInt8], willRead: @escaping (Int) throws -> Void = { _ in }) {
        source = .memory(bytes)
        self.willRead = willRead
    }

    /// The same bytes, with a callback for every chunk.
    convenience init(_ other: ByteStream, willRead: @escaping (Int) throws -> Void) {
        switch other.source {
        case .descriptor(let descriptor, let path):
            self.init(descriptor: descriptor, path: path, willRead: willRead)
        case .memory(let bytes):
            self.init(bytes: bytes, willRead: willRead)
        case .end:
            self.init(bytes: [], willRead: willRead)
        }
        other.source = .end
    }

    deinit {
        if case .descriptor(let descriptor, _) = source { close(descriptor) }
    }

    /// The next chunk, or nil at the end.
    ///
    /// - Throws: `ImportError.unreadable`, and errors of the callback.
    func next() throws -> [UInt8]? {
        switch source {
        case .end:
            return nil
        case .memory(let bytes):
            source = .end
            if bytes.isEmpty { return nil }
            try willRead(bytes.count)
            return bytes
        case .descriptor(let descriptor, let path):
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                var result = 0
                repeat {
                    result = read(descriptor, buffer.baseAddress, buffer.count)
                } while result < 0 && errno == EINTR
                failure = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if failure != 0 { throw ImportError.unreadable(path: path, errno: failure) }
            if piece.isEmpty { return nil }
            try willRead(piece.count)
            return piece
        }
    }
}

/// Reads a stream byte by byte, with lookahead of one.
struct ByteCursor {
    private let stream: ByteStream
    private var piece: [UInt8] = []
    private var index = 0
    private var decoder = UnicodeTranscoder()
    private var isAtEnd = false
    /// From 1.
    private(set) var line = 1

    /// The stream must be in UTF-8, or in an encoding that was transcoded to it.
    init(_ stream: ByteStream) { self.stream = stream }

    /// The next byte without consuming it; nil at the end.
    mutating func peek() throws -> UInt8? {
        while index == piece.count {
            if isAtEnd { return nil }
            guard let next = try stream.next() else {
                isAtEnd = true
                piece = decoder.finish()
                index = 0
                continue
            }
            piece = decoder.utf8(next)
            index = 0
        }
        return piece[index]
    }

    /// Consumes the next byte; nil at the end.
    @discardableResult
    mutating func take() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        if byte == 0x0A { line += 1 }
        return byte
    }

    /// Consumes the next byte if it is this one.
    mutating func take(_ byte: UInt8) throws -> Bool {
        guard try peek() == byte else { return false }
        try take()
        return true
    }
}
