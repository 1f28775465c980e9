import Foundation
import GTKBridge
import HawkNotesPresentation

// The figures in the lower part of a cover.

extension CoverFigure {
    /// Where the area for figures begins, as a fraction of the height.
    static let top = 0.58

    /// Draws the figure. It fills the lower part, except for the space that its variations leave.
    @MainActor
    func draw(on canvas: Canvas, _ palette: CoverLook.Palette, _ look: CoverLook) {
        let color = CanvasColor(palette.figure)
        let soft = CanvasColor(palette.figure, alpha: 0.45)
        let ground = CanvasColor(palette.ground)
        let (width, bottom) = (canvas.width, canvas.height)
        let top = bottom * Self.top
        let room = bottom - top
        let vary = look.variations
        /// A number between two others, chosen by one of the variations.
        func between(_ low: Double, _ high: Double, _ index: Int) -> Double {
            low + (high - low) * vary[index]
        }
        switch self {
        case .sun:
            let (x, radius) = (width * between(0.35, 0.7, 0), room * between(0.62, 0.85, 1))
            canvas.fill([.circle(x, bottom, radius: radius + 12)], soft)
            canvas.fill([.circle(x, bottom, radius: radius)], color)
        case .rings:
            let x = vary[0] < 0.5 ? width : 7
            for index in 0..<4 {
                let radius = room * (0.98 - 0.24 * Double(index))
                canvas.stroke([.circle(x, bottom, radius: radius)], color, width: 7)
            }
        case .hills:
            let (first, second) = (between(0.05, 0.3, 0), between(0.3, 0.5, 1))
            canvas.fill(hill(canvas, from: top + room * second, to: top + room * first), soft)
            canvas.fill(
                hill(canvas, from: top + room * first + 22, to: top + room * second + 26),
                color
            )
        case .mountains:
            let peak = width * between(0.3, 0.5, 0)
            let other = width * between(0.65, 0.85, 1)
            canvas.fill(triangle(other, top + room * 0.28, bottom, room * 0.8), soft)
            canvas.fill(triangle(peak, top + room * 0.06, bottom, room * 0.95), color)
        case .moon:
            let (x, y) = (width * between(0.42, 0.66, 0), top + room * 0.45)
            let radius = room * 0.4
            canvas.fill([.circle(x, y, radius: radius)], color)
            let side = vary[1] < 0.5 ? -1.0 : 1
            canvas.fill(
                [.circle(x + side * radius * 0.45, y - radius * 0.25, radius: radius * 0.86)],
                ground
            )
        case .stripes:
            let lean = vary[0] < 0.5 ? -1.0 : 1
            for index in -3..<9 {
                let x = Double(index) * 24 + between(0, 24, 1)
                let points: [Canvas.Step] = [
                    .move(x, bottom), .line(x + 12, bottom),
                    .line(x + 12 + lean * room * 0.6, top + 4),
                    .line(x + lean * room * 0.6, top + 4),
                    .close,
                ]
                canvas.fill(points, index.isMultiple(of: 2) ? color : soft)
            }
        case .leaf:
            drawLeaf(on: canvas, color, ground, x: width * between(0.4, 0.65, 0), top, room)
        case .waves:
            for index in 0..<4 {
                let y = top + 10 + Double(index) * (room - 14) / 4
                canvas.stroke(
                    wave(y, width, between(0, 40, 0)),
                    index == 0 ? soft : color,
                    width: 5
                )
            }
        case .columns:
            let step = (width - 7) / 6
            for index in 0..<6 {
                let height = room * (0.2 + 0.78 * vary[index])
                let x = 7 + Double(index) * step
                let points: [Canvas.Step] = [
                    .move(x + 3, bottom), .line(x + 3, bottom - height),
                    .line(x + step - 3, bottom - height), .line(x + step - 3, bottom), .close,
                ]
                canvas.fill(points, index.isMultiple(of: 2) ? color : soft)
            }
        case .diamond:
            let (x, y) = (width * between(0.42, 0.62, 0), top + room * 0.46)
            canvas.fill(diamond(x, y, room * 0.44), color)
            canvas.fill(diamond(x, y, room * 0.27), ground)
            canvas.fill(diamond(x, y, room * 0.13), color)
        case .dots:
            let isRising = vary[0] < 0.5
            for row in 0..<5 {
                for column in 0..<7 {
                    let share = Double(isRising ? column : 6 - column) / 6
                    let radius = 1.4 + 5 * share * Double(row + 1) / 5
                    let (x, y) = (19.0 + Double(column) * 18, top + 8 + Double(row) * 17)
                    canvas.fill([.circle(x, y, radius: radius)], color)
                }
            }
        case .arch:
            let x = width * between(0.42, 0.62, 0)
            canvas.fill(arch(x, room * 0.46, top + 4, bottom), soft)
            canvas.fill(arch(x, room * 0.33, top + 4 + room * 0.16, bottom), color)
            canvas.fill(arch(x, room * 0.17, top + 4 + room * 0.38, bottom), ground)
        }
    }

