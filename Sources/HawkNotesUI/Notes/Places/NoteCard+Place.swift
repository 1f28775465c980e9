import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Where in the book a note belongs.
extension NoteCard {
    /// Shows where that is, and says it to screen readers with the date and the color of the quotation.
    func showPlace() {
        let (shownPlace, shownTags) = (shownPlace, shownTags)
        place.show(shownPlace, shownTags, in: places)
        let color = shownQuote?.shownColor.map { localized("Color: %1", $0.name) }
        let words = [exactDate, places.text(of: shownPlace), shownTags, color].compactMap { $0 }
            .joined(separator: ", ")
        guard words != described else { return }
        described = words
        root.accessibleDescription(words)
    }

    /// The tags as people write them; nil where there are none, and of a veiled note.
    private var shownTags: String? {
        isVeiled || note.tags.isEmpty ? nil : note.tags.map { "#" + $0 }.joined(separator: " ")
    }

    /// The place as it is saved, or on its way there.
    private var shownPlace: NotePlace? {
        if isVeiled { return nil }
        guard let edit, edit.new.place.isChange else { return note.place }
        return edit.new.place.place
    }
}

/// The place of a note beside its date, and its tags. A long chapter is cut before the page is.
@MainActor
final class NotePlaceLine {
    /// So much of the reader's words is shown, however narrow the card is.
    private static let leastCharacters = 8

    let root = Box(.horizontal, spacing: 6).margin(start: 12).hexpand()
    /// Made when there is something to say: most notes have no place.
    private lazy var chapter = makeLabel()
    private lazy var text = makeLabel()
    private lazy var tags = makeLabel()
    private var isEmpty = true

    func show(_ place: NotePlace?, _ shownTags: String?, in places: NotePlaces) {
        guard place != nil || shownTags != nil || !isEmpty else { return }
        isEmpty = false
        let title = place?.chapterID.flatMap { places.title(ofChapter: $0) }
        let words = place?.text
        chapter.text = title ?? ""
        chapter.visible(title != nil)
        text.text = words ?? ""
        text.minimumCharacters(min(words?.count ?? 0, Self.leastCharacters))
        tags.text = shownTags ?? ""
        tags.visible(shownTags != nil)
        let all = [places.text(of: place), shownTags].compactMap { $0 }
        root.tooltip(all.isEmpty ? nil : all.joined(separator: ", "))
    }

    private func makeLabel() -> Label {
        let label = Label("", "caption", "dim-label").ellipsizing()
        root.append(label)
        return label
    }
}
