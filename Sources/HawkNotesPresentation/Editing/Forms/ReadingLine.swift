import Foundation
import HawkNotesModel

/// The dates of one reading in the book's form: both in ISO 8601, or as typed.
package struct ReadingLine: Hashable, Sendable {
    package var begun: String
    package var finished: String

    package init(begun: String = "", finished: String = "") {
        self.begun = begun
        self.finished = finished
    }

    init(_ dates: ReadingDates) {
        self.init(begun: dates.startedOn ?? "", finished: dates.finishedOn ?? "")
    }

    /// Nil when empty.
    package var dates: ReadingDates? {
        guard !isEmpty else { return nil }
        return ReadingDates(
            startedOn: begun.isEmpty ? nil : begun,
            finishedOn: finished.isEmpty ? nil : finished
        )
    }

    var isEmpty: Bool { begun.isEmpty && finished.isEmpty }

    /// A line each, without empty ones.
    package static func text(_ lines: [ReadingLine]) -> String {
        lines.filter { !$0.isEmpty }.map { "\(plain($0.begun))\t\(plain($0.finished))" }
            .joined(separator: "\n")
    }

    package static func lines(_ text: String) -> [ReadingLine] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return ReadingLine(
                begun: String(parts[0]),
                finished: parts.count > 1 ? String(parts[1]) : ""
            )
        }
    }

    /// The text without the separators of dates and lines.
    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
