/// The zoom and the center of a picture in a view.
public struct ZoomPosition: Equatable, Sendable {
    /// The range of zooms.
    public static let zooms = 1.0...8.0
    /// The whole picture.
    public static let whole = ZoomPosition(zoom: 1, x: 0.5, y: 0.5)

    /// The zoom relative to the size that fits the view, within `zooms`.
    public let zoom: Double
    /// The horizontal position in the picture at the center of the view, from 0 (left) to 1
    /// (right).
    public let x: Double
    /// The vertical position in the picture at the center of the view, from 0 (top) to 1 (bottom).
    public let y: Double

    /// Clamps the values to the valid ranges; NaN gives the position of the whole picture.
    public init(zoom: Double, x: Double, y: Double) {
        func clamped(_ value: Double, _ range: ClosedRange<Double>, _ initial: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : initial
        }
        self.zoom = clamped(zoom, Self.zooms, 1)
        self.x = clamped(x, 0...1, 0.5)
        self.y = clamped(y, 0...1, 0.5)
    }

    /// Whether the whole picture is shown, apart from rounding of the wheel's steps.
    public var isWhole: Bool { zoom < 1.005 }
}

/// Computes the frame of a picture in a view that shows some or all of it.
///
/// A picture larger than the view leaves no part of the view empty, and a smaller one is centered.
/// A position may violate that, for example if it was made for another view size; it is then moved
/// as little as possible.
public struct PictureFrame: Sendable {
    /// The size at which the picture fits the view, in pixels.
    public let fitting: (width: Double, height: Double)
    /// The size of the view, in pixels.
    public let view: (width: Double, height: Double)

    /// - Parameters:
    ///   - picture: its size in any unit, for its proportions.
    ///   - view: in pixels.
    /// - Returns: nil if one of them is empty.
    public init?(picture: (width: Double, height: Double), view: (width: Double, height: Double)) {
        guard min(picture.width, picture.height, view.width, view.height) > 0 else { return nil }
        let scale = min(view.width / picture.width, view.height / picture.height)
        fitting = (picture.width * scale, picture.height * scale)
        self.view = view
    }

    /// The frame of the picture, in the view's coordinates.
    public func rectangle(at position: ZoomPosition) -> Rectangle {
        let (width, height) = (fitting.width * position.zoom, fitting.height * position.zoom)
        return Rectangle(
            x: Self.edge(view.width, width, position.x),
            y: Self.edge(view.height, height, position.y),
            width: width,
            height: height
        )
    }

    /// The nearest valid position.
    public func clamped(_ position: ZoomPosition) -> ZoomPosition {
        let rectangle = rectangle(at: position)
        return ZoomPosition(
            zoom: position.zoom,
            x: (view.width / 2 - rectangle.x) / rectangle.width,
            y: (view.height / 2 - rectangle.y) / rectangle.height
        )
    }

    /// The position in the picture at a point of the view, from 0 to 1; values outside that are
    /// beside the picture.
    public func point(
        at point: (x: Double, y: Double),
        in position: ZoomPosition
    ) -> (x: Double, y: Double) {
        let rectangle = rectangle(at: position)
        return (
            (point.x - rectangle.x) / rectangle.width, (point.y - rectangle.y) / rectangle.height
        )
    }

    /// The position at a zoom that shows the given point of the picture at the given point of the
    /// view, as far as possible.
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

    /// The position at another zoom that keeps the same point of the picture at a point of the
    /// view.
    public func zoomed(
        _ position: ZoomPosition,
        to zoom: Double,
        about point: (x: Double, y: Double)
    ) -> ZoomPosition {
        placing(self.point(at: point, in: position), at: point, zoom: zoom)
    }

    /// The position after the picture is moved by this many pixels to the right and down.
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
