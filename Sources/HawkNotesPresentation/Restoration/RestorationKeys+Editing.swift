import Foundation
import HawkNotesModel
import StateRestoration

extension RestorationScope {
    /// The editor of a subject; call it on the scope of a window.
    package func editor(_ subject: EditorSubject) -> RestorationScope {
        scope("dialog:" + subject.dialog.rawValue + ":" + subject.id.canonicalString)
    }

    /// The scope of a relation in an editor.
    package func relation(_ line: RelationLine) -> RestorationScope {
        scope("relation:" + line.id.canonicalString)
    }

    /// The scope of a reading of a book in its editor.
    package func reading(_ id: UUID) -> RestorationScope { scope("reading:" + id.canonicalString) }
}

extension TextKey {
    /// A text of an editor.
    package static func field(_ field: FormField) -> TextKey { TextKey(name: field.rawValue) }
    /// The relationship of one character to another.
    package static let relationWord = TextKey(name: "word")
    /// When a book was begun.
    package static let begun = TextKey(name: "begun")
    /// When a book was finished.
    package static let finished = TextKey(name: "finished")
}

extension RestorationKey<String> {
    /// The subject, as `EditorSubject.stored`.
    package static var editorSubject: Self { .init(name: "subject", default: "") }
    /// The initial texts of an edit, as `FormTexts.stored`.
    package static var editorBase: Self { .init(name: "base", default: "") }
    /// The choice in a field of an editor.
    package static func choice(_ field: FormField) -> Self {
        .init(name: field.rawValue, default: "")
    }
}
