import GTKBridge
import HawkNotesModel

/// Where in the book a note belongs.
extension NoteCard {
    /// Shows where that is, and says it to screen readers with the date and the color of the quotation.
    func showPlace() {
        place.show(shownPlace, in: places)
        let color = shownQuote?.shownColor.map { localized("Color: %1", $0.name) }
        let words = [exactDate, places.text(of: shownPlace), color].compactMap { $0 }
            .joined(separator: ", ")
        guard words != described else { return }
        described = words
        root.accessibleDescription(words)
    }

    /// The place as it is saved, or on its way there.
    private var shownPlace: NotePlace? {
        if isVeiled { return nil }
        guard let edit, edit.new.place.isChange else { return note.place }
        return edit.new.place.place
    }
}

/// The place of a note beside its date. A long chapter is cut before the page is.
@MainActor
final class NotePlaceLine {
    /// So much of the reader's words is shown, however narrow the card is.
    private static let leastCharacters = 8

    let root = Box(.horizontal, spacing: 6).margin(start: 12).hexpand()
    /// Made when there is something to say: most notes have no place.
    private lazy var chapter = makeLabel()
    private lazy var text = makeLabel()
    private var isEmpty = true

    func show(_ place: NotePlace?, in places: NotePlaces) {
        guard place != nil || !isEmpty else { return }
        isEmpty = false
        let title = place?.chapterID.flatMap { places.title(ofChapter: $0) }
        let words = place?.text
        chapter.text = title ?? ""
        chapter.visible(title != nil)
        text.text = words ?? ""
        text.minimumCharacters(min(words?.count ?? 0, Self.leastCharacters))
        root.tooltip(places.text(of: place))
    }

    private func makeLabel() -> Label {
        let label = Label("", "caption", "dim-label").ellipsizing()
        root.append(label)
        return label
    }
}
