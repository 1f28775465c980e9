/// Bytes that are read in pieces: of a file that may be too large for the memory, or at hand.
package struct ByteSource {
    /// How many bytes there are.
    package let size: Int
    /// Reads some bytes: fewer than asked where the end is near, nil where the disk fails.
    package let read: (_ offset: Int, _ count: Int) -> [UInt8]?

    /// Bytes that are read by a function.
    package init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
        self.size = size
        self.read = read
    }
}

extension ByteSource {
    /// Bytes that are in memory anyway.
    package init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { offset, count in
            guard offset >= 0, count > 0, offset < bytes.count else { return [] }
            return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        }
    }
}
