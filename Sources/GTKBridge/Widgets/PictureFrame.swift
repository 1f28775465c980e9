/// What a view shows of a picture: how large, and what of it is in the middle.
public struct ZoomPosition: Equatable, Sendable {
    /// The sizes that a picture can have.
    public static let zooms = 1.0...8.0
    /// All of the picture.
    public static let whole = ZoomPosition(zoom: 1, x: 0.5, y: 0.5)

    /// How many times as large as it fits into the view, within `zooms`.
    public let zoom: Double
    /// What is in the middle of the view, from 0 at the picture's left edge to 1 at its right one.
    public let x: Double
    /// The same from its upper to its lower edge.
    public let y: Double

    /// Takes the nearest position that there is; that of the whole picture for what is no number.
    public init(zoom: Double, x: Double, y: Double) {
        func clamped(_ value: Double, _ range: ClosedRange<Double>, _ initial: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : initial
        }
        self.zoom = clamped(zoom, Self.zooms, 1)
        self.x = clamped(x, 0...1, 0.5)
        self.y = clamped(y, 0...1, 0.5)
    }

    /// Whether all of the picture is shown, but for what the steps of a wheel leave over.
    public var isWhole: Bool { zoom < 1.005 }
}

/// Where a picture lies in a view that shows some or all of it.
///
/// A picture that is larger than the view leaves no room free in it, and one that is smaller stands in
/// its middle. A position may not allow for that, as when the view had another size: it is then moved
/// as far as it has to be.
public struct PictureFrame: Sendable {
    /// The size of the picture when it fits into the view, in pixels.
    public let fitting: (width: Double, height: Double)
    /// The size of the view, in pixels.
    public let view: (width: Double, height: Double)

    /// - Parameters:
    ///   - picture: its size in any unit, for its proportions.
    ///   - view: in pixels.
    /// - Returns: nil while one of them has no size.
    public init?(picture: (width: Double, height: Double), view: (width: Double, height: Double)) {
        guard min(picture.width, picture.height, view.width, view.height) > 0 else { return nil }
        let scale = min(view.width / picture.width, view.height / picture.height)
        fitting = (picture.width * scale, picture.height * scale)
        self.view = view
    }

    /// Where the picture lies, in the view's coordinates.
    public func rectangle(at position: ZoomPosition) -> Rectangle {
        let (width, height) = (fitting.width * position.zoom, fitting.height * position.zoom)
        return Rectangle(
            x: Self.edge(view.width, width, position.x),
            y: Self.edge(view.height, height, position.y),
            width: width,
            height: height
        )
    }

    /// The position with that in the middle that is really there.
    public func clamped(_ position: ZoomPosition) -> ZoomPosition {
        let rectangle = rectangle(at: position)
        return ZoomPosition(
            zoom: position.zoom,
            x: (view.width / 2 - rectangle.x) / rectangle.width,
            y: (view.height / 2 - rectangle.y) / rectangle.height
        )
    }

    /// What of the picture is at a point of the view, from 0 to 1; beyond that outside of the picture.
    public func point(
        at point: (x: Double, y: Double),
        in position: ZoomPosition
    ) -> (x: Double, y: Double) {
        let rectangle = rectangle(at: position)
        return (
            (point.x - rectangle.x) / rectangle.width, (point.y - rectangle.y) / rectangle.height
        )
    }

    /// The position at a zoom in which this of the picture is at that point of the view, as far as it
    /// can be.
    public func placing(
        _ part: (x: Double, y: Double),
        at point: (x: Double, y: Double),
        zoom: Double
    ) -> ZoomPosition {
        let zoom = ZoomPosition(zoom: zoom, x: 0, y: 0).zoom
        return clamped(
            ZoomPosition(
                zoom: zoom,
                x: part.x + (view.width / 2 - point.x) / (fitting.width * zoom),
                y: part.y + (view.height / 2 - point.y) / (fitting.height * zoom)
            )
        )
    }

    /// The position at another zoom in which the same is at a point of the view as before.
    public func zoomed(
        _ position: ZoomPosition,
        to zoom: Double,
        about point: (x: Double, y: Double)
    ) -> ZoomPosition {
        placing(self.point(at: point, in: position), at: point, zoom: zoom)
    }

    /// The position when the picture is pushed by this many pixels to the right and down.
    public func moved(_ position: ZoomPosition, x: Double, y: Double) -> ZoomPosition {
        let middle = (x: view.width / 2, y: view.height / 2)
        return placing(
            point(at: middle, in: position),
            at: (middle.x + x, middle.y + y),
            zoom: position.zoom
        )
    }

    private static func edge(_ view: Double, _ length: Double, _ middle: Double) -> Double {
        guard length > view else { return (view - length) / 2 }
        return min(0, max(view - length, view / 2 - middle * length))
    }
}
