import Foundation

/// The bytes of an open file. They stay available if the file is replaced or removed.
package struct SharedBytes: Sendable {
    package let size: Int
    /// At most so many bytes from a place on; none at the end.
    package let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    package init(
        size: Int,
        read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    ) {
        self.size = size
        self.read = read
    }

    package init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        }
    }
}

/// Reads a file line by line. Memory is used for one line, and for one part of the file.
struct SharedLines {
    enum Line {
        /// Without its line feed.
        case line([UInt8])
        /// It is longer than a line may be.
        case tooLong
        /// The end of the file without a line feed before it; not empty.
        case unfinished([UInt8])
    }

    private static let partSize = 1 << 18

    private let bytes: SharedBytes
    private let limit: Int
    /// Where the next part begins.
    private var offset = 0
    private var part: [UInt8] = []
    private var place = 0

    init(_ bytes: SharedBytes, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// - Returns: nil at the end.
    mutating func next() throws -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if place == part.count {
                // No more than the size that was checked, even if the file grows.
                let count = min(Self.partSize, bytes.size - offset)
                part = count > 0 ? try bytes.read(offset, count) : []
                (offset, place) = (offset + part.count, 0)
                if part.isEmpty {
                    if isTooLong { return .tooLong }
                    return line.isEmpty ? nil : .unfinished(line)
                }
            }
            let rest = part[place...]
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            if line.count + end - place > limit {
                isTooLong = true
                line = []
            } else if !isTooLong {
                line += rest[..<end]
            }
            let isEnd = end < part.count
            place = isEnd ? end + 1 : end
            if isEnd { return isTooLong ? .tooLong : .line(line) }
        }
    }
}
