import HawkNotesModel
import Phrases

/// The reader's details of a book, in words.
package enum ReadingText {
    package static func name(of status: ReadingStatus) -> String {
        switch status {
        case .toRead: localized("To Read")
        case .reading: localized("Reading")
        case .finished: localized("Finished")
        case .stopped: localized("Stopped")
        }
    }

    /// Nil if it is unknown.
    package static func state(_ state: ReadingState) -> String? {
        guard let status = state.status else { return nil }
        guard status == .reading, let chapter = state.chapter else { return name(of: status) }
        return localized("Read to “%1”", chapter.name)
    }

    /// Describes the change made by a choice.
    package static func saved(_ choice: ReadingChoice) -> String {
        switch choice {
        case .status(let status?): localized("Reading status: %1", name(of: status))
        case .status(nil): localized("Reading status removed")
        case .chapter, .beginning, .end, .reading: localized("Later notes are hidden")
        case .hidesNothing: localized("Nothing is hidden now")
        }
    }

    /// - Parameter rating: in half stars.
    static func stars(_ rating: Int) -> String {
        String(repeating: "★", count: rating / 2) + half(of: rating)
    }

    /// The same for screen readers.
    package static func rating(_ rating: Int) -> String {
        let whole = rating / 2
        // Translators: a rating; %1 is how many stars of five, such as “4” or “3½”.
        return localized("%1 of 5 stars", (whole > 0 ? "\(whole)" : "") + half(of: rating))
    }

    private static func half(of rating: Int) -> String { rating.isMultiple(of: 2) ? "" : "½" }

    /// The last time at which a book was read, and how often it was; empty if unknown.
    static func dates(_ readings: [ReadingDates]) -> [String] {
        let finished = readings.compactMap(\.finishedOn)
        guard let last = finished.max() else {
            let begun = readings.compactMap(\.startedOn).max()
            return begun.flatMap { DateText.partial($0) }.map { [localized("Started %1", $0)] }
                ?? []
        }
        var parts = DateText.partial(last).map { [localized("Read %1", $0)] } ?? []
        if finished.count > 1 {
            parts.append(localized("read %1 time", plural: "read %1 times", count: finished.count))
        }
        return parts
    }
}
