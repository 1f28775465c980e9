import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// What a field for notes does with characters: their names are drawn as links, and `@` offers them.
@MainActor
final class MentionWriting {
    let style: MentionStyle
    let completion: MentionCompletion
    private var changes: ChangeObservation?

    init(_ field: TextView, mentions: NoteMentions) {
        style = MentionStyle(field) { mentions.names }
        completion = MentionCompletion(field, source: mentions.source, images: mentions.images)
        if mentions.canMake { completion.create = { mentions.make($0) } }
        changes = mentions.observe { [weak self] in self?.style.updateAll() }
    }
}
