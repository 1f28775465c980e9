import Foundation

/// A value as the database stores it. Texts are bytes, which may be damaged.
package enum SQLValue: Hashable {
    case null
    case integer(Int64)
    case real(UInt64)
    case text([UInt8])
    case blob([UInt8])
    /// The record ends before the value or within it. Has the part that is there.
    case missing([UInt8])
}

/// A row, or the entry of an index, in the form in which it is stored in a page.
///
/// Source: https://www.sqlite.org/fileformat2.html#record_format
struct SQLRecord {
    /// The serial type of each column, which tells its kind and its length.
    let types: [Int64]
    /// The offset of the first column.
    let bodyStart: Int

    /// More than any table of a library has or will have.
    private static let mostColumns = 200

    /// Reads the header of a record; nil if its types and its length disagree.
    ///
    /// - Parameters:
    ///   - bytes: the record, or as much of it as its first page has.
    ///   - size: the length of the whole record.
    init?(_ bytes: [UInt8], in range: Range<Int>, size: Int) {
        guard let header = bytes.varint(at: range.lowerBound, before: range.upperBound),
            header.value >= 2, header.value <= Int64(range.count)
        else { return nil }
        let end = range.lowerBound + Int(header.value)
        var position = range.lowerBound + header.length
        var types: [Int64] = []
        var total = header.value
        while position < end {
            guard let type = bytes.varint(at: position, before: end), type.value >= 0,
                type.value != 10, type.value != 11, types.count < Self.mostColumns
            else { return nil }
            types.append(type.value)
            total += Int64(Self.size(of: type.value))
            guard total <= Int64(size) else { return nil }
            position += type.length
        }
        guard total == Int64(size), position == end else { return nil }
        self.types = types
        bodyStart = Int(header.value)
    }

    /// The values of the record, which may be cut off.
    func values(of payload: [UInt8]) -> [SQLValue] {
        var position = bodyStart
        return types.map { type in
            let size = Self.size(of: type)
            defer { position += size }
            guard position + size <= payload.count else {
                return .missing(Array(payload[min(position, payload.count)...]))
            }
            switch type {
            case 0: return .null
            case 8: return .integer(0)
            case 9: return .integer(1)
            case 1...6:
                return payload.signed(at: position, width: size).map { .integer($0) } ?? .null
            case 7:
                let bits = payload.signed(at: position, width: 8) ?? 0
                return .real(UInt64(bitPattern: bits))
            default:
                let bytes = Array(payload[position..<position + size])
                return type & 1 == 0 ? .blob(bytes) : .text(bytes)
            }
        }
    }

    /// The number of bytes in a value of a serial type.
    static func size(of type: Int64) -> Int {
        switch type {
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...: Int(min((type - 12) / 2, Int64(Int32.max)))
        default: 0
        }
    }
}

/// A record with its parts on overflow pages.
struct Payload {
    /// As much as could be read.
    var bytes: [UInt8]
    /// Whether the record is longer than that.
    var isCut = false
    /// Whether some of its parts may belong to something else.
    var isDoubtful = false

    /// The most bytes that are read. The text of a note may have a few megabytes.
    static let longest = 64 << 20

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - use: what the pages are known to be for.
    ///   - isClaiming: whether the chain's pages are claimed. False for a row that may have been
    ///     deleted, as its pages may be in use again.
    init(
        of cell: BTreePage.Cell,
        in page: BTreePage,
        _ image: PageImage,
        use: inout PageUse,
        isClaiming: Bool = true
    ) {
        bytes = Array(page.bytes[cell.local])
        var missing = min(cell.payloadSize, Self.longest) - bytes.count
        isCut = cell.payloadSize > Self.longest
        var next = cell.overflow ?? 0
        while missing > 0 {
            guard let part = image.page(next), let following = part.uint32(at: 0),
                claim(next, &use, isClaiming), following <= image.pageCount
            else {
                isCut = true
                return
            }
            let size = min(missing, image.usable - 4)
            bytes += part[4..<4 + size]
            missing -= size
            if missing > 0, following == 0 {
                isCut = true
                return
            }
            next = following
        }
        if cell.overflow != nil, next != 0, !isCut { isDoubtful = true }
    }

    /// Returns false if the page cannot be one of a chain.
    private mutating func claim(
        _ page: Int,
        _ use: inout PageUse,
        _ isClaiming: Bool
    ) -> Bool {
        guard isClaiming else { return use.share() }
        switch use[page] {
        case .unknown:
            return use.claim(page, as: .overflow)
        case .overflow, .free:
            isDoubtful = true
            return use.share()
        case .leaf, .tree, .trunk:
            return false
        }
    }
}
