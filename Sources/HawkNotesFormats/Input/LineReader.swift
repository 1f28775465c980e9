import Foundation

/// The lines of a stream, ended by LF, CRLF or the end of the stream.
struct LineReader {
    /// A line without its end.
    struct Line {
        var text: String
        /// From 1.
        var number: Int
        /// Whether the line exceeded the maximum length; the text is its beginning.
        var isCut = false
    }

    private let stream: ByteStream
    private let limit: Int
    private var transcoder = UnicodeTranscoder()
    private(set) var decoder = TextDecoder()
    private var piece: [UInt8] = []
    private var index = 0
    private var hasEnded = false
    private var number = 0

    init(_ stream: ByteStream, limit: Int) {
        self.stream = stream
        self.limit = limit
    }

    /// The next line; nil at the end.
    mutating func next() throws -> Line? {
        var bytes: [UInt8] = []
        var hasBytes = false
        var isCut = false
        while try fill() {
            hasBytes = true
            let end = lineEnd()
            let room = limit - bytes.count
            let found = piece[index..<(end ?? piece.count)]
            if found.count > room { isCut = true }
            bytes += found.prefix(max(room, 0))
            index = end.map { $0 + 1 } ?? piece.count
            if end != nil { break }
        }
        guard hasBytes else { return nil }
        number += 1
        if !isCut, bytes.last == 0x0D { bytes.removeLast() }
        return Line(text: decoder.text(bytes), number: number, isCut: isCut)
    }

    /// Returns false at the end.
    private mutating func fill() throws -> Bool {
        while index == piece.count {
            if hasEnded { return false }
            if let next = try stream.next() {
                piece = transcoder.utf8(next)
            } else {
                hasEnded = true
                piece = transcoder.finish()
            }
            index = 0
        }
        return true
    }

    private func lineEnd() -> Int? {
        piece.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + index, 0x0A, buffer.count - index)
            else { return nil }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}
