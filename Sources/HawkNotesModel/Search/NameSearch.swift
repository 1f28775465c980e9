import Foundation
import GRDB

/// The notes that name a character without mentioning it, as far as they were looked for.
public struct NamingNotes: Hashable, Sendable {
    /// Those that were found, the newest first; their excerpts begin shortly before the name.
    public var notes: [MentioningNote] = []
    /// Whether there are more of them.
    public var hasMore = false
    /// Whether the index is not whole yet: notes may be missing, which are told later.
    public var isIndexing = false

    /// Nothing yet.
    public init() {}
}

extension LibrarySearch {
    /// Finds the notes of other pages of its series that name a character and do not mention it.
    ///
    /// The index tells which may; each is then read. What a note quotes from the book does not count:
    /// there is nothing to link. Let go of the task, or cancel it, and nothing more is told of it.
    ///
    /// - Parameters:
    ///   - unveiled: what is found although the reader has not come to it yet.
    ///   - limit: how many are wanted at most.
    @MainActor
    public func findNotes(
        naming characterID: UUID,
        unveiled: Set<Veil.Exception> = [],
        limit: Int,
        onResult: @escaping @MainActor (Result<NamingNotes, LibraryError>) -> Void
    ) -> SearchTask {
        let task = SearchTask()
        let onMain = library.environment.onMain
        let search = NameSearch(
            characterID: characterID,
            unveiled: unveiled,
            limit: limit,
            library: library,
            indexer: indexer,
            token: task.token,
            later: { [queue] work in queue.async { work() } }
        ) { result in
            onMain { [weak task] in
                if task?.token.isCancelled == false { onResult(result) }
            }
        }
        queue.async { search.perform() }
        return task
    }
}

/// One search for the names of a character: some notes at a time, so that what is typed meanwhile
/// is looked for first.
struct NameSearch: Sendable {
    /// So many notes are read at a time.
    private static let batch = 50
    /// So much stands before the name in an excerpt, and so much is in all, in scalars.
    private static let (lead, length) = (60, 400)

    /// How far it has come.
    private struct Progress: Sendable {
        let finder: NameFinder
        let seriesID: UUID
        /// What is looked up in the index.
        let match: String
        /// How often the index had been compared with the library before the search.
        let seen: Int
        /// Whether the notes are looked through one after another, as there is no index.
        var scans = false
        var found = NamingNotes()
        /// The note that was looked at last.
        var last = Int64.max
    }

    let characterID: UUID
    let unveiled: Set<Veil.Exception>
    let limit: Int
    let library: Library
    let indexer: SearchIndexer
    let token: SearchCancellation
    /// Does something after the searches that are waiting.
    let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Told what was found, on any thread.
    let tell: @Sendable (Result<NamingNotes, LibraryError>) -> Void

    func perform() {
        guard !token.isCancelled else { return }
        indexer.catchUp()
        let seen = indexer.comparisonCount
        do {
            guard let finder = try library.nameFinder(for: characterID),
                let seriesID = try library.locate(.character(characterID))?.seriesID,
                let match = SearchPattern.match(
                    anyOf: finder.ownNames,
                    in: seriesID,
                    besides: characterID
                )
            else { return finish(NamingNotes(), seen) }
            goOn(Progress(finder: finder, seriesID: seriesID, match: match, seen: seen))
        } catch {
            failed(error)
        }
    }

    private func goOn(_ progress: Progress) {
        var progress = progress
        do {
            let notes = try next(&progress)
            guard !token.isCancelled else { return }
            try add(notes, &progress)
            guard let last = notes.last, !progress.found.hasMore else {
                return finish(progress.found, progress.seen)
            }
            progress.last = last
            later { [progress] in goOn(progress) }
        } catch {
            failed(error)
        }
    }

    private func finish(_ found: NamingNotes, _ seen: Int) {
        guard !token.isCancelled else { return }
        var found = found
        found.isIndexing = indexer.waitForMore(since: seen) { later { perform() } }
        tell(.success(found))
    }

    private func failed(_ error: any Error) {
        tell(.failure(.translating(error, doing: "search the library", url: nil)))
    }

    /// The next notes that may name the character, the newest first; none when there are no more.
    private func next(_ progress: inout Progress) throws -> [Int64] {
        if !progress.scans, let index = indexer.index {
            do {
                var search = NoteSearch(match: progress.match, limit: Self.batch)
                search.hidden = try indexer.hiddenSubjects()
                var notes: [Int64] = []
                let isDone = try token.run(on: index.reader, canInterrupt: indexer.canInterrupt) {
                    try index.find(.note, search, after: progress.last) { notes.append($0) }
                }
                return isDone ? notes : []
            } catch let error as DatabaseError {
                indexer.failed(error, of: index)
                progress.found = NamingNotes()
                progress.last = .max
            }
        }
        progress.scans = true
        return try library.notes(in: .note, before: progress.last, limit: Self.batch)
            .map(\.sequence)
    }

    private func add(_ sequences: [Int64], _ progress: inout Progress) throws {
        let veil = try indexer.veil(except: unveiled)
        for hit in try library.hits(.note, sequences, veil)
        where hit.seriesID == progress.seriesID {
            guard !token.isCancelled else { return }
            guard case .note(let note) = hit.content, note.subject != .character(characterID),
                !Mention.all(in: note.text).contains(where: { $0.characterID == characterID }),
                let name = progress.finder.ranges(in: note.text).first
            else { continue }
            guard progress.found.notes.count < limit else {
                progress.found.hasMore = true
                return
            }
            progress.found.notes.append(Self.excerpt(of: note, at: name))
        }
    }

    private static func excerpt(
        of note: Note,
        at name: Range<String.Index>
    ) -> MentioningNote {
        let scalars = note.text.unicodeScalars
        // Not out of the middle of a mention.
        let mention = Mention.all(in: note.text).last { $0.range.upperBound <= name.lowerBound }
        let near =
            scalars.index(name.lowerBound, offsetBy: -lead, limitedBy: scalars.startIndex)
            ?? scalars.startIndex
        let start =
            mention.map { $0.range.contains(near) ? $0.range.lowerBound : near } ?? near
        let end =
            scalars.index(start, offsetBy: length, limitedBy: scalars.endIndex) ?? scalars.endIndex
        return MentioningNote(
            id: note.id,
            subject: note.subject,
            chapterID: note.place?.chapterID,
            createdAt: note.createdAt,
            isUndated: note.isUndated,
            excerpt: String(scalars[start..<end]),
            isBeginning: start == scalars.startIndex
        )
    }
}
