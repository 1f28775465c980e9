/// A list of very many items, in chunks. One array of all of them would be copied as it grows,
/// reserve up to twice the space, and could only be released as a whole.
package struct LongList<Element> {
    private var pieces: [[Element]] = []
    /// The number of items.
    package private(set) var count = 0

    private static var pieceLength: Int { 1_000 }

    package init() {}

    package var indices: Range<Int> { 0..<count }

    package subscript(index: Int) -> Element {
        get { pieces[index / Self.pieceLength][index % Self.pieceLength] }
        _modify { yield &pieces[index / Self.pieceLength][index % Self.pieceLength] }
    }

    package mutating func append(_ element: Element) {
        if count % Self.pieceLength == 0 {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.pieceLength)
        }
        pieces[pieces.count - 1].append(element)
        count += 1
    }

    package mutating func removeAll() { self = LongList() }

    /// Passes on all items in order, and releases them along the way.
    package mutating func drain(_ body: (Element) throws -> Void) rethrows {
        defer { removeAll() }
        for index in pieces.indices {
            let piece = pieces[index]
            pieces[index] = []
            for element in piece { try body(element) }
        }
    }
}

extension LongList: Sendable where Element: Sendable {}
