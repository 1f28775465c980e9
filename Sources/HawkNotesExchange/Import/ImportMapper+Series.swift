import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Series and books.
extension ImportMapper {
    func take(_ item: ImportedSeries) throws {
        let item = withOwnID(item)
        guard series[item.identity] == nil else { return isRepeated(.series) }
        if item.isDeleted { return try takeDeletion(of: item) }
        series[item.identity] = SeriesEntry(item: item)
        // A series of our own files may be empty. Others are created with their first book: all
        // their books may be joined with books of another series.
        if item.libraryID != nil { _ = try seriesID(item.identity) }
    }

    /// The series, which is added when first needed.
    func seriesID(_ identity: SourceIdentity) throws -> UUID? {
        guard let entry = series[identity] else { return nil }
        if let id = entry.id { return id }
        let id = try resolve(entry.item)
        series[identity]?.id = id
        return id
    }

    private func resolve(_ item: ImportedSeries) throws -> UUID {
        let source = item.identity.description
        if let id = item.libraryID {
            if try importer.exists(.series(id)) {
                isKnown(.series, id)
                if try !importer.isShown(series: id) { isDeleted(.series) }
                let deleted = item.deletedParts.compactMap { SeriesPart(exportedText: $0) }
                let deletions = try importer.takeDeletions(deleted, ofSeries: id)
                if deletions > 0 {
                    report.changed[.series, default: 0] += deletions
                    newlyDeleted.formUnion(deleted.map(\.id))
                }
                let details = SeriesDetails(id: id, title: item.title, author: item.author)
                try takeChanges(item.state, .series, .series(details))
                try fillReading(item, id)
                return id
            }
        } else if let id = try importer.imported(from: source) {
            if try importer.isShown(series: id) || newIDs.contains(id) {
                isKnown(.series, id)
                return id
            }
            try importer.forget(source: source)
        } else if let id = index.series(item.title, author: item.author) {
            if !newIDs.contains(id) { try importer.remember(id, source: source) }
            isJoined(.series, id)
            return id
        }
        let details = SeriesDetails(
            id: item.libraryID ?? importer.newID(),
            title: item.title,
            author: item.author
        )
        let id = try importer.add(
            details,
            origin: Self.origin(item.state),
            source: item.libraryID == nil ? source : nil
        )
        isNew(.series, id)
        try importer.setChangedFields(item.state.changedFields, of: .series(id))
        try fillReading(item, id)
        index.add(details)
        return id
    }

    /// Deletes a bundled series, unless the reader has used it here.
    private func takeDeletion(of item: ImportedSeries) throws {
        guard let id = item.libraryID, let isTaken = try importer.takeDeletion(ofSeries: id) else {
            return
        }
        if isTaken {
            report.changed[.series, default: 0] += 1
        } else {
            tellKeptDetails(of: item.state)
        }
    }

    private func fillReading(_ item: ImportedSeries, _ id: UUID) throws {
        guard let bookID = item.readBookID else { return }
        let position = ReadingPosition(bookID: bookID, chapterID: item.readChapterID)
        let isFilled = try importer.fillReading(position, in: id)
        if !isFilled, try importer.readUpTo(in: id) != position { tellKeptDetails(of: item.state) }
        if isFilled, !newIDs.contains(id) { report.changed[.series, default: 0] += 1 }
    }

    /// Takes the reader's changes of a bundled part that the library has.
    func takeChanges(_ state: ImportedState, _ kind: ImportedKind, _ part: EditedPart) throws {
        if state.page != nil, try importer.leavesOut(part, taking: state.changedFields) {
            tellKeptDetails(of: state)
        }
        guard try importer.takeChanges(state.changedFields, from: part) else { return }
        report.changed[kind, default: 0] += 1
    }

    /// Reports that the library keeps other values than those of a page, once for each page.
    func tellKeptDetails(of state: ImportedState) {
        guard let page = state.page, keptPages.insert(page).inserted else { return }
        report.tell(ImportProblem(.keptDetails, file: page))
    }

    /// Reports pages whose list of chapters or relations lacks some of the library's.
    func tellUnlistedParts() throws {
        for (part, state) in knownPages where !newlyDeleted.contains(part.id) {
            // In a preview, what would be deleted is still there.
            let isListed = try importer.listedParts(of: part).allSatisfy { id, other in
                isClaimed(id) || newlyDeleted.contains(id)
                    || other.map(newlyDeleted.contains) ?? false
            }
            if !isListed { tellKeptDetails(of: state) }
        }
    }

