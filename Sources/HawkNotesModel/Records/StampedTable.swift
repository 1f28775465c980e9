/// The tables whose rows are merged field by field.
enum StampedTable: String, CaseIterable {
    case series, book, chapter, character, relation, note, trashedNote

    /// Columns that are changed and merged together.
    struct Field: Hashable, Sendable {
        var columns: [String]
        /// Whether an edition of a series sets them, which is no change by the reader.
        var isOfEdition: Bool
        var name: String { columns[0] }
    }

    /// The name in `fieldStamp`: a note in the trash is the same note.
    var kind: String { self == .trashedNote ? "note" : rawValue }

    /// Whether its rows may come from an edition of a series.
    var hasEditions: Bool {
        switch self {
        case .series, .book, .chapter, .character, .relation: true
        case .note, .trashedNote: false
        }
    }

    /// The fields, without the texts of notes, which are revisions, and the lists of books, which
    /// are rows of other tables. `modifiedAt` needs no stamp: the later one counts.
    var fields: [Field] {
        let (edition, others): ([[String]], [[String]]) =
            switch self {
            case .series: (SeriesRecord.fields, [["readBookID", "readChapterID"]])
            case .book:
                (
                    BookRecord.fields,
                    [["seriesID"]]
                        + BookRecord.readersFields.filter { BookLists(rawValue: $0[0]) == nil }
                )
            case .chapter: (ChapterRecord.fields, [])
            case .character: (CharacterRecord.fields, [["seriesID"]])
            case .relation: (RelationRecord.fields, [])
            case .note, .trashedNote:
                (
                    [],
                    [
                        ["subjectID", "subjectKind"], ["createdAt", "isUndated"],
                        ["chapterID", "place", "placeNumber"],
                        ["quote", "quoteColor", "quoteStyle"], ["tags"],
                    ]
                )
            }
        return edition.map { Field(columns: $0, isOfEdition: true) }
            + others.map { Field(columns: $0, isOfEdition: false) }
    }
}
