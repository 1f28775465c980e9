import GTKBridge

extension ScreenRectangle {
    /// How much of a window's top must be in sight for a person to get hold of it, in pixels.
    private static let gripHeight = 48
    /// More than any screen has, and little enough to be added up.
    private static let farthest = 1_000_000

    /// Where a window is to be that was here: at the same place as long as somebody can get hold of it
    /// there, else inside the nearest of these areas.
    ///
    /// The monitor that it was on may be gone, and a file can say anything.
    func reachable(in areas: [ScreenRectangle]) -> ScreenRectangle {
        var place = self
        place.x = min(max(x, -Self.farthest), Self.farthest)
        place.y = min(max(y, -Self.farthest), Self.farthest)
        var grip = place
        grip.height = min(height, Self.gripHeight)
        let inSight = areas.reduce(0) { $0 + $1.overlap(with: grip) }
        if areas.isEmpty || 2 * inSight >= grip.width * grip.height { return place }
        let nearest = areas.max { left, right in
            let overlaps = (left.overlap(with: place), right.overlap(with: place))
            if overlaps.0 != overlaps.1 { return overlaps.0 < overlaps.1 }
            return left.distance(to: place) > right.distance(to: place)
        }
        return nearest.map(place.moved(into:)) ?? place
    }

    /// The same, moved as little as it takes to be inside the area; as far as it is small enough.
    func moved(into area: ScreenRectangle) -> ScreenRectangle {
        var place = self
        place.x = max(area.x, min(x, area.x + area.width - width))
        place.y = max(area.y, min(y, area.y + area.height - height))
        return place
    }

    /// The area that has most of this, if any has some of it.
    func home(among areas: [ScreenRectangle]) -> ScreenRectangle? {
        areas.filter { $0.overlap(with: self) > 0 }
            .max { $0.overlap(with: self) < $1.overlap(with: self) }
    }

    private func overlap(with other: ScreenRectangle) -> Int {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        return max(across, 0) * max(down, 0)
    }

    /// From edge to edge.
    private func distance(to other: ScreenRectangle) -> Int {
        max(other.x - (x + width), x - (other.x + other.width), 0)
            + max(other.y - (y + height), y - (other.y + other.height), 0)
    }
}