    // MARK: - Books

    func take(_ item: ImportedBook) throws {
        let item = withOwnID(item)
        if books[item.identity] != nil { return isRepeated(.book) }
        let (entry, isNew) = try entry(for: item)
        books[item.identity] = entry
        if !entry.isAwaited { tell(item, entry.place, isNew: isNew) }
        guard let id = entry.place?.id else { return }
        if !item.formerIDs.isEmpty { formerIDs.append((item.formerIDs, .book(id))) }
        try tellReversedReadings(of: item, id)
        if let file = item.fileIdentifier { try remember(id, as: file) }
    }

    /// A book cannot be finished before it was started: the finish date counts.
    private func tellReversedReadings(of item: ImportedBook, _ id: UUID) throws {
        for reading in item.reversedReadings {
            try remark(
                .reading,
                on: id,
                of: item,
                here: reading.finishedOn,
                source: reading.startedOn,
                saying: [reading.startedOn, reading.finishedOn]
            )
        }
    }

    private func entry(for item: ImportedBook) throws -> (BookEntry, isNew: Bool) {
        let source = item.identity.description
        if let id = item.libraryID {
            if let seriesID = try place(ofKnown: id, importer.anySeries(ofBook:)) {
                isKnown(.book, id)
                if try place(ofKnown: id, importer.series(ofBook:)) == nil { isDeleted(.book) }
                var book = details(of: item)
                book.seriesID = seriesID
                book.position = Self.position(item.state) ?? 0
                try takeChanges(item.state, .book, .book(book))
                if item.state.page != nil { knownPages.append((.book(id), item.state)) }
                if let series = item.series,
                    UUID(uuidString: series.key).map(counterparts.id) != seriesID
                {
                    tellKeptDetails(of: item.state)
                }
                if item.state.changedFields.contains("coverID") {
                    ownPictures[item.identity] = .book(id)
                }
                return (BookEntry(place: (id, seriesID), isJoined: true), false)
            }
        } else if let id = try imported(item) {
            isKnown(.book, id)
            if let seriesID = try place(ofKnown: id, importer.series(ofBook:)) {
                let place = try fill(id, in: seriesID, from: item)
                return (BookEntry(place: place, isJoined: true), false)
            }
            // Deleted since: it stays deleted, unless something new belongs to it.
            isDeleted(.book)
            return (BookEntry(item: item), false)
        } else if let book = index.book(
            item.title,
            author: item.authorNames,
            isbn: item.isbn,
            series: item.series.flatMap { series[$0]?.item.title },
            number: item.numberText ?? item.number.map(Self.text(ofNumber:))
        ) {
            try importer.remember(book.id, source: source)
            tellTitle(of: item, differingFrom: book)
            isJoined(.book, book.id)
            // Another edition in the same source may have more data.
            if newIDs.contains(book.id) { try importer.complete(book.id, with: details(of: item)) }
            let place = try fill(book.id, in: book.seriesID, from: item)
            return (BookEntry(place: place, isJoined: true), false)
        }
        // It is only added together with its contents.
        if item.isNamedAfterFolder { return (BookEntry(item: item, isAwaited: true), false) }
        return (BookEntry(place: try add(item)), true)
    }

    /// The book that was imported before, by its present identity, by those of earlier versions, or
    /// by the identifier of its file. It gets the present identity: data of the others may change.
    private func imported(_ item: ImportedBook) throws -> UUID? {
        let identity = item.identity.description
        if let id = try importer.imported(from: identity) { return id }
        for other in item.formerIdentities {
            guard let id = try importer.imported(from: other.description) else { continue }
            try importer.remember(id, source: identity)
            return id
        }
        guard let id = try bookOfFile(item) else { return nil }
        try importer.remember(id, source: identity)
        return id
    }

    private func place(ofKnown id: UUID, _ find: (UUID) throws -> UUID?) throws -> UUID? {
        if let seriesID = try find(id) { return seriesID }
        // In a preview it does not exist, although an import would have added it.
        return seriesOfNewBooks[id]
    }

