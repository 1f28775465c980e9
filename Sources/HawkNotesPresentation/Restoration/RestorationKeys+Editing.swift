import Foundation
import HawkNotesModel
import StateRestoration

extension RestorationScope {
    /// The editor of one thing; to be asked of the scope of a window.
    package func editor(_ subject: EditorSubject) -> RestorationScope {
        scope("dialog:" + subject.dialog.rawValue + ":" + subject.id.canonicalString)
    }

    /// What is kept of a relation in an editor.
    package func relation(_ line: RelationLine) -> RestorationScope {
        scope("relation:" + line.id.canonicalString)
    }

    /// What is kept of one of the times at which a book was read, in its editor.
    package func reading(_ id: UUID) -> RestorationScope { scope("reading:" + id.canonicalString) }
}

extension TextKey {
    /// A text of an editor.
    package static func field(_ field: FormField) -> TextKey { TextKey(name: field.rawValue) }
    /// What one character is to another.
    package static let relationWord = TextKey(name: "word")
    /// When a book was begun.
    package static let begun = TextKey(name: "begun")
    /// When a book was finished.
    package static let finished = TextKey(name: "finished")
}

extension RestorationKey<String> {
    /// What is edited, as `EditorSubject.stored`.
    package static var editorSubject: Self { .init(name: "subject", default: "") }
    /// The texts with which an edit began, as `FormTexts.stored`.
    package static var editorBase: Self { .init(name: "base", default: "") }
    /// What was chosen in a field of an editor.
    package static func choice(_ field: FormField) -> Self {
        .init(name: field.rawValue, default: "")
    }
}
