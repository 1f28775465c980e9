import Foundation

/// The bytes of a file, a piece at a time.
final class ByteStream {
    private enum Source {
        case descriptor(Int32, path: String)
        case memory([UInt8])
        case end
    }

    private var source: Source
    private let willRead: (Int) throws -> Void

    /// How much is read at once.
    static let pieceSize = 64 << 10

    /// Closes the file when it goes.
    init(descriptor: Int32, path: String, willRead: @escaping (Int) throws -> Void = { _ in }) {
        source = .descriptor(descriptor, path: path)
        self.willRead = willRead
    }

    init(bytes: [UInt8], willRead: @escaping (Int) throws -> Void = { _ in }) {
        source = .memory(bytes)
        self.willRead = willRead
    }

    /// The same bytes, with a call for every piece.
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

    /// The next piece, or nil at the end.
    ///
    /// - Throws: `ImportError.unreadable`, and what the caller's own call throws.
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

/// Single bytes of a stream, with a look at the next one.
struct ByteCursor {
    private let stream: ByteStream
    private var piece: [UInt8] = []
    private var index = 0
    private var decoder = UnicodeTranscoder()
    private var isAtEnd = false
    /// From 1.
    private(set) var line = 1

    /// The bytes of text, in UTF-8 whichever encoding the stream is in.
    init(_ stream: ByteStream) { self.stream = stream }

    /// The next byte, which stays; nil at the end.
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

    /// The next byte; nil at the end.
    @discardableResult
    mutating func take() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        if byte == 0x0A { line += 1 }
        return byte
    }

    /// Takes the next byte if it is this one.
    mutating func take(_ byte: UInt8) throws -> Bool {
        guard try peek() == byte else { return false }
        try take()
        return true
    }
}
