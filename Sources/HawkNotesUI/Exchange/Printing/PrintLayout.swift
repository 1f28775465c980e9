import GTKBridge
import HawkNotesPresentation
import Phrases

/// Breaks print blocks into pages with margins and page numbers, without a lone heading at the
/// bottom.
///
/// Stores the texts and the beginning of each page; lines are broken again when a page is drawn,
/// which takes less memory than all lines of a hundred thousand notes.
@MainActor
final class PrintLayout: PrintedDocument {
    /// The beginning of a page.
    struct PageStart: Equatable {
        var block: Int
        var line: Int
    }

    /// In points: two centimetres.
    static let margin = 56.0
    /// The size of the text that is laid out in one step, in bytes; a block is never split.
    private static let step = 4 << 10

    /// Called with the number of pages laid out so far.
    var onProgress: @MainActor (_ pages: Int) -> Void = { _ in }
    /// Called when notes could not be read. Layout stops: pages with gaps would look complete.
    var onFailure: @MainActor () -> Void = {}
    /// The beginnings of the pages laid out so far.
    private(set) var pages: [PageStart] = []
    private let source: PrintSource
    private var isStopped = false
    private var blocks: [PrintBlock] = []
    private var paper: PrintPaper?
    /// The used height of the current page.
    private var y = 0.0
    /// The blocks at its end that must stay with the following one.
    private var staying: [(block: Int, space: Double, height: Double)] = []

    init(_ source: PrintSource) { self.source = source }

    /// The error of reading notes, if any.
    var failure: (any Error)? { source.failure }

    private var title: String { source.plan.title }
    private var width: Double { (paper?.width ?? 0) - 2 * Self.margin }
    /// The text area between the margins; the page number is in the lower margin.
    private var height: Double { (paper?.height ?? 0) - 2 * Self.margin }

    func begin(on paper: PrintPaper) { self.paper = paper }

    func layOut() -> Int? {
        guard let paper, !isStopped else { return nil }
        if pages.isEmpty { pages = [PageStart(block: 0, line: 0)] }
        var bytes = 0
        while bytes < Self.step {
            switch source.nextBlock() {
            case .block(let block):
                // Even a note of one letter takes time.
                bytes += block.text.utf8.count + 200
                blocks.append(block)
                place(text(block, on: paper), block.style, blocks.count - 1)
            case .later: return nil
            case .nothing: return finish()
            }
        }
        onProgress(pages.count)
        return nil
    }

    private func finish() -> Int? {
        guard source.failure != nil else { return pages.count }
        isStopped = true
        onFailure()
        return nil
    }

    private func text(_ block: PrintBlock, on paper: PrintPaper) -> PrintText {
        PrintText(
            block.text,
            font: block.style.font,
            width: width - block.style.indent,
            lineHeight: block.style.lineHeight,
            links: block.links,
            emphasis: block.emphasis.map {
                PrintText.Emphasis(range: $0.range, isItalic: $0.isItalic, isBold: $0.isBold)
            },
            on: paper
        )
    }

    // MARK: Breaking into pages

    private func place(_ text: PrintText, _ style: PrintBlock.Style, _ block: Int) {
        let count = text.lines.count
        var space = y == 0 ? 0 : style.space
        var line = 0
        while line < count {
            let wanted = line == 0 ? (style.staysWithNext ? count : min(2, count)) : 1
            var fitting = fittingLines(of: text, from: line, in: height - y - space)
            // No single last line on the next page.
            if count - line - fitting == 1, fitting > 2 { fitting -= 1 }
            if fitting < wanted, y > 0 {
                beginPage(block, line)
                space = y == 0 ? 0 : style.space
                continue
            }
            // A line higher than a page is cut off.
            fitting = max(fitting, 1)
            let part = text.height(of: line..<line + fitting)
            y += space + part
            line += fitting
            if line < count { beginPage(block, line) }
            if line == count, style.staysWithNext {
                staying.append((block, space, part))
            } else {
                staying = []
            }
            space = 0
        }
    }

    private func fittingLines(of text: PrintText, from first: Int, in room: Double) -> Int {
        let top = text.lines[first].top
        // Adding may lose a hundredth of a point.
        return text.lines[first...].prefix { $0.bottom - top <= room + 0.01 }.count
    }

