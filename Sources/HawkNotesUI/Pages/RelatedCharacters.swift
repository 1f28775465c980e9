import Foundation
import GTKBridge
import HawkNotesModel

/// The characters that one is related to, as buttons; nothing where there are none.
@MainActor
final class RelatedCharacters {
    let root = Box(.vertical, spacing: 12)
    private let chips = WrapBox(spacing: 6)
    private weak var navigator: (any Navigator)?
    private let context: AppContext
    private var shown: [Related]?

    /// Another character, and what is known of what the two are to each other.
    private struct Related: Equatable {
        let character: Character
        /// As it is read with the name: "sister of Agatha".
        let words: String
        let isBeforeName: Bool
    }

    init(navigator: any Navigator, context: AppContext) {
        self.navigator = navigator
        self.context = context
        chips.accessibleLabel(localized("Related characters"))
        root.append(PageParts.heading(localized("Related characters")), chips)
    }

    func show(of character: Character) {
        let series = context.series[character.seriesID]
        var seen: Set<UUID> = []
        let related = (series?.relations(of: character.id) ?? []).compactMap { relation in
            let isFirst = relation.first == character.id
            let other = series?.character(isFirst ? relation.second : relation.first)
            return other.map { entry($0, relation.word ?? "", to: character, isFirst: isFirst) }
        }.filter { seen.insert($0.character.id).inserted }
        root.visible(!related.isEmpty)
        guard related != shown else { return }
        shown = related
        chips.removeAll()
        for other in related { chips.append(chip(other)) }
    }

    /// - Parameter isFirst: whether the word says what the shown character is to the other.
    private func entry(
        _ other: Character,
        _ word: String,
        to character: Character,
        isFirst: Bool
    ) -> Related {
        let words = word.isEmpty || isFirst ? word : "\(word) \(character.name)"
        return Related(character: other, words: words, isBeforeName: isFirst)
    }

    private func chip(_ related: Related) -> Widget {
        let other = related.character
        let content = Box(.horizontal, spacing: 6)
            .append(AvatarView.make(other, size: 24, images: context.images))
        let name = Label(other.name).ellipsizing()
        let words = Label(related.words, "dim-label").ellipsizing()
        words.visible(!related.words.isEmpty)
        content.append(related.isBeforeName ? [words, name] : [name, words])
        let button = Button(content, name: other.name, "chip")
        if !related.words.isEmpty { button.accessibleDescription(related.words) }
        return button.onClicked { [weak self] in self?.navigator?.push(.character(other.id)) }
    }
}
