/// The reader's data in a file about a book.
extension MarkdownReader {
    /// Fills in status, rating, days, language and shelves. Values that cannot be parsed stay in
    /// the text, and are reported.
    func fillReading(_ book: inout ImportedBook, _ fields: inout MarkdownFields) {
        if let text = fields.peek("status", "readingstatus", "readstatus"),
            let status = Self.status(LinkText.plain(text))
        {
            book.status = status
            fields.skip("status", "readingstatus", "readstatus")
        }
        if let text = fields.peek("rating", "myrating", "stars"),
            let isRounded = book.rate(stars: Self.stars(LinkText.plain(text)))
        {
            fields.skip("rating", "myrating", "stars")
            if isRounded { run.leaveOut(.quarterStars, example: text, file: file.path) }
        }
        if let language = fields.peek("language", "lang").flatMap(LanguageCode.known) {
            book.language = language
            fields.skip("language", "lang")
        }
        let reading = ImportedReading(
            startedOn: writtenDate(
                fields.text("started", "datestarted", "startdate", "startedon", "readingstarted")
            )?.isoDay,
            finishedOn: writtenDate(
                fields.text("finished", "datefinished", "finishdate", "finishedon", "dateread")
            )?.isoDay
        )
        if reading != ImportedReading() { book.readings = [reading] }
        // Without tags that only say that the file is about a book.
        let shelves = MarkdownTags.list(fields.list("tags", "tag")).filter {
            !["book", "books"].contains(MarkdownFields.folded($0))
        }
        book.shelve(shelves.compactMap { run.title($0) })
    }

    private static func status(_ text: String) -> ImportedReadingStatus? {
        switch text.lowercased().filter({ $0.isLetter || $0.isNumber }) {
        case "toread", "unread", "tbr", "wanttoread", "planned", "backlog", "notstarted", "0":
            .toRead
        case "reading", "currentlyreading", "inprogress", "started", "1": .reading
        case "read", "finished", "done", "complete", "completed", "2": .finished
        case "abandoned", "dnf", "didnotfinish", "dropped", "stopped": .stopped
        default: nil
        }
    }

    /// `4`, `4.5/5`, `8/10`, `★★★★☆`; nil for everything else.
    private static func stars(_ text: String) -> Double? {
        let marks = text.count { "★⭐🌟".contains($0) } + text.count { $0 == "⭐️" }
        if marks > 0 { return Double(marks) + (text.contains("½") ? 0.5 : 0) }
        let parts = text.split(separator: "/").map { Double($0.trimmed.replacing(",", with: ".")) }
        switch parts.count {
        case 1: return parts[0]
        case 2:
            guard let value = parts[0], let scale = parts[1], scale > 0 else { return nil }
            return value / scale * 5
        default: return nil
        }
    }
}