    /// Begins a page with a line, together with the blocks that must stay with it.
    private func beginPage(_ block: Int, _ line: Int) {
        let taken = line == 0 ? staying : []
        staying = []
        guard let first = taken.first, first.block > pages[pages.count - 1].block else {
            pages.append(PageStart(block: block, line: line))
            y = 0
            return
        }
        pages.append(PageStart(block: first.block, line: 0))
        y = taken.reduce(-first.space) { $0 + $1.space + $1.height }
    }

    // MARK: Drawing

    func draw(page: Int, on canvas: PrintCanvas) {
        guard let paper, pages.indices.contains(page) else { return }
        let start = pages[page]
        let end =
            page + 1 < pages.count ? pages[page + 1] : PageStart(block: blocks.count, line: 0)
        var y = Self.margin
        for index in start.block...end.block where blocks.indices.contains(index) {
            let style = blocks[index].style
            let first = index == start.block ? start.line : 0
            if index == end.block, end.line <= first { continue }
            let text = text(blocks[index], on: paper)
            let lines = first..<(index == end.block ? end.line : text.lines.count)
            if y > Self.margin { y += style.space }
            // The indentation and the bar are where the text begins.
            let x = Self.margin + (text.isRightToLeft ? 0 : style.indent)
            let height = text.height(of: lines)
            canvas.draw(text, lines: lines, x: x, y: y, grey: style.grey)
            if style == .quote {
                let bar = text.isRightToLeft ? Self.margin + width - 4 : Self.margin + 4
                canvas.drawBar(x: bar, top: y, bottom: y + height, grey: 0.6)
            }
            y += height
        }
        drawFoot(page, on: canvas, paper)
    }

    private func drawFoot(_ page: Int, on canvas: PrintCanvas, _ paper: PrintPaper) {
        let y = paper.height - Self.margin + 20
        // The title has most of the line, the number the rest, by the direction of the program's
        // language: neither covers the other.
        let isMirrored = TextDirection.isRightToLeft
        func draw(_ words: String, share: Double, isAtRight: Bool) {
            let text = PrintText(
                words,
                font: "Sans 8",
                width: width * share,
                side: isAtRight ? .right : .left,
                on: paper
            )
            let x = Self.margin + (isAtRight ? width * (1 - share) : 0)
            canvas.draw(text, lines: 0..<1, x: x, y: y, grey: 0.35)
        }
        draw(title.beginning(limit: 60).holdable, share: 0.7, isAtRight: isMirrored)
        let (number, count) = (LocalNumber.format(page + 1), LocalNumber.format(pages.count))
        draw(
            localized("Page %1 of %2", number, count),
            share: 0.28,
            isAtRight: !isMirrored
        )
    }
}

// MARK: - How blocks look

extension PrintBlock {
    /// The links in the text.
    fileprivate var links: [PrintText.Link] {
        NoteLinks.ranges(in: text).map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
            return PrintText.Link(range: start..<start + length, address: String(text[range]))
        }
    }
}

extension PrintBlock.Style {
    /// In Pango's spelling, with its size in points.
    fileprivate var font: String {
        switch self {
        case .title: "Sans Bold 22"
        case .heading: "Sans Bold 15"
        case .subheading: "Sans Bold 11"
        case .remark: "Sans 8.5"
        case .body, .note: "Serif 10.5"
        case .quote: "Serif Italic 10.5"
        }
    }

    /// A multiple of the font's own.
    fileprivate var lineHeight: Double {
        switch self {
        case .title, .heading, .subheading, .remark: 1
        case .body, .quote, .note: 1.2
        }
    }

    /// The space over it, in points, except at the top of a page.
    fileprivate var space: Double {
        switch self {
        case .title: 0
        case .heading: 28
        case .subheading: 18
        case .remark: 10
        case .body: 6
        case .quote, .note: 3
        }
    }

    /// The indentation, in points.
    fileprivate var indent: Double { self == .quote ? 14 : 0 }

    fileprivate var grey: PrintCanvas.Grey { self == .remark ? 0.35 : 0 }

    /// Whether it must not be at the bottom of a page without the following block.
    fileprivate var staysWithNext: Bool {
        switch self {
        case .title, .heading, .subheading, .remark: true
        case .body, .quote, .note: false
        }
    }
}
