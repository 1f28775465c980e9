import Foundation
import HawkNotesModel

/// Turns a series, a book or a character into the texts of a form, and writes them back.
package enum PartForm {
    /// The initial texts of an editor; nil when the series no longer has the item.
    package static func texts(of subject: EditorSubject, in series: Series?) -> FormTexts? {
        switch subject.kind {
        case .series: SeriesForm.texts(of: subject, in: series)
        case .book: BookForm.texts(of: subject, in: series)
        case .character: CharacterForm.texts(of: subject, in: series)
        }
    }

    /// The outcome of saving.
    package enum Outcome: Sendable {
        /// Saved: the updated series, and how to undo it.
        case saved(Series, LibraryUndo)
        /// The same fields were changed elsewhere: the library's texts, and the fields. Nothing is
        /// saved.
        case conflict(FormTexts, [FormField])
        /// The item was deleted elsewhere. Nothing is saved.
        case deleted
    }

    /// Saves a form, keeping changes from elsewhere in other fields. Moves a book to the chosen
    /// series.
    ///
    /// - Parameter bringsBack: whether to restore an item that was deleted in the meantime.
    package static func save(
        _ texts: FormTexts,
        base: FormTexts,
        as subject: EditorSubject,
        bringsBack: Bool,
        to library: Library
    ) throws -> Outcome {
        var seriesID = subject.seriesID
        let (saved, undo) = try library.changeSeries { changes -> Outcome? in
            var series = try changes.series(seriesID)
            if !subject.isNew, !subject.isThere(in: series),
                let current = try changes.seriesID(of: subject.part)
            {
                // The book was moved in the meantime.
                seriesID = current
                series = try changes.series(current)
            }
            let isMissing = !subject.isNew && !subject.isThere(in: series)
            if isMissing {
                guard bringsBack else { return .deleted }
                try changes.restore(subject.part)
                series = try changes.series(seriesID)
            } else if try isWithoutSeries(subject, texts, in: series, changes) {
                guard bringsBack else { return .deleted }
                try changes.restore(.series(texts.id(.series) ?? subject.seriesID))
                series = try changes.series(subject.seriesID)
            }
            var new = texts
            if !subject.isNew {
                let theirs = self.texts(of: subject, in: series) ?? base
                let merge = FormMerge(base: base, yours: texts, theirs: theirs)
                if !merge.conflicts.isEmpty { return .conflict(theirs, merge.conflicts) }
                new = merge.merged
            }
            seriesID = try write(new, as: subject, in: series, to: changes)
            return nil
        }
        if let saved { return saved }
        guard let series = try library.series(seriesID) else { return .deleted }
        return .saved(series, undo)
    }

    static func write(
        _ texts: FormTexts,
        as subject: EditorSubject,
        in series: Series?,
        to changes: SeriesChanges
    ) throws -> UUID {
        switch subject.kind {
        case .series: try SeriesForm.write(texts, as: subject, in: series, to: changes)
        case .book: return try BookForm.write(texts, as: subject, in: series, to: changes)
        case .character: try CharacterForm.write(texts, as: subject, in: series, to: changes)
        }
        return series?.id ?? subject.seriesID
    }

    /// Whether the series of a new item was deleted in the meantime.
    private static func isWithoutSeries(
        _ subject: EditorSubject,
        _ texts: FormTexts,
        in series: Series?,
        _ changes: SeriesChanges
    ) throws -> Bool {
        switch subject.kind {
        case .series: false
        case .book:
            if let id = texts.id(.series) {
                try changes.series(id) == nil
            } else {
                texts[.series].isEmpty && subject.isNew && series == nil
            }
        case .character: subject.isNew && series == nil
        }
    }
}

/// The form of a series: its texts and the order of its books.
enum SeriesForm {
    static func texts(of subject: EditorSubject, in series: Series?) -> FormTexts? {
        guard let series else { return subject.isNew ? FormTexts() : nil }
        return FormTexts([
            .title: series.title,
            .author: series.author ?? "",
            .books: series.books.map(\.id.canonicalString).joined(separator: "\n"),
        ])
    }

    static func write(
        _ texts: FormTexts,
        as subject: EditorSubject,
        in series: Series?,
        to changes: SeriesChanges
    ) throws {
        try changes.save(
            SeriesDetails(
                id: subject.id,
                title: texts.trimmed(.title) ?? "",
                author: texts.trimmed(.author)
            )
        )
        let ordered = texts.lines(.books).compactMap { UUID(uuidString: $0) }
        // New books follow the ordered ones.
        let all = series?.books.map(\.id) ?? []
        let known = ordered.filter { all.contains($0) }
        let new = known + all.filter { !ordered.contains($0) }
        if new != all { try changes.arrange(books: new) }
    }
}