    /// The book, which is added again when it was deleted; nil when this source has none.
    func bookPlace(_ identity: SourceIdentity) throws -> (id: UUID, seriesID: UUID)? {
        guard let entry = books[identity] else { return nil }
        if let place = entry.place { return place }
        guard let item = entry.item else { return nil }
        for identity in [identity] + item.formerIdentities {
            try importer.forget(source: identity.description)
        }
        let place = try add(item)
        books[identity] = BookEntry(place: place)
        if entry.isAwaited { tell(item, place, isNew: true) }
        try tellReversedReadings(of: item, place.id)
        return place
    }

    private func add(_ item: ImportedBook) throws -> (id: UUID, seriesID: UUID) {
        let seriesID = try item.series.flatMap { try self.seriesID($0) } ?? seriesOfOne(item)
        var book = details(of: item)
        book.seriesID = seriesID
        book.position = try Self.position(item.state) ?? nextPosition(in: seriesID)
        book.coverID = pictures[item.identity]
        let id = try importer.add(
            book,
            origin: Self.origin(item.state),
            source: item.libraryID == nil ? item.identity.description : nil
        )
        isNew(.book, id)
        try importer.setChangedFields(item.state.changedFields, of: .book(id))
        seriesOfNewBooks[id] = seriesID
        index.add(
            KnownBook(
                id: id,
                seriesID: seriesID,
                title: book.title,
                author: book.author,
                isbn: book.isbn10,
                number: book.number
            )
        )
        if newIDs.contains(seriesID), item.state.position == nil {
            numbers[seriesID, default: []].append((id, item.number))
        }
        return (id, seriesID)
    }

    /// The data of a book, without its place in a series.
    func details(of item: ImportedBook) -> Book {
        var book = Book(
            id: item.libraryID ?? importer.newID(),
            seriesID: UUID(),
            title: item.title,
            position: 0
        )
        book.author = item.authorNames
        book.published = item.year.map { PublicationDate(year: $0, month: item.month) }
        book.tagline = item.tagline
        book.overview = item.overview
        book.isbn10 = item.isbn
        book.amazonURL = item.webAddress.flatMap { URL(string: $0) }
        book.linkName = item.webName
        book.number = item.numberText ?? item.number.map(Self.text(ofNumber:))
        book.language = item.language
        book.readingStatus = item.status.map { status in
            switch status {
            case .toRead: .toRead
            case .reading: .reading
            case .finished: .finished
            case .stopped: .stopped
            }
        }
        book.rating = item.rating
        let reversed = item.reversedReadings
        book.readings = item.readings.map {
            ReadingDates(
                startedOn: reversed.contains($0) ? nil : $0.startedOn,
                finishedOn: $0.finishedOn
            )
        }
        book.shelves = item.shelves
        book.accent = Self.colors(item.accent)
        book.tint = Self.colors(item.tint)
        return book
    }

    private func nextPosition(in seriesID: UUID) throws -> Int {
        if newIDs.contains(seriesID) { return numbers[seriesID]?.count ?? 0 }
        let next = names.nextBookPosition[seriesID]
        let position = try next ?? importer.nextBookPosition(in: seriesID)
        names.nextBookPosition[seriesID] = position + 1
        return position
    }

    /// The series of a lone book: it has no title, is not shown, and is not counted.
    func seriesOfOne(_ item: ImportedBook) throws -> UUID {
        let identity = SourceIdentity(origin: "series of one", key: item.identity.description)
        if series[identity] == nil {
            series[identity] = SeriesEntry(item: ImportedSeries(identity: identity, title: ""))
        }
        if let id = series[identity]?.id { return id }
        let source = identity.description
        if let id = try importer.imported(from: source), try importer.isShown(series: id) {
            series[identity]?.id = id
            return id
        }
        try importer.forget(source: source)
        let details = SeriesDetails(id: importer.newID(), title: "", author: nil)
        let id = try importer.add(details, source: source)
        newIDs.insert(id)
        index.add(details)
        series[identity]?.id = id
        return id
    }

    static func text(ofNumber number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : "\(number)"
    }

    private static func colors(_ pair: [String]) -> ColorPair? {
        guard pair.count == 2, let light = RGBColor(hex: pair[0]),
            let dark = RGBColor(hex: pair[1])
        else { return nil }
        return ColorPair(light: light, dark: dark)
    }
}

extension ImportedBook {
    /// As written in one line; nil when no author is named.
    var authorNames: String? { authors.isEmpty ? nil : authors.joined(separator: ", ") }

    /// Of another program's book: the reading times that end before they start.
    fileprivate var reversedReadings: [ImportedReading] {
        libraryID == nil ? readings.filter(\.isReversed) : []
    }
}
