import Foundation
import GRDB
import HawkNotesModel
import StateRestorationTesting

/// A library of so many notes, and what searching it costs.
@MainActor
final class SearchBenchmark {
    private static let series = 400
    private static let pagesPerSeries = 25
    private static let words = 1000
    private static let importedNotes = 100_000

    private let folder: URL
    private let count: Int
    private var texts = RandomTexts(seed: 1)
    private var libraryFile: URL { folder.appendingPathComponent("library.sqlite") }
    private var indexFile: URL { folder.appendingPathComponent("search.sqlite") }

    init(folder: URL, count: Int) {
        self.folder = folder
        self.count = count
    }

    func run() async throws {
        try makeLibrary()
        let library = try Library.open(at: libraryFile)
        let search = try await makeIndex(library)
        try await measureWords(search)
        try await measureSeveralWords(search)
        try await measureSaving(library, search)
        search.close()
        try library.close()
    }

    // MARK: What is measured

    private func makeIndex(_ library: Library) async throws -> LibrarySearch {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: indexFile.path + suffix)
        }
        let start = ContinuousClock.now
        let search = LibrarySearch(library, index: indexFile)
        var firstFound: Duration?
        await withCheckedContinuation { continuation in
            var task: SearchTask?
            task = search.search(SearchRequest("e")) { results in
                if !results.notes.isEmpty, firstFound == nil { firstFound = .now - start }
                guard results.isComplete else { return }
                continuation.resume()
                withExtendedLifetime(task) { task = nil }
            }
        }
        let took = ContinuousClock.now - start
        let sizes = [libraryFile, indexFile].map { url in
            (["", "-wal"].map { Self.size(url.path + $0) }.reduce(0, +)) / 1_000_000
        }
        print(
            "index of \(count) notes: \(seconds(took)), the first found after "
                + "\(seconds(firstFound ?? .zero)); library \(sizes[0]) MB, index \(sizes[1]) MB"
        )
        return search
    }

    private func measureWords(_ search: LibrarySearch) async throws {
        let prefixes = texts.prefixes(ofWords: Self.words)
        var first: [Duration] = []
        var all: [Duration] = []
        for prefix in prefixes {
            let times = await times(search, prefix)
            first.append(times.first)
            all.append(times.all)
        }
        print("every beginning of \(Self.words) words (\(prefixes.count) queries)")
        row("  until something is told", first)
        row("  until all is told, counted to 2,000", all)
        row("  bare query of the same index, newest 50 numbers", try bare(prefixes))
    }

    private func measureSeveralWords(_ search: LibrarySearch) async throws {
        for words in 2...6 {
            let queries = (0..<100).map { _ in texts.frequentWords(words) }
            var first: [Duration] = []
            var all: [Duration] = []
            for query in queries {
                let times = await times(search, query)
                first.append(times.first)
                all.append(times.all)
            }
            row("\(words) of the 40 most frequent words: something", first)
            row("  all", all)
        }
        let phrases = (0..<50).map { _ in "\"" + texts.frequentWords(2) + "\"" }
        var first: [Duration] = []
        for phrase in phrases { first.append(await times(search, phrase).first) }
        row("two of them as a phrase: something", first)
    }

    private func measureSaving(_ library: Library, _ search: LibrarySearch) async throws {
        let page = Self.page(0, 0)
        var found: [Duration] = []
        for number in 0..<20 {
            let note = try library.addNote("unmistakable\(number) word", on: .book(page))
            let start = ContinuousClock.now
            while await last(search, "unmistakable\(number) ").notes.isEmpty {}
            found.append(.now - start)
            try library.deleteNote(note.id)
        }
        row("a note that was just saved is found", found)
        let bodies = (0..<Self.importedNotes).map { _ in texts.text() }
        let start = ContinuousClock.now
        try insert(bodies, from: count * 2)
        let bare = ContinuousClock.now - start
        // Nobody was told: another program has written them.
        let again = LibrarySearch(library, index: indexFile)
        while await last(again, "e").isIndexing { try await Task.sleep(for: .milliseconds(50)) }
        let all = ContinuousClock.now - start
        again.close()
        print(
            "\(Self.importedNotes) notes more: bare \(seconds(bare)), until they are found "
                + "\(seconds(all)), \(String(format: "%.1f", all / bare)) times as long"
        )
        let queue = try DatabaseQueue(path: libraryFile.path)
        try await queue.write { db in
            try db.execute(
                sql: "DELETE FROM note WHERE createdAt >= ?",
                arguments: [self.count * 2]
            )
        }
    }

    // MARK: Searching

    private func last(_ search: LibrarySearch, _ text: String) async -> SearchResults {
        await withCheckedContinuation { continuation in
            var task: SearchTask?
            task = search.search(SearchRequest(text)) { results in
                guard results.isComplete else { return }
                continuation.resume(returning: results)
                withExtendedLifetime(task) { task = nil }
            }
        }
    }

    private func times(
        _ search: LibrarySearch,
        _ text: String
    ) async -> (first: Duration, all: Duration) {
        let start = ContinuousClock.now
        return await withCheckedContinuation { continuation in
            var first: Duration?
            var task: SearchTask?
            task = search.search(SearchRequest(text)) { results in
                let now = ContinuousClock.now - start
                first = first ?? now
                guard results.isComplete else { return }
                continuation.resume(returning: (first ?? now, now))
                withExtendedLifetime(task) { task = nil }
            }
        }
    }

    private func bare(_ prefixes: [String]) throws -> [Duration] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: indexFile.path, configuration: configuration)
        return try queue.read { db in
            try db.execute(sql: "PRAGMA cache_size = -65536")
            return try prefixes.map { prefix in
                let start = ContinuousClock.now
                _ = try Int64.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT rowid FROM noteIndex WHERE noteIndex MATCH ?
                            ORDER BY rowid DESC LIMIT 50
                            """
                    ),
                    arguments: ["\"\(prefix)\" *"]
                )
                return .now - start
            }
        }
    }

    // MARK: The library

    private static func page(_ series: Int, _ book: Int) -> UUID {
        UUID(uuidString: String(format: "00000000-0000-4000-8000-%06d%06d", series, book)) ?? UUID()
    }

    private func makeLibrary() throws {
        guard Self.size(libraryFile.path) == 0 else { return }
        let library = try Library.open(at: libraryFile)
        for series in 0..<Self.series {
            let id = Self.page(series, 999)
            _ = try library.changeSeries { changes in
                try changes.save(SeriesDetails(id: id, title: "Series \(series)"))
                for book in 0..<Self.pagesPerSeries {
                    let title = texts.frequentWords(3, among: 2000)
                    try changes.save(
                        Book(
                            id: Self.page(series, book),
                            seriesID: id,
                            title: title,
                            position: book
                        )
                    )
                }
            }
        }
        try library.close()
        try insert((0..<count).lazy.map { [self] _ in texts.text() }, from: 0)
    }

    private func insert(_ bodies: some Sequence<String>, from date: Int) throws {
        let queue = try DatabaseQueue(path: libraryFile.path)
        try queue.write { db in
            var numbers = SeededRandomNumberGenerator(seed: UInt64(date) + 1)
            for (index, body) in bodies.enumerated() {
                let series = Int.random(in: 0..<Self.series, using: &numbers)
                let book = Int.random(in: 0..<Self.pagesPerSeries, using: &numbers)
                try db.cachedStatement(
                    sql: """
                        INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt)
                        VALUES (?, 'book', ?, ?, ?, ?)
                        """
                ).execute(
                    arguments: [UUID(), Self.page(series, book), body, date + index, date + index]
                )
            }
        }
        try queue.close()
    }

    // MARK: Printing

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    private func seconds(_ duration: Duration) -> String {
        String(format: "%.1f s", duration / .seconds(1))
    }

    private func row(_ name: String, _ durations: [Duration]) {
        let sorted = durations.map { $0 / .milliseconds(1) }.sorted()
        let figures = [0.5, 0.95, 0.99, 1].map { share in
            sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
        }
        print(
            name + ": median \(Self.text(figures[0])), 95 % \(Self.text(figures[1])), "
                + "99 % \(Self.text(figures[2])), longest \(Self.text(figures[3]))"
        )
    }

    private static func text(_ milliseconds: Double) -> String {
        String(format: "%.1f ms", milliseconds)
    }
}
