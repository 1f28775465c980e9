import Foundation
import HawkNotesFormats
import HawkNotesModel

/// What versions before have made of folders of files, which they knew by the name of the chosen folder.
extension ImportMapper {
    /// Notes whose folder may have had another name.
    struct RenamedNotes {
        /// Those whose file has changed, with the note that lay at the same place in a folder of another name.
        var edited: [(item: SourceNote, note: KnownNote, folder: String)] = []
        /// Those that nothing leads to.
        var others: [SourceNote] = []
        /// How many notes say the same as at the same place in a folder of another name.
        var matches: [String: Int] = [:]
        /// Whether the library has notes that any of these may be; nil before the first look.
        var hasUnquoted: Bool?
    }

    /// Whether an item is a note of a folder that had another name, or may be one: then it is taken at the end.
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

    /// Takes what was left for the end. A file that has changed is the one of a folder with another name if most
    /// files are; what is elsewhere in it is found by what it says.
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
                // Another file may have brought what it says.
                if let known = try known(item) ?? alike[item.identity] {
                    return try meet(item, known)
                }
                if try !isLeftForLater(item) { try add(item) }
            }
        }
    }

    /// The note of the same book that says the same; in a book without a name of its own, of any book, if it is
    /// the only one.
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

    /// Moves notes to the trash that earlier versions have made of whole files, where passages of these have
    /// taken their place, and the books that nothing is left in. What the reader has changed stays, and what is no
    /// longer in the file.
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

    /// The lines of a text with something in them, without those of tags, which earlier versions have added.
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