    @MainActor
    private func hill(_ canvas: Canvas, from left: Double, to right: Double) -> [Canvas.Step] {
        let (width, bottom) = (canvas.width, canvas.height)
        return [
            .move(0, bottom), .line(0, left),
            .curve(width * 0.35, left - 24, width * 0.6, right + 24, width, right),
            .line(width, bottom), .close,
        ]
    }

    private func triangle(
        _ x: Double,
        _ top: Double,
        _ bottom: Double,
        _ half: Double
    ) -> [Canvas.Step] {
        [.move(x, top), .line(x + half, bottom), .line(x - half, bottom), .close]
    }

    private func diamond(_ x: Double, _ y: Double, _ half: Double) -> [Canvas.Step] {
        [.move(x, y - half), .line(x + half, y), .line(x, y + half), .line(x - half, y), .close]
    }

    private func wave(_ y: Double, _ width: Double, _ shift: Double) -> [Canvas.Step] {
        var steps: [Canvas.Step] = [.move(-shift - 1, y)]
        var x = -shift
        while x < width {
            steps.append(.curve(x + 7, y - 11, x + 13, y - 11, x + 20, y))
            steps.append(.curve(x + 27, y + 11, x + 33, y + 11, x + 40, y))
            x += 40
        }
        return steps
    }

    private func arch(
        _ x: Double,
        _ half: Double,
        _ top: Double,
        _ bottom: Double
    ) -> [Canvas.Step] {
        let shoulder = top + half
        let bend = half * 0.4477
        return [
            .move(x - half, bottom), .line(x - half, shoulder),
            .curve(x - half, top + bend, x - bend, top, x, top),
            .curve(x + bend, top, x + half, top + bend, x + half, shoulder),
            .line(x + half, bottom), .close,
        ]
    }

    @MainActor
    private func drawLeaf(
        on canvas: Canvas,
        _ color: CanvasColor,
        _ vein: CanvasColor,
        x: Double,
        _ top: Double,
        _ room: Double
    ) {
        let (tip, stem) = (top + 2, top + room * 0.86)
        let half = room * 0.42
        canvas.fill(
            [
                .move(x, tip),
                .curve(x + half, tip + room * 0.2, x + half, stem - room * 0.15, x, stem),
                .curve(x - half, stem - room * 0.15, x - half, tip + room * 0.2, x, tip), .close,
            ],
            color
        )
        canvas.stroke([.move(x, tip + room * 0.2), .line(x, stem)], vein, width: 2.5)
        canvas.stroke([.move(x, stem), .line(x, top + room)], color, width: 2.5)
        for index in 1..<4 {
            let y = tip + room * (0.2 + 0.16 * Double(index))
            for side in [-1.0, 1] {
                canvas.stroke(
                    [.move(x, y), .line(x + side * half * 0.42, y - 9)],
                    vein,
                    width: 1.8
                )
            }
        }
    }
}
