import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Completes books of the library from a source that has more data.
extension ImportMapper {
    /// Fills in a book's missing fields; existing ones do not change.
    ///
    /// - Returns: The book, and its series afterwards.
    func fill(
        _ id: UUID,
        in seriesID: UUID,
        from item: ImportedBook
    ) throws -> (id: UUID, seriesID: UUID) {
        guard !newIDs.contains(id), item.libraryID == nil, !item.state.isReference else {
            return (id, seriesID)
        }
        let series = try fillSeries(of: id, in: seriesID, from: item)
        var details = details(of: item)
        // A number is only valid within a series.
        if series == nil { details.number = nil }
        details.coverID = nil
        for field in try importer.fill(id, with: details) { note(field, of: id) }
        return (id, series ?? seriesID)
    }

    /// Moves a book that stands alone to the series that a source names.
    ///
    /// - Returns: The series, if the book is in it then; nil if it is elsewhere.
    private func fillSeries(
        of id: UUID,
        in seriesID: UUID,
        from item: ImportedBook
    ) throws -> UUID? {
        guard let identity = item.series, let named = series[identity] else { return nil }
        let title = named.item.title
        if index.series(seriesID, isCalled: title) { return seriesID }
        // The reader may have renamed it.
        let known = try named.id ?? importer.imported(from: identity.description)
        if known == seriesID { return seriesID }
        guard let found = try series(named, identity, for: item, id, in: seriesID) else {
            if staying.insert(id).inserted {
                let number = item.numberText ?? item.number.map(Self.text(ofNumber:))
                let said = number.map { "\(title), \($0)" } ?? title
                try remark(
                    .series,
                    on: id,
                    of: item,
                    here: index.title(ofSeries: seriesID) ?? importer.title(ofSeries: seriesID),
                    source: said,
                    saying: [said]
                )
            }
            return nil
        }
        return found
    }

    /// The new series of a book; nil if it stays where it is.
    private func series(
        _ named: SeriesEntry,
        _ identity: SourceIdentity,
        for item: ImportedBook,
        _ id: UUID,
        in seriesID: UUID
    ) throws -> UUID? {
        let title = named.item.title
        let author = named.item.author ?? item.authorNames
        if let other = named.id ?? index.series(title, author: author) {
            guard try importer.moveOutOfSeriesOfOne(id, to: other) else { return nil }
            series[identity]?.id = other
            note(.series, of: id)
            index.move(book: id, to: other)
            return other
        }
        guard try importer.nameSeriesOfOne(seriesID, ofBook: id, as: title) else { return nil }
        series[identity]?.id = seriesID
        index.add(SeriesDetails(id: seriesID, title: title, author: author))
        note(.series, of: id)
        return seriesID
    }

    /// Whether a picture is the cover of an existing book that has none.
    func lacksCover(_ id: UUID, _ subject: SourceIdentity) throws -> Bool {
        guard let book = books[subject], book.isJoined, subject.origin != "hawk-notes" else {
            return false
        }
        return try filled[id]?.contains(.cover) != true && importer.lacksCover(id)
    }

    /// - Parameter picture: The cover; nil in a preview.
    func fillCover(of id: UUID, with picture: UUID?) throws {
        if let picture {
            let book = Book(
                id: id,
                seriesID: id,
                title: "",
                position: 0,
                coverID: picture
            )
            guard try importer.fill(id, with: book).contains(.cover) else { return }
        }
        note(.cover, of: id)
    }

    /// Counts a field once per book: in a preview it stays empty.
    private func note(_ field: FilledField, of id: UUID) {
        if filled[id, default: []].insert(field).inserted {
            report.filled[field, default: 0] += 1
            report.filledBookCount = filled.count
        }
    }
}
