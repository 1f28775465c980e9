import Foundation

@testable import HawkNotesFormats

/// A reading as text, a line for each thing and a line for each of its values.
struct ReadingDescription {
    private(set) var text = ""
    private var names: [SourceIdentity: String] = [:]

    init(_ reading: Reading) {
        for item in reading.items { add(item) }
        for problem in reading.report.problems {
            let place = [problem.file, problem.line.map { "line \($0)" }].compactMap { $0 }
            text += "problem: \(problem.reason) in \(place.joined(separator: ", "))\n"
        }
    }

    private mutating func add(_ item: ImportedItem) {
        text += "\(item.kind?.rawValue ?? "sources") \(item.identity)\n"
        switch item {
        case .series(let series):
            names[series.identity] = series.title
            add("id", series.libraryID?.uuidString)
            add("title", series.title)
            add("author", series.author)
            add("overview", series.overview)
        case .book(let book):
            names[book.identity] = book.title
            add(book)
        case .chapter(let chapter):
            add("title", String(repeating: "  ", count: chapter.level) + chapter.title)
            add("id", chapter.libraryID?.uuidString)
            add("order", "\(chapter.order)")
            add("origin", chapter.state.origin)
            add("book", name(chapter.book))
        case .character(let character):
            names[character.identity] = character.name
            add("id", character.libraryID?.uuidString)
            add("name", character.name)
            add("aliases", character.aliases.isEmpty ? nil : "\(character.aliases)")
            add("tagline", character.tagline)
            add("overview", character.overview)
            add("book", name(character.book))
            add("series", name(character.series))
            add("position", character.state.position.map { "\($0)" })
            add("origin", character.state.origin)
        case .relation(let relation):
            add("between", "\(name(relation.first) ?? "") and \(name(relation.second) ?? "")")
            add("word", relation.word)
            add("position", relation.state.position.map { "\($0)" })
        case .note(let note):
            add(note)
        case .picture(let picture):
            add("kind", "\(picture.kind), \(picture.bytes.count) bytes")
            add("of", name(picture.subject))
        case .sources(let sources):
            add("lines", "\(sources.lines.count)")
        }
    }

    private mutating func add(_ book: ImportedBook) {
        add("id", book.libraryID?.uuidString)
        add("title", book.title)
        add("authors", book.authors.isEmpty ? nil : "\(book.authors)")
        add("series", name(book.series))
        add("number", book.number.map { "\($0)" })
        add("year", book.year.map { "\($0)" })
        add("tagline", book.tagline)
        add("overview", book.overview)
        add("isbn", book.isbn)
        add("language", book.language)
        add("status", book.status?.rawValue)
        add("rating", book.rating.map { "\($0)" })
        for reading in book.readings {
            add("read", "\(reading.startedOn ?? "?") to \(reading.finishedOn ?? "?")")
        }
        add("shelves", book.shelves.isEmpty ? nil : "\(book.shelves)")
        add("web", book.webAddress)
    }

    private mutating func add(_ note: ImportedNote) {
        add("id", note.libraryID?.uuidString)
        add("words", note.wordsIdentity?.description)
        add("book", name(note.book))
        add("character", name(note.character))
        add("chapter", note.place?.chapter)
        add("page", note.place?.page)
        add("location", note.place?.location)
        add("place", note.place?.text)
        add("quote", note.quote)
        add("marked", [note.quoteColor, note.quoteStyle].compactMap { $0 }.joined(separator: ", "))
        add("text", note.text.isEmpty ? nil : note.text)
        add("created", note.created.map(date))
        add("updated", note.updated.map(date))
        add("tags", note.tags.isEmpty ? nil : "\(note.tags)")
    }

    private mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        text += "  \(name): \(value.replacingOccurrences(of: "\n", with: "⏎"))\n"
    }

    private func name(_ identity: SourceIdentity?) -> String? {
        identity.map { names[$0] ?? "nobody knows \($0)" }
    }

    private func date(_ date: ImportedDate) -> String {
        switch date {
        case .instant(let date):
            return "\(date.timeIntervalSince1970) s"
        case .local(let time):
            let day = [time.year, time.month, time.day].map { "\($0)" }.joined(separator: "-")
            guard let second = time.secondOfDay else { return day }
            return "\(day) \(second / 3600):\(second / 60 % 60):\(second % 60)"
        }
    }
}
