import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// Pictures that are generated from a name: a cover with the title above a simple figure, or
/// initials on a color. The picture of the same book or character is the same forever, at every
/// size.
@MainActor
enum GeneratedPicture {
    /// - Parameter size: in device pixels.
    static func texture(of shown: ShownPicture, _ size: PictureSize) -> Texture {
        let canvas = Canvas(pixels: (size.width, size.height), width: width)
        let radius = Double(size.cornerRadius) * width / Double(max(1, size.width))
        canvas.clip(roundRectangle(canvas.width, canvas.height, radius: radius))
        switch shown.kind {
        case .cover: drawCover(shown, on: canvas)
        case .avatar: drawAvatar(shown, on: canvas)
        }
        return canvas.texture()
    }

    /// The width of all drawings, in units of their own.
    private static let width = 140.0
    /// The theme's default serif font.
    private static let family = "Serif"

    private static func drawCover(_ shown: ShownPicture, on canvas: Canvas) {
        let look = CoverLook(of: shown.id)
        let palette = look.palette
        canvas.fill(CanvasColor(palette.ground))
        look.figure.draw(on: canvas, palette, look)
        // The fold beside the spine, on the side on which such a book is bound.
        let isBoundAtRight = Canvas.isRightToLeft(shown.name)
        let fold = isBoundAtRight ? (canvas.width - 6, canvas.width - 7) : (0, 6)
        canvas.fill(rectangle(fold.0, 0, 6, canvas.height), CanvasColor(.black, alpha: 0.1))
        canvas.fill(rectangle(fold.1, 0, 1, canvas.height), CanvasColor(.white, alpha: 0.12))
        guard !shown.name.allSatisfy(\.isWhitespace) else { return }
        let (left, top, right) = isBoundAtRight ? (12.0, 18.0, 16.0) : (16.0, 18.0, 12.0)
        var words = Canvas.Words(
            // There is no room for more, and laying it out would take long.
            String(shown.name.unicodeScalars.prefix(200)),
            family: family,
            sizes: [36, 31, 27, 23, 20, 18, 16.5, 15, 13.5, 12]
        )
        words.isBold = true
        let room = canvas.width - left - right
        let used = canvas.write(
            words,
            CanvasColor(palette.ink),
            x: left,
            y: top,
            width: room,
            height: canvas.height * CoverFigure.top - top - 14
        )
        let start = isBoundAtRight ? left + room - 22 : left
        canvas.fill(rectangle(start, top + used + 6, 22, 2), CanvasColor(palette.figure))
    }

    private static func drawAvatar(_ shown: ShownPicture, on canvas: Canvas) {
        let palette = CoverLook(of: shown.id).palette
        canvas.fill(CanvasColor(palette.ground))
        var words = Canvas.Words(
            Initials.of(shown.name),
            family: family,
            sizes: [52, 46, 40, 34]
        )
        words.isBold = true
        words.isCentered = true
        canvas.write(
            words,
            CanvasColor(palette.ink),
            x: 10,
            y: 0,
            width: canvas.width - 20,
            height: canvas.height
        )
    }

    private static func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double
    ) -> [Canvas.Step] {
        [
            .move(x, y), .line(x + width, y), .line(x + width, y + height), .line(x, y + height),
            .close,
        ]
    }

    private static func roundRectangle(
        _ width: Double,
        _ height: Double,
        radius: Double
    ) -> [Canvas.Step] {
        guard radius > 0 else { return rectangle(0, 0, width, height) }
        let radius = min(radius, width / 2, height / 2)
        // The best approximation of a circle by a curve.
        let bend = radius * 0.4477
        return [
            .move(radius, 0), .line(width - radius, 0),
            .curve(width - bend, 0, width, bend, width, radius), .line(width, height - radius),
            .curve(width, height - bend, width - bend, height, width - radius, height),
            .line(radius, height),
            .curve(bend, height, 0, height - bend, 0, height - radius), .line(0, radius),
            .curve(0, bend, bend, 0, radius, 0), .close,
        ]
    }
}

/// The initials that represent a name in a small circle.
enum Initials {
    /// The first letters of the first and the last word. Only one for scripts in which one is
    /// enough, or in which two would join.
    static func of(_ name: String) -> String {
        let letters = name.split { $0.isWhitespace || $0 == "-" }
            .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
        guard let first = letters.first, let last = letters.last else {
            return name.first { !$0.isWhitespace }.map { String($0) } ?? "?"
        }
        guard letters.count > 1, first.isCased, last.isCased else { return first.uppercased() }
        return first.uppercased() + last.uppercased()
    }
}

extension CanvasColor {
    init(_ color: RGBColor, alpha: Double = 1) {
        self.init(
            red: Double(color.red) / 255,
            green: Double(color.green) / 255,
            blue: Double(color.blue) / 255,
            alpha: alpha
        )
    }
}
