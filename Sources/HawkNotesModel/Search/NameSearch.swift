import Foundation
import GRDB

/// The unlinked mentions of a character found so far.
public struct NamingNotes: Hashable, Sendable {
    /// The notes, the newest first; their excerpts begin shortly before the name.
    public var notes: [MentioningNote] = []
    /// Whether there are more.
    public var hasMore = false
    /// Whether the index is incomplete: notes may be missing, which are delivered later.
    public var isIndexing = false

    /// No notes yet.
    public init() {}
}

extension LibrarySearch {
    /// Finds the notes on other pages of its series that name a character without mentioning it.
    ///
    /// The index gives candidates; each is then read. A name within a quotation does not count,
    /// because it cannot be linked. Nothing more is delivered once the task is cancelled or
    /// released.
    ///
    /// - Parameters:
    ///   - unveiled: spoilers that are found anyway.
    ///   - limit: the maximum number of notes.
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

/// A search for the names of a character. It reads a few notes at a time, so that typed searches
/// come first.
struct NameSearch: Sendable {
    /// The number of notes read at a time.
    private static let batch = 50
    /// The length of an excerpt before the name, and in all, in scalars.
    private static let (lead, length) = (60, 400)

    /// The progress.
    private struct Progress: Sendable {
        let finder: NameFinder
        let seriesID: UUID
        /// The query for the index.
        let match: String
        /// The indexer's `comparisonCount` before the search.
        let seen: Int
        /// Whether the notes are scanned, because there is no index.
        var scans = false
        var found = NamingNotes()
        /// The last note that was read.
        var last = Int64.max
    }

    let characterID: UUID
    let unveiled: Set<Veil.Exception>
    let limit: Int
    let library: Library
    let indexer: SearchIndexer
    let token: SearchCancellation
    /// Runs a job after the waiting searches.
    let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Receives the results on any thread.
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

    /// The next candidates, the newest first; none at the end.
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
        // Does not begin in the middle of a mention.
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
