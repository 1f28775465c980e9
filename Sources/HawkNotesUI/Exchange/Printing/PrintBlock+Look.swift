import GTKBridge
import HawkNotesPresentation

extension PrintBlock {
    /// The links in the text.
    var links: [PrintText.Link] {
        NoteLinks.ranges(in: text).map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
            return PrintText.Link(range: start..<start + length, address: String(text[range]))
        }
    }
}

extension PrintBlock.Style {
    /// In Pango's spelling, with its size in points.
    var font: String {
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
    var lineHeight: Double {
        switch self {
        case .title, .heading, .subheading, .remark: 1
        case .body, .quote, .note: 1.2
        }
    }

    /// The space over it, in points, except at the top of a page.
    var space: Double {
        switch self {
        case .title: 0
        case .heading: 28
        case .subheading: 18
        case .remark: 10
        case .body: 6
        case .quote, .note: 3
        }
    }

    /// How far it stands from the left margin, in points.
    var indent: Double { self == .quote ? 14 : 0 }

    var grey: PrintCanvas.Grey { self == .remark ? 0.35 : 0 }

    /// Whether it would be lost at the bottom of a page, without what it is about.
    var staysWithNext: Bool {
        switch self {
        case .title, .heading, .subheading, .remark: true
        case .body, .quote, .note: false
        }
    }
}
