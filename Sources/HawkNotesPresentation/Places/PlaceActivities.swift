import Foundation
import HawkNotesModel
import StateRestoration

/// The types of user activity that a window publishes and continues. Their names are those of
/// released versions and never change.
package enum ActivityType {
    static let book = "io.github.hawknotes.HawkNotes.bookDetail"
    static let character = "io.github.hawknotes.HawkNotes.characterDetail"
    static let favorites = "io.github.hawknotes.HawkNotes.favorites"
    /// All other places; the payload contains the place.
    static let place = "io.github.hawknotes.HawkNotes.place"

    /// All types that this version continues.
    package static let all = [book, character, favorites, place]
}

/// The payload of a character's activity.
struct CharacterActivityPayload: Codable, Hashable {
    /// The book that introduces the character, if one does; older versions need it.
    var book: UUID?
    var character: UUID
}

/// The payload of a book's activity.
struct BookActivityPayload: Codable, Hashable {
    var book: UUID
}

/// Converts places to user activities and back.
@MainActor
package struct ActivityCoder {
    package let series: LoadedSeries

    package init(series: LoadedSeries) {
        self.series = series
    }

    /// The activity of showing a place.
    ///
    /// - Throws: a `PlaceError` for a book or a character that the series does not have.
    package func activity(for place: Place) throws -> UserActivity {
        var activity: UserActivity
        switch place {
        case .book(let id):
            guard let book = series.book(id) else { throw PlaceError.missing(place) }
            activity = UserActivity(activityType: ActivityType.book, title: book.title)
            activity.webpageURL = book.amazonURL
            try activity.setTypedPayload(BookActivityPayload(book: id))
        case .character(let id):
            guard let character = series.character(id) else { throw PlaceError.missing(place) }
            activity = UserActivity(activityType: ActivityType.character, title: character.name)
            try activity.setTypedPayload(
                CharacterActivityPayload(book: character.bookID, character: id)
            )
        case .favorites(nil):
            activity = UserActivity(activityType: ActivityType.favorites)
        case .favorites, .shelf, .series, .webPage, .note, .search, .newer:
            activity = UserActivity(activityType: ActivityType.place)
            try activity.setTypedPayload(place)
        }
        activity.targetContentIdentifier = series.link(to: place)
        return activity
    }

    /// The type of a place's activity.
    package static func type(of place: Place) -> String {
        switch place {
        case .book: ActivityType.book
        case .character: ActivityType.character
        case .favorites(nil): ActivityType.favorites
        case .favorites, .shelf, .series, .webPage, .note, .search, .newer: ActivityType.place
        }
    }

    /// The place of an activity.
    ///
    /// - Throws: an error with the activity and the reason, when there is no such place.
    package func place(of activity: UserActivity) throws -> Place {
        var place: Place?
        let registry = registry { place = $0 }
        try registry.continue(activity)
        return place ?? .favorites
    }

    /// A registry for all declared types.
    ///
    /// - Parameter show: called with the place of an activity.
    func registry(show: @escaping @MainActor (Place) -> Void) -> UserActivityRegistry {
        let registry = UserActivityRegistry(declaredTypes: ActivityType.all)
        registry.handle(ActivityType.character) { activity in
            show(.character(try activity.typedPayload(CharacterActivityPayload.self).character))
        }
        registry.handle(ActivityType.book) { activity in
            show(.book(try activity.typedPayload(BookActivityPayload.self).book))
        }
        registry.handle(ActivityType.favorites) { _ in show(.favorites) }
        registry.handle(ActivityType.place) { activity in
            show(try activity.typedPayload(Place.self))
        }
        return registry
    }
}

/// The formats of drag data, by their MIME types.
package enum DragFormat {
    /// A user activity, as the program's windows exchange it.
    package static let activity = "application/vnd.hawknotes.user-activity"
}

extension UserActivity {
    /// The drag data for text fields and other programs: name and link.
    package var plainText: String {
        [title, targetContentIdentifier ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
