import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Finds files that were renamed and changed at the same time.
extension ImportMapper {
    static let markdown = ImportFormatName.markdown.rawValue

    /// Whether any note may be that of a renamed file.
    func hasUnquotedNotes() throws -> Bool {
        if let known = renamedNotes.hasUnquoted { return known }
        let found = try importer.hasUnquotedNotes(ofFormat: Self.markdown)
        renamedNotes.hasUnquoted = found
        return found
    }

    /// The notes of files that were renamed and changed at the same time. Files have no data that
    /// shows this: a note matches if it was in the same book, and has a heading that no other has
    /// and most of the lines below it. Otherwise both notes stay.
    func notesOfRenamedFiles(_ items: [SourceNote]) throws -> [SourceIdentity: KnownNote] {
        var files: [String: [(item: SourceNote, likeness: FileLikeness)]] = [:]
        for item in items where item.mayBeRenamed {
            guard let likeness = FileLikeness(item.text) else { continue }
            files[likeness.heading, default: []].append((item, likeness))
        }
        if files.isEmpty { return [:] }
        var notes: [String: [(note: UnquotedNote, likeness: FileLikeness)]] = [:]
        try importer.eachUnquotedNote(ofFormat: Self.markdown, where: { !isClaimed($0) }) { note in
            guard let likeness = FileLikeness(note.text), files[likeness.heading] != nil else {
                return
            }
            notes[likeness.heading, default: []].append((note, likeness))
        }
        var result: [SourceIdentity: KnownNote] = [:]
        for (heading, files) in files {
            guard files.count == 1, let file = files.first, let notes = notes[heading],
                notes.count == 1, let known = notes.first, file.likeness.isAlike(known.likeness),
                isInBook(of: file.item, known.note), hasDate(of: file.item, known.note)
            else { continue }
            result[file.item.identity] = known.note.note
        }
        return result
    }

    /// Whether a note is in the book of an item; a book without its own title may be any.
    private func isInBook(of item: SourceNote, _ note: UnquotedNote) -> Bool {
        guard let book = item.book.flatMap({ books[$0] }) else { return false }
        return book.isAwaited || book.place.map { NoteSubject.book($0.id) } == note.subject
    }

    /// Whether the dates permit that a note was written when an item was: pages of a journal are
    /// very similar.
    private func hasDate(of item: SourceNote, _ note: UnquotedNote) -> Bool {
        guard let date = item.created?.date(imports.moment), let known = note.writtenAt else {
            return item.created == nil
        }
        return date == known
    }
}

/// Compares two texts that may be versions of one file with different names and words: they need
/// the same heading, and most of the lines below it.
private struct FileLikeness {
    /// The first heading, or else the first line, normalized like names; never empty.
    let heading: String
    private let lines: Set<String>

    /// Returns nil for a text that is too short.
    init?(_ text: String) {
        var heading: String?
        var first: String?
        var lines: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            let key = NameMatching.key(line)
            if key.isEmpty { continue }
            if first == nil { first = key }
            guard line.hasPrefix("#") else {
                lines.insert(line)
                continue
            }
            // A line of tags is not a heading.
            if heading == nil, line.drop(while: { $0 == "#" }).first == " " { heading = key }
        }
        guard let known = heading ?? first else { return nil }
        self.heading = known
        self.lines = lines.filter { NameMatching.key($0) != known }
        guard self.lines.count >= Self.fewest else { return nil }
    }

    /// Whether most lines of each text are in the other.
    func isAlike(_ other: FileLikeness) -> Bool {
        let common = lines.intersection(other.lines)
        let length = Self.length(common)
        return heading == other.heading && common.count >= Self.fewest
            && 2 * length > Self.length(lines) && 2 * length > Self.length(other.lines)
    }

    /// One line may match by accident.
    private static let fewest = 2

    private static func length(_ lines: Set<String>) -> Int {
        lines.reduce(0) { $0 + $1.utf8.count }
    }
}
