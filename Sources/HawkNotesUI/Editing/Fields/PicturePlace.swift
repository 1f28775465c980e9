import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The picture of a book or a character at the top of its editor.
@MainActor
final class PicturePlace: EditorField {
    let field: FormField
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { value.wrappedValue }
    var focusable: [(name: String, widget: Widget)] { picture.focusable }

    private let value: SceneStorage<String>
    private let picture: PictureField

    /// - Parameters:
    ///   - shown: whose picture it is, with the one that came with it.
    ///   - initial: what to begin with; nil when the editor is open again.
    init(
        _ field: FormField,
        _ label: String,
        of shown: ShownPicture,
        in scope: RestorationScope,
        initial: String?,
        context: AppContext
    ) {
        self.field = field
        let value = SceneStorage(.choice(field), in: scope)
        if let initial, !initial.isEmpty { value.wrappedValue = initial }
        self.value = value
        var shown = shown
        shown.storedID = UUID(uuidString: value.wrappedValue)
        picture = PictureField(shown, context: context) { [weak value] id in
            value?.wrappedValue = id?.canonicalString ?? ""
        }
        frame = FieldFrame(label, picture.root)
    }

    /// Lets the picture that is made of the name follow a field.
    func follow(_ name: LineField) {
        picture.name = name.text
        name.onChange = { [weak self, weak name] in
            if let self, let name { picture.name = name.text }
        }
    }

    func take(_ text: String) {
        value.wrappedValue = text
        picture.value = UUID(uuidString: text)
    }

    func readable(_ text: String) -> String {
        text.isEmpty ? localized("No picture") : localized("Another picture")
    }

    func close() {}
}
