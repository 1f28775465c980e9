import Foundation
import HawkNotesModel

/// The form of a character with its relations.
package enum CharacterForm {
    static func texts(of subject: EditorSubject, in series: Series?) -> FormTexts? {
        guard let series, let character = series.character(subject.id) else {
            guard subject.isNew else { return nil }
            return FormTexts([.book: subject.bookID?.canonicalString ?? ""])
        }
        return FormTexts([
            .name: character.name,
            .aliases: character.aliases.joined(separator: "\n"),
            .summary: character.summary ?? "",
            .synopsis: character.synopsis ?? "",
            .book: character.bookID?.canonicalString ?? "",
            .chapter: character.chapterID?.canonicalString ?? "",
            .relations: RelationLine.text(
                series.allRelations(of: character.id).map { RelationLine($0, of: character.id) }
            ),
            .avatar: character.avatarID?.canonicalString ?? "",
        ])
    }

    static func write(
        _ texts: FormTexts,
        as subject: EditorSubject,
        in series: Series?,
        to changes: SeriesChanges
    ) throws {
        let bookID = texts.id(.book).flatMap { series?.book($0)?.id }
        var character =
            series?.character(subject.id)
            ?? Character(
                id: subject.id,
                seriesID: subject.seriesID,
                name: "",
                bookID: bookID,
                position: place(in: bookID, of: series)
            )
        if character.bookID != bookID { character.position = place(in: bookID, of: series) }
        character.name = texts.trimmed(.name) ?? ""
        character.aliases = texts.lines(.aliases)
        character.summary = texts.trimmed(.summary)
        character.synopsis = texts.trimmed(.synopsis)
        character.bookID = bookID
        // Chapters of another book say nothing any more.
        let chapters = bookID.flatMap { series?.chapters(of: $0) } ?? []
        character.chapterID = texts.id(.chapter).flatMap { id in
            chapters.first { $0.id == id }?.id
        }
        character.avatarID = texts.id(.avatar)
        try changes.save(character)
        try writeRelations(texts, of: character.id, in: series, to: changes)
    }

    /// The place behind the characters that a book, or none, has already.
    package static func place(in bookID: UUID?, of series: Series?) -> Int {
        let others = series?.allCharacters.filter { $0.bookID == bookID } ?? []
        return (others.map(\.position).max() ?? -1) + 1
    }

    private static func writeRelations(
        _ texts: FormTexts,
        of id: UUID,
        in series: Series?,
        to changes: SeriesChanges
    ) throws {
        let old = series?.allRelations(of: id) ?? []
        let known = Set(old.flatMap { [$0.first, $0.second] })
        let lines = RelationLine.lines(texts[.relations])
            .filter { known.contains($0.other) || series?.character($0.other) != nil }
        guard lines != old.map({ RelationLine($0, of: id) }) else { return }
        for relation in old where !lines.contains(where: { $0.id == relation.id }) {
            try changes.delete(.relation(relation.id))
        }
        for line in lines {
            let (first, second) = line.isFirst ? (id, line.other) : (line.other, id)
            var relation =
                old.first { $0.id == line.id }
                ?? Relation(id: line.id, first: first, second: second)
            let word = line.word.trimmingCharacters(in: .whitespacesAndNewlines)
            relation.word = word.isEmpty ? nil : word
            if !old.contains(relation) { try changes.save(relation) }
        }
        try changes.arrange(relations: lines.map(\.id))
    }
}

/// A relation as it stands in the form of one of its characters.
package struct RelationLine: Hashable, Sendable {
    package let id: UUID
    /// The other character.
    package let other: UUID
    /// Whether the word says what the character of the form is to the other; else what the other is to it.
    package let isFirst: Bool
    package var word = ""

    package init(id: UUID, other: UUID, isFirst: Bool = true, word: String = "") {
        self.id = id
        self.other = other
        self.isFirst = isFirst
        self.word = word
    }

    init(_ relation: Relation, of character: UUID) {
        let isFirst = relation.first == character
        self.init(
            id: relation.id,
            other: isFirst ? relation.second : relation.first,
            isFirst: isFirst,
            word: relation.word ?? ""
        )
    }

    /// Reads a line; nil for what is none.
    init?(stored: String) {
        let parts = stored.split(separator: " ", maxSplits: 3).map(String.init)
        guard parts.count >= 3, let id = UUID(uuidString: parts[0]),
            let other = UUID(uuidString: parts[1])
        else { return nil }
        self.init(
            id: id,
            other: other,
            isFirst: parts[2] == "first",
            word: parts.count > 3 ? parts[3] : ""
        )
    }

    /// As it is kept.
    var stored: String {
        let word = word.split(whereSeparator: \.isNewline).joined(separator: " ")
        let parts = [id.canonicalString, other.canonicalString, isFirst ? "first" : "second"]
        return (parts + (word.isEmpty ? [] : [word])).joined(separator: " ")
    }

    package static func text(_ lines: [RelationLine]) -> String {
        lines.map(\.stored).joined(separator: "\n")
    }

    package static func lines(_ text: String) -> [RelationLine] {
        text.split(separator: "\n").compactMap { RelationLine(stored: String($0)) }
    }
}

extension Series {
    /// The relations that a character has, in their order, as far as the other one is there.
    package func relations(of id: UUID) -> [Relation] {
        relations.filter { relation in
            relation.first == id && character(relation.second) != nil
                || relation.second == id && character(relation.first) != nil
        }
    }

    /// The relations that a character has, in their order; those to characters of other series come last.
    package func allRelations(of id: UUID) -> [Relation] {
        relations(of: id) + outerRelations(of: id)
    }

    /// The relations that a character has to those of other series, in their order.
    package func outerRelations(of id: UUID) -> [Relation] {
        outerRelations.filter { $0.first == id || $0.second == id }
    }
}
