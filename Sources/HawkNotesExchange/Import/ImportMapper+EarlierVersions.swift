import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Notes that earlier versions imported from folders of files, which they identified by the name of
/// the chosen folder.
extension ImportMapper {
    /// Notes whose folder may have been renamed.
    struct RenamedNotes {
        /// Items whose file has changed, with the note from the same path in a folder of another
        /// name.
        var edited: [(item: SourceNote, note: KnownNote, folder: String)] = []
        /// Items without a corresponding note.
        var others: [SourceNote] = []
        /// The number of notes that are equal to those at the same path in a folder of another
        /// name.
        var matches: [String: Int] = [:]
        /// Whether the library has notes that any of these may be; nil until checked.
        var hasUnquoted: Bool?
    }

    /// Whether an item is a note of a renamed folder, or may be one: then it is imported at the
    /// end.
    func isRenamed(_ item: SourceNote) throws -> Bool {
        for renamed in item.renamedIdentities {
            let note = try importer.importedNote(from: renamed.note.description)
            let words = try importer.importedNote(from: renamed.words.description)
            guard let known = note ?? words, !isClaimed(known.id) else { continue }
            if words != nil {
                renamedNotes.matches[renamed.folder, default: 0] += 1
                try meet(item, as: renamed, known)
            } else {
                renamedNotes.edited.append((item, known, renamed.folder))
            }
            return true
        }
        guard try item.formerText != nil || item.mayBeRenamed && hasUnquotedNotes() else {
            return false
        }
        renamedNotes.others.append(item)
        return true
    }

    private func meet(_ item: SourceNote, as renamed: RenamedIdentity, _ known: KnownNote) throws {
        var item = item
        item.formerIdentities.append(renamed.note)
        item.formerWordsIdentities.append(renamed.words)
        try meet(item, known)
    }

    /// Imports the postponed items. A changed file is assigned to a folder of another name if most
    /// of that folder's files match; files moved within it are found by their content.
    func takeRenamedNotes() throws {
        let notes = renamedNotes
        renamedNotes = RenamedNotes()
        let counts = Dictionary(grouping: notes.edited, by: \.folder).mapValues(\.count)
        var others = notes.others
        for (item, known, folder) in notes.edited {
            let isSame = notes.matches[folder, default: 0] >= counts[folder, default: 0]
            let renamed = item.renamedIdentities.first { $0.folder == folder }
            guard isSame, let renamed, !isClaimed(known.id) else {
                others.append(item)
                continue
            }
            try takeIfSound(.note(item)) { try meet(item, as: renamed, known) }
        }
        guard !others.isEmpty else { return }
        let mayBeEarlier = others.contains { $0.formerText != nil }
        let earlier =
            mayBeEarlier ? try importer.notesOfEarlierVersions(format: Self.markdown) : [:]
        var left: [SourceNote] = []
        for item in others {
            try takeIfSound(.note(item)) {
                guard let known = try moved(item, among: earlier) else { return left.append(item) }
                try meet(item, known)
            }
        }
        let alike = try notesOfRenamedFiles(left)
        for item in left {
            try takeIfSound(.note(item)) {
                // Another file may have provided its content.
                if let known = try known(item) ?? alike[item.identity] {
                    return try meet(item, known)
                }
                if try !isLeftForLater(item) { try add(item) }
            }
        }
    }

    /// The note of the same book with the same content; in a book without its own title, the note
    /// of any book, if there is only one.
    private func moved(
        _ item: SourceNote,
        among notes: [String: [(note: KnownNote, subject: NoteSubject)]]
    ) throws -> KnownNote? {
        guard let book = item.book.flatMap({ books[$0] }) else { return nil }
        let subject = book.place.map { NoteSubject.book($0.id) }
        var texts = [item.text, item.formerText].compactMap(\.self)
        if let text = item.formerText, !item.tags.isEmpty {
            // They had no place for tags.
            texts.append("\(text)\n\n\(item.tags.map { "#\($0)" }.joined(separator: " "))")
        }
        for text in texts {
            let free = (notes[text] ?? []).filter { !isClaimed($0.note.id) }
            let found = free.first { $0.subject == subject }
            let only = book.isAwaited && free.count == 1 ? free.first : nil
            if let note = (found ?? only)?.note { return note }
        }
        return nil
    }

    // MARK: - Whole files

    /// Moves notes to the trash that earlier versions made of whole files, when passages of these
    /// have replaced them, along with books that are empty then. Notes that the reader has changed
    /// stay, as do those whose content is no longer in the file.
    func replaceFormerFiles() throws {
        var replaced: [UUID: Set<UUID>] = [:]
        var books: [(id: UUID, title: String?)] = []
        for file in formerFiles {
            let lines = Self.lines(of: file.text)
            for identity in file.identities {
                guard let known = try importer.importedNote(from: identity.description),
                    !known.isDeleted, claim(known.id),
                    let text = try importer.untouchedText(ofNote: known),
                    Self.lines(of: text).isSubset(of: lines),
                    let home = try importer.home(ofNote: known.id),
                    // The reader may have moved it.
                    home.title.map(file.folders.contains) ?? false
                else { continue }
                try importer.replace(known)
                report.remark(.wholeNote, book: home.title, here: home.beginning)
                guard case .book(let id) = home.subject else { continue }
                if replaced[id] == nil { books.append((id, home.title)) }
                replaced[id, default: []].insert(known.id)
            }
        }
        // The folder of the files was the book of their notes.
        for book in books where !isClaimed(book.id) {
            let isReplaced = try importer.replace(
                book: book.id,
                emptiedOf: replaced[book.id] ?? [],
                format: Self.markdown
            )
            if isReplaced { report.remark(.emptyBook, book: book.title) }
        }
    }

    /// The non-blank lines of a text, without lines of tags, which earlier versions added.
    private static func lines(of text: String) -> Set<String> {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return Set(
            lines.filter { line in
                let words = line.split(separator: " ")
                return !words.allSatisfy {
                    $0.first == "#" && $0.dropFirst().contains { $0 != "#" }
                }
            }
        )
    }
}
