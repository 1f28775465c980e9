import Foundation
import StateRestoration

/// The parsed path of a stored value.
package struct StoredPath {
    /// The subject of the value.
    package enum Subject: Equatable {
        /// The draft of a new note.
        case newNote
        /// The edited text of a note.
        case edit(of: UUID)
        /// A part of a note that is waiting to be saved.
        case pendingNote(UUID)
        case other
    }

    package let subject: Subject
    /// The path of the draft's other part: for its words that of the quotation, and the other way
    /// round.
    package let otherPart: String?
    /// Whether the value is a draft's quotation, and not the reader's own words.
    package let isQuotation: Bool
    /// The id of the tab's book; nil for the favorites and elsewhere.
    package let tab: UUID?
    /// The character of the value's page.
    package let character: UUID?
    /// The names of the page's scopes.
    let page: [String]

    package init(_ path: String) {
        let components = RestorationScope.components(of: path)
        tab = Self.id(after: ScopePrefix.tab, in: components)
        character = Self.id(after: ScopePrefix.character, in: components)
        let note = Self.id(after: ScopePrefix.note, in: components)
        let pending = components.lastIndex {
            Self.id(after: ScopePrefix.pendingNote, in: [$0]) != nil
        }
        if let pending, let id = Self.id(after: ScopePrefix.pendingNote, in: [components[pending]])
        {
            subject = .pendingNote(id)
            (otherPart, isQuotation) = (nil, false)
            page = Array(components[..<pending])
        } else {
            page = Array(components.dropLast())
            let other: TextKey?
            switch (components.last, note) {
            case (TextKey.newNote.name, _): (subject, other) = (.newNote, .newNoteQuote)
            case (TextKey.newNoteQuote.name, _): (subject, other) = (.newNote, .newNote)
            case (TextKey.edit.name, let note?): (subject, other) = (.edit(of: note), .editQuote)
            case (TextKey.editQuote.name, let note?): (subject, other) = (.edit(of: note), .edit)
            default: (subject, other) = (.other, nil)
            }
            isQuotation = other?.name == TextKey.newNote.name || other?.name == TextKey.edit.name
            let length = components.last?.count ?? 0
            otherPart = other.map { path.dropLast(length) + $0.name }
        }
    }

    /// Whether the value is a draft.
    package var isDraft: Bool {
        switch subject {
        case .newNote, .edit: true
        case .pendingNote, .other: false
        }
    }

    private static func id(after prefix: String, in components: [String]) -> UUID? {
        components.lazy.filter { $0.hasPrefix(prefix) }
            .compactMap { UUID(uuidString: String($0.dropFirst(prefix.count))) }.first
    }
}
