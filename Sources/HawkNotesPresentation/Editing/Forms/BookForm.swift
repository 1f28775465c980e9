import Foundation
import HawkNotesModel

/// The form of a book with its chapters.
package enum BookForm {
    /// What is chosen in the field of the series for one that is yet to be made.
    package static let newSeries = "new"
    /// What is chosen in the field of the series for a lone book.
    package static let noSeries = "none"

    static func texts(of subject: EditorSubject, in series: Series?) -> FormTexts? {
        guard let book = series?.book(subject.id) else {
            return subject.isNew ? textsOfNewBook(in: series) : nil
        }
        return FormTexts([
            .series: Self.series(of: series),
            .title: book.title,
            .author: book.author ?? "",
            .number: book.number ?? "",
            .year: book.published.map { String($0.year) } ?? "",
            .tagline: book.tagline ?? "",
            .overview: book.overview ?? "",
            .isbn: book.isbn10 ?? "",
            .link: book.amazonURL?.absoluteString ?? "",
            .linkName: book.linkName ?? "",
            .chapters: series?.chapters(of: book.id).map(\.name).joined(separator: "\n") ?? "",
            .cover: book.coverID?.canonicalString ?? "",
            .language: book.language ?? "",
            .status: book.readingStatus?.rawValue ?? "",
            .rating: book.rating.map(String.init) ?? "",
            .readings: ReadingLine.text(book.readings.map(ReadingLine.init)),
            .shelves: book.shelves.joined(separator: "\n"),
        ])
    }

    static func write(
        _ texts: FormTexts,
        as subject: EditorSubject,
        in series: Series?,
        to changes: SeriesChanges
    ) throws -> UUID {
        let seriesID = try seriesID(texts, of: subject, in: series, to: changes)
        let target = seriesID == series?.id ? series : try changes.series(seriesID)
        let old = target?.book(subject.id)
        var book =
            old
            ?? Book(
                id: subject.id,
                seriesID: seriesID,
                title: "",
                position: (target?.books.last?.position ?? -1) + 1
            )
        book.title = texts.trimmed(.title) ?? ""
        book.author = texts.trimmed(.author)
        book.number = texts.trimmed(.number)
        book.published = published(texts.trimmed(.year), old: old?.published)
        book.tagline = texts.trimmed(.tagline)
        book.overview = texts.trimmed(.overview)
        book.isbn10 = texts.trimmed(.isbn).map(ISBN.digits)
        book.amazonURL = texts.trimmed(.link).flatMap { URL(string: $0) }
        book.linkName = texts.trimmed(.linkName)
        book.coverID = texts.id(.cover)
        book.language = texts.trimmed(.language)
        book.readingStatus = texts.trimmed(.status).flatMap(ReadingStatus.init)
        book.rating = texts.trimmed(.rating).flatMap { Int($0) }
        book.readings = ReadingLine.lines(texts[.readings]).compactMap(\.dates)
        book.shelves = texts.lines(.shelves)
        try changes.save(book)
        if book.readingStatus == .finished, old?.readingStatus != .finished {
            try changes.movePoint(toEndOf: book)
        }
        try writeChapters(texts.lines(.chapters), of: book.id, in: target, to: changes)
        return seriesID
    }

    /// A book that is added beside a lone one makes a series of both, called after the first until it is renamed.
    private static func textsOfNewBook(in series: Series?) -> FormTexts {
        guard let series, series.isLoneBook else {
            return FormTexts([.series: Self.series(of: series)])
        }
        return FormTexts([.series: newSeries, .newSeries: series.shownTitle])
    }

    /// What stands in the field for a series.
    package static func series(of series: Series?) -> String {
        guard let series, !series.isLoneBook else { return noSeries }
        return series.id.canonicalString
    }

    /// Moves a book to the series that was chosen; makes the series where there is none yet.
    private static func seriesID(
        _ texts: FormTexts,
        of subject: EditorSubject,
        in series: Series?,
        to changes: SeriesChanges
    ) throws -> UUID {
        let title = texts.trimmed(.newSeries) ?? ""
        // An editor of an earlier version says nothing of the series.
        let chosen = texts[.series].isEmpty ? Self.series(of: series) : texts[.series]
        let isMade = chosen == newSeries
        if !subject.isNew {
            let destination: BookDestination =
                if let id = UUID(uuidString: chosen) {
                    .series(id)
                } else {
                    isMade ? .newSeries(UUID(), title: title) : .alone(UUID())
                }
            return try changes.moveBook(subject.id, to: destination)
        }
        if let id = UUID(uuidString: chosen) { return id }
        if isMade {
            // Beside a lone book, the series that both are in from now on.
            let id = series.map { $0.isLoneBook ? $0.id : UUID() } ?? subject.seriesID
            try changes.save(SeriesDetails(id: id, title: title))
            return id
        }
        let id = series == nil ? subject.seriesID : UUID()
        try changes.makeSeriesOfLoneBook(id)
        return id
    }

    /// The month is kept as long as the year is the same: the form does not show it.
    private static func published(_ text: String?, old: PublicationDate?) -> PublicationDate? {
        guard let year = text.flatMap({ Int($0) }) else { return nil }
        return year == old?.year ? old : PublicationDate(year: year)
    }

    private static func writeChapters(
        _ names: [String],
        of bookID: UUID,
        in series: Series?,
        to changes: SeriesChanges
    ) throws {
        let old = series?.chapters(of: bookID) ?? []
        guard names != old.map(\.name) else { return }
        let new = ChapterLines.chapters(names, from: old, of: bookID)
        let kept = Set(new.map(\.id))
        for chapter in old where !kept.contains(chapter.id) {
            try changes.delete(.chapter(chapter.id))
        }
        let before = Dictionary(firstOf: old.map { ($0.id, $0) })
        for chapter in new where before[chapter.id] != chapter { try changes.save(chapter) }
    }
}

/// Chapters that are edited as lines of a text.
///
/// Notes name chapters by their ids: one whose line was moved, or only changed, is still the same.
enum ChapterLines {
    /// The chapters for new lines.
    static func chapters(
        _ names: [String],
        from old: [Chapter],
        of bookID: UUID,
        makeID: () -> UUID = { UUID() }
    ) -> [Chapter] {
        var left = old
        var found: [Chapter?] = names.map { name in
            left.firstIndex { $0.name == name }.map { left.remove(at: $0) }
        }
        // What says something else now is looked for behind the same line as before.
        let kept = Set(found.compactMap { $0?.id })
        var changed: [UUID?: [Chapter]] = [:]
        var last: UUID?
        for chapter in old {
            if kept.contains(chapter.id) {
                last = chapter.id
            } else {
                changed[last, default: []].append(chapter)
            }
        }
        last = nil
        for index in found.indices {
            if let chapter = found[index] {
                last = chapter.id
            } else if let chapter = changed[last]?.first {
                changed[last]?.removeFirst()
                found[index] = chapter
            }
        }
        return zip(names, found).enumerated().map { position, line in
            var chapter =
                line.1 ?? Chapter(id: makeID(), bookID: bookID, name: line.0, position: position)
            chapter.name = line.0
            chapter.position = position
            return chapter
        }
    }
}
