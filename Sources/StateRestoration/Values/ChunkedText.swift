import Foundation

/// A text that is cheap to edit anywhere, addressed in Unicode scalars.
///
/// A plain list of UTF-8 pieces of a few kilobytes: an edit changes one piece and scans the list of
/// lengths, which has some thousand numbers at 10 MB. Copies share their pieces, so that the main
/// thread and the writer can each have one. Not a general string type: no comparison by canonical
/// equivalence, no characters.
struct ChunkedText: Sendable {
    private static let pieceSize = 8192

    private struct Piece: Sendable {
        var bytes: [UInt8]
        var scalarCount: Int
    }

    private var pieces: [Piece] = []
    private(set) var scalarCount = 0
    private(set) var utf8Count = 0

    init() {}

    init(_ string: String) {
        var string = string
        let bytes = string.withUTF8 { Array($0) }
        guard !bytes.isEmpty else { return }
        scalarCount = ChunkedText.scalarCount(of: bytes[...])
        utf8Count = bytes.count
        pieces = [Piece(bytes: bytes, scalarCount: scalarCount)]
        if bytes.count > ChunkedText.pieceSize { split(0) }
    }

    var isEmpty: Bool { utf8Count == 0 }

    /// The number of pieces that an edit has to scan.
    var pieceCount: Int { pieces.count }

    var string: String {
        String(unsafeUninitializedCapacity: utf8Count) { buffer in
            var end = 0
            for piece in pieces {
                _ = buffer[end...].initialize(fromContentsOf: piece.bytes)
                end += piece.bytes.count
            }
            return end
        }
    }

    /// Calls the body with each piece of the text.
    func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        for piece in pieces { piece.bytes.withUnsafeBufferPointer(body) }
    }

    /// The first line that is not blank, without leading white space, cut to this number of
    /// characters.
    func firstLine(ofLength length: Int) -> String {
        var bytes: [UInt8] = []
        for piece in pieces {
            bytes += piece.bytes
            // A line that ends within a character is longer than needed.
            let line = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace)
                .prefix { !$0.isNewline }
            if line.count > length || line.endIndex < line.base.endIndex {
                return String(line.prefix(length))
            }
            // Megabytes of blank lines count as none.
            if line.isEmpty { bytes = [] }
        }
        return String(
            String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace)
                .prefix { !$0.isNewline }.prefix(length)
        )
    }

    /// Replaces `count` scalars at the offset, both clamped, and returns the replaced text.
    @discardableResult
    mutating func replace(offset: Int, count: Int, with inserted: String) -> String {
        let start = min(max(offset, 0), scalarCount)
        let removed = remove(at: start, count: min(max(count, 0), scalarCount - start))
        insert(Array(inserted.utf8), at: start)
        return removed
    }
}

extension ChunkedText {
    /// The piece that contains the offset, and the byte within it; the end of a piece rather than
    /// the start of the next, so that typing at the end of a piece extends it.
    private func locate(_ offset: Int) -> (piece: Int, byte: Int) {
        var rest = offset
        for index in pieces.indices {
            let count = pieces[index].scalarCount
            if rest <= count {
                return (index, ChunkedText.byteOffset(of: rest, in: pieces[index]))
            }
            rest -= count
        }
        return (pieces.count, 0)
    }

    private static func byteOffset(of scalarOffset: Int, in piece: Piece) -> Int {
        if piece.bytes.count == piece.scalarCount { return scalarOffset }
        if scalarOffset == piece.scalarCount { return piece.bytes.count }
        var rest = scalarOffset
        return piece.bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                if bytes[index] & 0xC0 != 0x80 {
                    if rest == 0 { return index }
                    rest -= 1
                }
                index += 1
            }
            return index
        }
    }

    private static func scalarCount(of bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            var count = 0
            var index = 0
            while index < buffer.count {
                // Most text is mainly ASCII, which is processed eight bytes at a time.
                if index + 8 <= buffer.count,
                    buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        & 0x8080_8080_8080_8080 == 0
                {
                    count += 8
                    index += 8
                } else {
                    if buffer[index] & 0xC0 != 0x80 { count += 1 }
                    index += 1
                }
            }
            return count
        }
    }

    private mutating func insert(_ bytes: [UInt8], at offset: Int) {
        guard !bytes.isEmpty else { return }
        let count = ChunkedText.scalarCount(of: bytes[...])
        scalarCount += count
        utf8Count += bytes.count
        let (index, byte) = locate(offset)
        if index == pieces.count { pieces.append(Piece(bytes: [], scalarCount: 0)) }
        pieces[index].bytes.insert(contentsOf: bytes, at: byte)
        pieces[index].scalarCount += count
        if pieces[index].bytes.count > 2 * ChunkedText.pieceSize { split(index) }
    }

    /// Splits one piece into parts of equal size, none of them small.
    private mutating func split(_ index: Int) {
        let bytes = pieces[index].bytes
        let partCount = (bytes.count + ChunkedText.pieceSize - 1) / ChunkedText.pieceSize
        var parts: [Piece] = []
        var start = 0
        for number in 1...partCount {
            var end = bytes.count * number / partCount
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            let part = bytes[start..<end]
            parts.append(
                Piece(bytes: Array(part), scalarCount: ChunkedText.scalarCount(of: part))
            )
            start = end
        }
        pieces.replaceSubrange(index...index, with: parts)
    }

    private mutating func remove(at offset: Int, count: Int) -> String {
        guard count > 0 else { return "" }
        var removed: [UInt8] = []
        var rest = count
        let (first, firstByte) = locate(offset)
        var (index, byte) = (first, firstByte)
        while rest > 0, index < pieces.count {
            let before = ChunkedText.scalarCount(of: pieces[index].bytes[..<byte])
            let taken = min(rest, pieces[index].scalarCount - before)
            let end = ChunkedText.byteOffset(of: before + taken, in: pieces[index])
            removed += pieces[index].bytes[byte..<end]
            pieces[index].bytes.removeSubrange(byte..<end)
            pieces[index].scalarCount -= taken
            rest -= taken
            index += 1
            byte = 0
        }
        scalarCount -= count - rest
        utf8Count -= removed.count
        tidy(first..<index)
        return String(decoding: removed, as: UTF8.self)
    }

    /// Removes pieces emptied by a removal, and joins those left small with their neighbours:
    /// otherwise the list would become fragmented, and every edit scans it.
    private mutating func tidy(_ changed: Range<Int>) {
        let emptied = changed.filter { pieces[$0].bytes.isEmpty }
        if let first = emptied.first, let last = emptied.last {
            pieces.removeSubrange(first...last)
        }
        for index in [changed.lowerBound, changed.lowerBound - 1] {
            guard index >= 0, index + 1 < pieces.count else { continue }
            let next = pieces[index + 1]
            guard pieces[index].bytes.count + next.bytes.count <= ChunkedText.pieceSize else {
                continue
            }
            pieces[index].bytes += next.bytes
            pieces[index].scalarCount += next.scalarCount
            pieces.remove(at: index + 1)
        }
    }
}
