import Foundation
import HawkNotesModel
import Phrases

/// A note that shows when it was written.
@MainActor
package protocol DatedNote {
    /// The date of the first save; the date of the import if the date of writing is unknown.
    var createdAt: Date { get }
    /// Whether the date of writing is unknown.
    var isUndated: Bool { get }
}

extension Note: DatedNote {}
extension MentioningNote: DatedNote {}
extension NoteItem: DatedNote {}

extension DatedNote {
    /// How long ago the note was written.
    package func age(now: Date) -> String {
        isUndated ? localized("No date") : DateText.relative(createdAt, now: now)
    }

    /// The first moment at which `age` returns another text; nil when it never will.
    package func nextChangeOfAge(after now: Date) -> Date? {
        isUndated ? nil : DateText.nextChange(of: createdAt, after: now)
    }

    /// The day and the time, to the minute.
    package var exactDate: String { isUndated ? localized("No date") : DateText.exact(createdAt) }
}
