/// Bytes that are read in pieces: of a file that may be too large for the memory, or at hand.
struct ByteSource {
    /// How many bytes there are.
    let size: Int
    /// Reads some bytes: fewer than asked where the end is near, nil where the disk fails.
    let read: (_ offset: Int, _ count: Int) -> [UInt8]?
}

extension ByteSource {
    /// Bytes that are in memory anyway.
    init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { offset, count in
            guard offset >= 0, count > 0, offset < bytes.count else { return [] }
            return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        }
    }
}
