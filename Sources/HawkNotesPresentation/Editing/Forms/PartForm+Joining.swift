import Foundation
import HawkNotesModel

/// A field in which two joined books or characters differ.
package struct FieldDifference: Hashable, Sendable {
    /// One of the two values, as shown.
    package enum Value: Hashable, Sendable {
        case text(String)
        case picture(ShownPicture)
    }

    /// The field.
    package let field: FormField
    /// The value of the remaining one, and that of the other one.
    package let kept, other: Value
}

extension PartForm {
    /// The choices when two books or characters are joined: the fields that both have filled in,
    /// differently. All other fields are merged automatically.
    ///
    /// - Parameters:
    ///   - kept: the one that remains, and its series.
    ///   - other: the one that becomes a part of it, and its series.
    package static func differences(
        _ kept: (part: SeriesPart, series: Series),
        _ other: (part: SeriesPart, series: Series)
    ) -> [FieldDifference] {
        guard let mine = texts(of: kept.part, in: kept.series),
            let theirs = texts(of: other.part, in: other.series)
        else { return [] }
        return chosenFields.compactMap { field in
            // A book of another series does not exist in this one.
            if field == .book, kept.series.id != other.series.id { return nil }
            if let own = picture(field, of: kept.part, in: kept.series),
                let value = picture(field, of: other.part, in: other.series)
            {
                let isSame =
                    own.storedID == value.storedID
                    && (own.storedID != nil || own.file == value.file)
                guard !isSame else { return nil }
                return FieldDifference(field: field, kept: .picture(own), other: .picture(value))
            }
            guard let own = mine.trimmed(field), let value = theirs.trimmed(field), own != value,
                let left = shown(own, field, kept.part, kept.series),
                let right = shown(value, field, other.part, other.series)
            else { return nil }
            return FieldDifference(field: field, kept: left, other: right)
        }
    }

    /// Makes a book or a character a part of another one, in one step with the fields that are
    /// taken from it.
    ///
    /// - Throws: `.notFound` if one of the two is not shown, or they are the same.
    package static func join(
        _ part: SeriesPart,
        into kept: UUID,
        taking fields: Set<FormField>,
        in library: Library
    ) throws -> LibraryUndo {
        try library.changeSeries { changes in
            let source = try changes.seriesID(of: part).flatMap { try changes.series($0) }
            let theirs = source.flatMap { texts(of: part, in: $0) }
            try changes.join(part, into: kept)
            guard !fields.isEmpty, let theirs, let stayed = part.same(as: kept),
                let seriesID = try changes.seriesID(of: stayed),
                let series = try changes.series(seriesID),
                let subject = EditorSubject(stayed, in: series),
                var texts = texts(of: subject, in: series)
            else { return }
            if fields.contains(.name) { swapNames(&texts, theirs[.name]) }
            for field in fields where chosenFields.contains(field) {
                texts[field] = theirs[field]
                if field == .book { texts[.chapter] = theirs[.chapter] }
                // If both links have a label, it is a choice of its own.
                let hasBoth = texts.trimmed(.linkName) != nil && theirs.trimmed(.linkName) != nil
                if field == .link, !hasBoth { texts[.linkName] = theirs[.linkName] }
            }
            _ = try write(texts, as: subject, in: series, to: changes)
            if let source, fields.contains(.cover) || fields.contains(.avatar) {
                try takePicture(of: source, part, by: stayed, in: seriesID, changes)
            }
        }.undo
    }

    /// The former name becomes another name.
    private static func swapNames(_ texts: inout FormTexts, _ name: String) {
        let others = texts.lines(.aliases).filter { $0.folded != name.folded }
        texts[.aliases] = ([texts[.name]] + others).joined(separator: "\n")
    }

    /// The picture of a book's or a character's field; nil if there is none, or for another field.
    private static func picture(
        _ field: FormField,
        of part: SeriesPart,
        in series: Series
    ) -> ShownPicture? {
        let picture: ShownPicture? =
            switch (field, part) {
            case (.cover, .book(let id)): series.book(id).map { ShownPicture($0) }
            case (.avatar, .character(let id)): series.character(id).map { ShownPicture($0) }
            default: nil
            }
        return picture?.storedID == nil && picture?.file == nil ? nil : picture
    }

    /// Takes over the picture of the other one, which may have come with its series.
    private static func takePicture(
        of other: Series,
        _ part: SeriesPart,
        by kept: SeriesPart,
        in seriesID: UUID,
        _ changes: SeriesChanges
    ) throws {
        let series = try changes.series(seriesID)
        if var book = series?.book(kept.id), let source = other.book(part.id) {
            (book.coverFile, book.coverID) = (source.coverFile, source.coverID)
            (book.accent, book.tint) = (source.accent, source.tint)
            try changes.save(book)
        } else if var character = series?.character(kept.id),
            let source = other.character(part.id)
        {
            (character.avatarFile, character.avatarID) = (source.avatarFile, source.avatarID)
            try changes.save(character)
        }
    }

    private static let chosenFields: [FormField] = [
        .cover, .title, .author, .number, .year, .tagline, .overview, .isbn, .language, .link,
        .linkName, .status, .rating, .avatar, .name, .summary, .synopsis, .book,
    ]

    private static func texts(of part: SeriesPart, in series: Series) -> FormTexts? {
        EditorSubject(part, in: series).flatMap { texts(of: $0, in: series) }
    }

    private static func shown(
        _ text: String,
        _ field: FormField,
        _ part: SeriesPart,
        _ series: Series
    ) -> FieldDifference.Value? {
        switch field {
        case .status: ReadingStatus(rawValue: text).map { .text(ReadingText.name(of: $0)) }
        case .rating: Int(text).map { .text(ReadingText.rating($0)) }
        case .language: .text(LanguageText.name(of: text))
        case .book: UUID(uuidString: text).flatMap { series.book($0) }.map { .text($0.title) }
        default: .text(text)
        }
    }
}

extension EditorSubject {
    /// The editor's subject for a book or a character; nil for anything else.
    fileprivate init?(_ part: SeriesPart, in series: Series) {
        switch part {
        case .book(let id): self.init(.book, id, in: series.id, isNew: false)
        case .character(let id): self.init(.character, id, in: series.id, isNew: false)
        case .series, .chapter, .relation: return nil
        }
    }
}

extension SeriesPart {
    /// The book or character with this id, of the same kind as this one.
    fileprivate func same(as id: UUID) -> SeriesPart? {
        switch self {
        case .book: .book(id)
        case .character: .character(id)
        case .series, .chapter, .relation: nil
        }
    }
}
