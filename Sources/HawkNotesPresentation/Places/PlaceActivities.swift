import Foundation
import HawkNotesModel
import StateRestoration

/// The kinds of user activity that a window advertises and continues. Their names are those of
/// shipped versions and never change.
package enum ActivityType {
    static let book = "io.github.hawknotes.HawkNotes.bookDetail"
    static let character = "io.github.hawknotes.HawkNotes.characterDetail"
    static let favorites = "io.github.hawknotes.HawkNotes.favorites"
    /// Every other place, which the payload names.
    static let place = "io.github.hawknotes.HawkNotes.place"

    /// All that this version continues.
    package static let all = [book, character, favorites, place]
}

/// What a character's activity carries.
struct CharacterActivityPayload: Codable, Hashable {
    /// The book that introduces the character, if one does; older versions need it.
    var book: UUID?
    var character: UUID
}

/// What a book's activity carries.
struct BookActivityPayload: Codable, Hashable {
    var book: UUID
}

/// Turns places into user activities and activities into places.
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

    /// The type of the activity of showing a place.
    package static func type(of place: Place) -> String {
        switch place {
        case .book: ActivityType.book
        case .character: ActivityType.character
        case .favorites(nil): ActivityType.favorites
        case .favorites, .shelf, .series, .webPage, .note, .search, .newer: ActivityType.place
        }
    }

    /// The place that an activity asks to be shown.
    ///
    /// - Throws: an error that names the activity and the reason, when it asks for nothing that there is.
    package func place(of activity: UserActivity) throws -> Place {
        var place: Place?
        let registry = registry { place = $0 }
        try registry.continue(activity)
        return place ?? .favorites
    }

    /// The types that continue activities: all that are declared.
    ///
    /// - Parameter show: told the place that an activity is about.
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

/// The formats of what is dragged, by their MIME types.
package enum DragFormat {
    /// A user activity, as the program's windows hand it to each other.
    package static let activity = "application/vnd.hawknotes.user-activity"
}

extension UserActivity {
    /// What text fields and other programs get of what is dragged: its name and its link.
    package var plainText: String {
        [title, targetContentIdentifier ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
