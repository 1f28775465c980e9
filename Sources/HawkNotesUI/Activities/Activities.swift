import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The kinds of user activity that a window advertises and continues.
enum ActivityType {
    static let book = "io.github.hawknotes.HawkNotes.bookDetail"
    static let character = "io.github.hawknotes.HawkNotes.characterDetail"
    static let favorites = "io.github.hawknotes.HawkNotes.favorites"
}

/// What a character's activity carries.
struct CharacterActivityPayload: Codable, Hashable {
    var book: UUID
    var character: UUID
}

/// What a book's activity carries.
struct BookActivityPayload: Codable, Hashable {
    var book: UUID
}

/// Turns what is shown into user activities and activities into what is to be shown.
@MainActor
struct ActivityCoder {
    let series: Series

    /// The activity of showing a character.
    func activity(for character: Character) throws -> UserActivity {
        var activity = UserActivity(activityType: ActivityType.character, title: character.name)
        activity.targetContentIdentifier = DeepLink.address(
            of: .character(character.id, book: character.bookID)
        )
        try activity.setTypedPayload(
            CharacterActivityPayload(book: character.bookID, character: character.id)
        )
        return activity
    }

    /// The activity of showing a book.
    func activity(for book: Book) throws -> UserActivity {
        var activity = UserActivity(activityType: ActivityType.book, title: book.title)
        activity.targetContentIdentifier = DeepLink.address(of: .book(book.id))
        activity.webpageURL = book.amazonURL
        try activity.setTypedPayload(BookActivityPayload(book: book.id))
        return activity
    }

    /// What an activity asks to be shown.
    ///
    /// - Throws: an error that names the activity and the reason, when it asks for nothing that there is.
    func target(of activity: UserActivity) throws -> Target {
        var target: Target?
        let registry = UserActivityRegistry()
        registry.handle(ActivityType.character) { activity in
            let payload = try activity.typedPayload(CharacterActivityPayload.self)
            target = .character(payload.character, book: payload.book)
        }
        registry.handle(ActivityType.book) { activity in
            target = .book(try activity.typedPayload(BookActivityPayload.self).book)
        }
        registry.handle(ActivityType.favorites) { _ in target = .favorites }
        try registry.continue(activity)
        return target ?? .favorites
    }
}
