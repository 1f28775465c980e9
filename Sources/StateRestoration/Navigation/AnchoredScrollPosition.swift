import Foundation

/// A scroll offset that is kept against an element, so that it holds when the list above has
/// changed.
///
/// Stored as text in a `SceneStorage<String>`. All lengths are in the view's own units.
public struct AnchoredScrollPosition: Codable, Hashable, Sendable {
    /// The model identifier of the element at the top of the visible part; `nil` when there was
    /// none.
    public var elementID: String?
    /// How far the visible part begins below the element's top.
    public var offsetInElement: Double
    /// The offset from the top of everything, for when the element no longer exists.
    public var absoluteOffset: Double

    /// An element of the list and where it stands.
    public struct Element: Sendable {
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

    /// Makes a position.
    public init(elementID: String?, offsetInElement: Double, absoluteOffset: Double) {
        self.elementID = elementID
        self.offsetInElement = offsetInElement
        self.absoluteOffset = absoluteOffset
    }

    /// The position for an offset: anchored to the last element that begins at or above it.
    public init(offset: Double, elements: [Element]) {
        let anchor = elements.filter { $0.top <= offset }.max { $0.top < $1.top }
        self.init(
            elementID: anchor?.id,
            offsetInElement: offset - (anchor?.top ?? 0),
            absoluteOffset: offset
        )
    }

    /// The offset to scroll to now.
    ///
    /// - Parameters:
    ///   - top: The distance of an element's top from the top of everything, `nil` when it is gone.
    ///   - maximum: The largest offset there is; the result lies between 0 and it.
    public func offset(maximum: Double, top: (_ elementID: String) -> Double?) -> Double {
        let wanted = elementID.flatMap(top).map { $0 + offsetInElement } ?? absoluteOffset
        guard wanted.isFinite else { return 0 }
        return max(0, min(wanted, maximum))
    }

    /// The position as text.
    public var encoded: String {
        let id = elementID?.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? ""
        return "\(offsetInElement);\(absoluteOffset);\(id)"
    }

    /// Reads a position; `nil` when the text is not one.
    public init?(encoded: String) {
        let parts = encoded.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let within = Double(parts[0]), let absolute = Double(parts[1]),
            within.isFinite, absolute.isFinite, let id = parts[2].removingPercentEncoding
        else { return nil }
        self.init(
            elementID: id.isEmpty ? nil : id,
            offsetInElement: within,
            absoluteOffset: absolute
        )
    }
}
