import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The related characters of a character, as buttons; empty without any.
@MainActor
final class RelatedCharacters {
    let root = Box(.vertical, spacing: 12)
    private let chips = WrapBox(spacing: 6)
    private unowned let window: MainWindow
    private let context: AppContext
    private let marks: CharacterMarks
    private var shown: [Related]?
    private var seriesID: Series.ID?
    private var veiled: [Relation.ID] = []

    /// A related character and its relationship.
    private struct Related: Equatable {
        let character: Character
        /// As read with the name: "sister of Agatha".
        let words: String
        let isBeforeName: Bool
    }

    /// - Parameter scope: the page's scope.
    init(in window: MainWindow, scope: RestorationScope) {
        self.window = window
        context = window.context
        marks = CharacterMarks(context: context, drafts: window.draftMarks, scope: scope)
        chips.accessibleLabel(localized("Related characters"))
        root.append(PageParts.heading(localized("Related characters")), chips)
    }

    func showRelated(to character: Character) {
        seriesID = character.seriesID
        let series = context.series[character.seriesID]
        var seen: Set<UUID> = []
        let relations = series?.allRelations(of: character.id) ?? []
        let related = relations.compactMap { relation in
            let isFirst = relation.first == character.id
            let id = isFirst ? relation.second : relation.first
            let other = series?.character(id) ?? series?.neighbors.first { $0.id == id }
            return other.map { entry($0, relation.word ?? "", to: character, isFirst: isFirst) }
        }.filter { seen.insert($0.character.id).inserted }
        let veiled = context.series.veiledRelations(of: character.id).map(\.id)
        root.visible(!related.isEmpty || !veiled.isEmpty)
        guard related != shown || veiled != self.veiled else { return }
        shown = related
        self.veiled = veiled
        chips.removeAll()
        for other in related { chips.append(chip(other)) }
        if !veiled.isEmpty { chips.append(veiledChip()) }
    }

    /// - Parameter isFirst: whether the word describes the shown character's relationship to the
    ///   other one.
    private func entry(
        _ other: Character,
        _ word: String,
        to character: Character,
        isFirst: Bool
    ) -> Related {
        let words = word.isEmpty || isFirst ? word : "\(word) \(character.name)"
        return Related(character: other, words: words, isBeforeName: isFirst)
    }

    /// Stands for the related characters that are spoilers.
    private func veiledChip() -> Widget {
        let text = localized("%1 hidden", plural: "%1 hidden", count: veiled.count)
        let button = Button(Label(text, "dim-label"), name: text, "chip")
        // Translators: what a button does, read with “2 veiled”.
        button.accessibleDescription(VeilText.show)
        return button.tooltip(VeilText.show).onClicked { [weak self] in
            guard let self else { return }
            let things = veiled.map { Veil.Exception.thing($0) }
            // Later: this removes the button as well.
            MainLoop.whenIdle { [weak window] in window?.unveil(things) }
        }
    }

    private func chip(_ related: Related) -> Widget {
        let (other, owner) = (related.character, seriesID)
        let mark = NoteMarkView()
        let avatar = Overlay(AvatarView.make(other, size: 24, images: context.images))
            .overlay(mark.dot.halign(.end).valign(.start))
        let content = Box(.horizontal, spacing: 6).append(avatar)
        let name = Label(other.name).ellipsizing()
        let words = Label(related.words, "dim-label").ellipsizing()
        words.visible(!related.words.isEmpty)
        content.append(related.isBeforeName ? [words, name] : [name, words])
        mark.number.classes("in-padding")
        let button = Button(
            Box(.horizontal).append(content, mark.number),
            name: other.name,
            "chip"
        )
        marks.follow(other, in: button, view: mark, text: related.words)
        PlaceGestures.add(
            toClickOf: button,
            in: window,
            opening: .init { [weak window] place in
                if other.seriesID == owner {
                    window?.push(place)
                } else {
                    window?.showInItsSeries(place)
                }
            },
            subject: { [images = context.images] in
                PlaceGestures.Subject(place: .character(other.id), title: other.name) {
                    AvatarView.make(other, size: 48, images: images)
                }
            }
        )
        return button
    }
}
