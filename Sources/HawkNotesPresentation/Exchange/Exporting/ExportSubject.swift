import HawkNotesExchange

/// How something is written.
package enum ExportFormat: String, CaseIterable {
    /// A folder of text files, or one file for one note.
    case markdown
    /// A file of our own.
    case seriesFile
    /// For paper.
    case pdf
}

/// Where something goes that is taken out of the library.
package enum ExportWay: Hashable {
    case file(ExportFormat)
    case paper

    /// By which it is kept what was chosen.
    package var storedName: String {
        switch self {
        case .file(let format): format.rawValue
        case .paper: "paper"
        }
    }
}

/// What is taken out of the library.
package struct ExportSubject: Equatable {
    /// What it is called.
    package var title: String
    /// For files that can be imported again.
    package var part: ExportedPart
    /// For paper; nil for what is never printed.
    package var plan: PrintPlan?

    package init(title: String, part: ExportedPart, plan: PrintPlan? = nil) {
        self.title = title
        self.part = part
        self.plan = plan
    }

    /// How it can be written.
    package var formats: [ExportFormat] { plan == nil ? [.markdown] : ExportFormat.allCases }

    /// Where it can go.
    package var ways: [ExportWay] { formats.map { .file($0) } + (plan == nil ? [] : [.paper]) }

    /// By which it is kept what was chosen.
    package var storedName: String {
        switch part {
        case .notes: "notes"
        case .book, .character: "page"
        case .series: "series"
        case .everything: "everything"
        }
    }
}
