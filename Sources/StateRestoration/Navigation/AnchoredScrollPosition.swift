import Foundation

/// A scroll offset that is kept against an element of the list, so that it holds when the list has
/// changed.
///
/// Its raw value is text, so that it can be stored as it is:
///
/// ```swift
/// _position = SceneStorage("scroll", in: scope)
/// ```
///
/// It remembers the element at the top of the visible part and the elements next to it. When the
/// first has been removed, what stood beside it stays where it was on the screen. Elements are known by
/// their model identifiers, which must not be empty. All lengths are in the view's own units.
public struct AnchoredScrollPosition: Hashable, Sendable {
    /// The model identifier of the element at the top of the visible part; `nil` when there was
    /// none.
    public var elementID: String?
    /// How far the visible part begins below that element's top.
    public var offsetInElement: Double
    /// The offset from the top of everything, for when none of the elements exists any longer.
    public var absoluteOffset: Double
    /// The elements beside it, the best substitute first: the elements below it, which were most
    /// likely visible, then those above.
    public var neighbors: [Neighbor] = []

    /// An element of the list and its position.
    public struct Element: Hashable, Sendable {
        /// Its model identifier.
        public var id: String
        /// The distance of its top from the top of everything.
        public var top: Double

        /// Makes an element.
        public init(id: String, top: Double) {
            self.id = id
            self.top = top
        }
    }

    /// An element beside the one at the top.
    public struct Neighbor: Hashable, Sendable {
        /// Its model identifier.
        public var elementID: String
        /// How far the visible part begins below its top; negative when it begins above.
        public var offsetInElement: Double

        /// Makes a neighbor.
        public init(elementID: String, offsetInElement: Double) {
            self.elementID = elementID
            self.offsetInElement = offsetInElement
        }
    }

    /// The number of elements stored on each side.
    private static let neighborsPerSide = 2

    /// Makes a position.
    public init(
        elementID: String?,
        offsetInElement: Double,
        absoluteOffset: Double,
        neighbors: [Neighbor] = []
    ) {
        self.elementID = elementID
        self.offsetInElement = offsetInElement
        self.absoluteOffset = absoluteOffset
        self.neighbors = neighbors
    }

    /// The position for an offset: anchored to the last element that begins at or above it.
    ///
    /// - Parameters:
    ///   - offset: How far the visible part begins below the top of everything.
    ///   - elements: All elements, or those near the visible part, in any order.
    public init(offset: Double, elements: [Element]) {
        let elements = elements.filter { !$0.id.isEmpty }.sorted { $0.top < $1.top }
        guard let anchor = elements.lastIndex(where: { $0.top <= offset }) else {
            self.init(elementID: nil, offsetInElement: offset, absoluteOffset: offset)
            return
        }
        let below = elements[(anchor + 1)...].prefix(Self.neighborsPerSide)
        let above = elements[..<anchor].suffix(Self.neighborsPerSide).reversed()
        self.init(
            elementID: elements[anchor].id,
            offsetInElement: offset - elements[anchor].top,
            absoluteOffset: offset,
            neighbors: (below + above).map {
                Neighbor(elementID: $0.id, offsetInElement: offset - $0.top)
            }
        )
    }

    /// The offset to scroll to now.
    ///
    /// - Parameters:
    ///   - maximum: The largest offset there is; the result lies between 0 and it.
    ///   - top: The distance of an element's top from the top of everything, `nil` when it is gone.
    public func offset(maximum: Double, top: (_ elementID: String) -> Double?) -> Double {
        var anchors = neighbors
        if let elementID {
            anchors.insert(Neighbor(elementID: elementID, offsetInElement: offsetInElement), at: 0)
        }
        var wanted = absoluteOffset
        for anchor in anchors {
            guard let top = top(anchor.elementID) else { continue }
            wanted = top + anchor.offsetInElement
            break
        }
        guard wanted.isFinite else { return 0 }
        return max(0, min(wanted, maximum))
    }
}

extension AnchoredScrollPosition: RawRepresentable, Codable {
    /// The position as text: numbers and escaped identifiers between semicolons.
    public var rawValue: String {
        var fields = ["\(offsetInElement)", "\(absoluteOffset)", Self.escaped(elementID ?? "")]
        for neighbor in neighbors {
            fields += ["\(neighbor.offsetInElement)", Self.escaped(neighbor.elementID)]
        }
        return fields.joined(separator: ";")
    }

    /// Reads a position; `nil` when the text is not one.
    public init?(rawValue: String) {
        let fields = rawValue.split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count >= 3, fields.count % 2 == 1, let absolute = Self.number(fields[1])
        else { return nil }
        var anchors: [Neighbor] = []
        for (offset, id) in [(0, 2)]
            + stride(from: 3, to: fields.count, by: 2).map({ ($0, $0 + 1) })
        {
            guard let offset = Self.number(fields[offset]),
                let id = fields[id].removingPercentEncoding
            else { return nil }
            anchors.append(Neighbor(elementID: id, offsetInElement: offset))
        }
        self.init(
            elementID: anchors[0].elementID.isEmpty ? nil : anchors[0].elementID,
            offsetInElement: anchors[0].offsetInElement,
            absoluteOffset: absolute,
            neighbors: Array(anchors.dropFirst())
        )
    }

    private static func number(_ text: Substring) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func escaped(_ id: String) -> String {
        id.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: ";", with: "%3B")
    }
}
