import HawkNotesExchange

/// The format of an export.
package enum ExportFormat: String, CaseIterable {
    /// Markdown: a folder of text files, or one file for one note.
    case markdown
    /// A series file.
    case seriesFile
    /// For paper.
    case pdf
}

/// The destination of an export.
package enum ExportWay: Hashable {
    case file(ExportFormat)
    case paper

    /// The name under which the choice is stored.
    package var storedName: String {
        switch self {
        case .file(let format): format.rawValue
        case .paper: "paper"
        }
    }
}

/// The subject of an export.
package struct ExportSubject: Equatable {
    /// Its title.
    package var title: String
    /// Its content for files that can be imported again.
    package var part: ExportedPart
    /// Its print plan; nil if it is never printed.
    package var plan: PrintPlan?

    package init(title: String, part: ExportedPart, plan: PrintPlan? = nil) {
        self.title = title
        self.part = part
        self.plan = plan
    }

    /// Its formats.
    package var formats: [ExportFormat] { plan == nil ? [.markdown] : ExportFormat.allCases }

    /// Its destinations.
    package var ways: [ExportWay] { formats.map { .file($0) } + (plan == nil ? [] : [.paper]) }

    /// The name under which the choice is stored.
    package var storedName: String {
        switch part {
        case .notes: "notes"
        case .book, .character: "page"
        case .series: "series"
        case .everything: "everything"
        }
    }
}
