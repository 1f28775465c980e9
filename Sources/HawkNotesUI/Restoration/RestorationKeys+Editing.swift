import Foundation
import StateRestoration

extension RestorationScope {
    /// The editor of one thing; to be asked of the scope of a window.
    func editor(_ subject: EditorSubject) -> RestorationScope {
        scope("dialog:" + subject.dialog.rawValue + ":" + subject.id.inForm)
    }

    /// What is kept of a relation in an editor.
    func relation(_ line: RelationLine) -> RestorationScope { scope("relation:" + line.id.inForm) }

    /// What is kept of one of the times at which a book was read, in its editor.
    func reading(_ id: UUID) -> RestorationScope { scope("reading:" + id.inForm) }
}

extension TextKey {
    /// A text of an editor.
    static func field(_ field: FormField) -> TextKey { TextKey(name: field.rawValue) }
    /// What one character is to another.
    static let relationWord = TextKey(name: "word")
    /// When a book was begun.
    static let begun = TextKey(name: "begun")
    /// When a book was finished.
    static let finished = TextKey(name: "finished")
}

extension RestorationKey<String> {
    /// What is edited, as `EditorSubject.stored`.
    static var editorSubject: Self { .init(name: "subject", initial: "") }
    /// The texts with which an edit began, as `FormTexts.stored`.
    static var editorBase: Self { .init(name: "base", initial: "") }
    /// What was chosen in a field of an editor.
    static func choice(_ field: FormField) -> Self { .init(name: field.rawValue, initial: "") }
}
