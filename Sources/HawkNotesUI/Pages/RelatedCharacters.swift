import GTKBridge
import HawkNotesModel

/// The characters that one is related to, as buttons; nothing where there are none.
@MainActor
final class RelatedCharacters {
    let root = Box(.vertical, spacing: 12)
    private let chips = WrapBox(spacing: 6)
    private weak var navigator: (any Navigator)?
    private let context: AppContext
    private var shown: [Character]?

    init(navigator: any Navigator, context: AppContext) {
        self.navigator = navigator
        self.context = context
        chips.accessibleLabel(localized("Related characters"))
        root.append(PageParts.heading(localized("Related characters")), chips)
    }

    func show(of character: Character) {
        let related = context.series[character.seriesID]?.related(to: character.id) ?? []
        root.visible(!related.isEmpty)
        guard related != shown else { return }
        shown = related
        chips.removeAll()
        for other in related {
            let content = Box(.horizontal, spacing: 6).append(
                AvatarView.make(other, size: 24, images: context.images),
                Label(other.name).ellipsizing()
            )
            chips.append(
                Button(content, name: other.name, "chip")
                    .onClicked { [weak self] in self?.navigator?.push(.character(other.id)) }
            )
        }
    }
}
