import Foundation
import GRDB
import Synchronization

/// Another library, to be merged into the open one.
///
/// ```swift
/// let merge = try LibraryMerge(of: url, in: folder)
/// let preview = try merge.preview(into: library)
/// let outcome = try merge.run(into: library)
/// if let batch = outcome.batch { try library.undoImport(batch.id) }
/// try merge.close()
/// ```
///
/// Everything that either library has is in the open one afterwards: of a value, the later one; of
/// a note with two texts, both, merged if their changes don't touch. The other file is only read,
/// from a private copy. Merging once more changes nothing.
///
/// Waits for the disk, and needs memory for both libraries without their pictures.
public final class LibraryMerge: Sendable {
    /// The format of the ``ImportBatch`` of a merge.
    public static let format = "hawk-library"

    private let other: any DatabaseReader
    private let source: OtherLibrary?
    /// The name of the file.
    public let name: String
    private let tables: Set<RecordTable>
    private let known = Mutex<LibraryKnowledge?>(nil)

    /// Copies and checks a library.
    ///
    /// - Parameters:
    ///   - url: the database; its log, if any, is beside it.
    ///   - folder: a folder for the copy alone; its contents are removed.
    /// - Throws: a ``LibraryError``: `.newerSchema` if a newer version has written it; `.damaged` if
    ///   it is no library, or one that can't be read; `.busy` if another program writes
    ///   continuously; `.diskFull`, `.cannotOpen`.
    public init(of url: URL, in folder: URL, environment: LibraryEnvironment = .live) throws {
        do {
            let source = try OtherLibrary(url, in: folder, environment: environment)
            self.source = source
            other = source.queue
            name = url.lastPathComponent
            tables = Set(RecordTable.allCases)
        } catch {
            throw LibraryError.translating(error, doing: "read the other library", url: url)
        }
    }

    /// A library that is already open.
    ///
    /// - Parameter tables: the rows that are read, for tests that find one missing.
    init(
        of reader: any DatabaseReader,
        name: String,
        tables: Set<RecordTable> = Set(RecordTable.allCases)
    ) {
        source = nil
        other = reader
        self.name = name
        self.tables = tables
    }

    /// Removes the copy.
    public func close() throws { try source?.close() }

    private func theirs(_ progress: @escaping () throws -> Void) throws -> LibraryKnowledge {
        if let known = known.withLock({ $0 }) { return known }
        let theirs = try other.read { db in
            try LibraryKnowledge(db, of: tables.intersection(.notStreamed), progress: progress)
        }
        known.withLock { $0 = theirs }
        return theirs
    }

    /// What a merge would do. Nothing is written.
    ///
    /// - Parameter progress: called with values from 0 to 1 on this thread; an error that it throws
    ///   cancels the preview.
    public func preview(
        into library: Library,
        progress: @escaping (Double) throws -> Void = { _ in }
    ) throws -> MergePreview {
        let theirs = try translating(library) { try self.theirs { try progress(0.2) } }
        let (contents, identity) = try translating(library) {
            try other.read { (try LibraryContents($0), try CommitStamp.fetch($0)?.identity) }
        }
        return try library.readAtOnce("compare the libraries") { db in
            let mine = try LibraryKnowledge(db, of: .notStreamed) { try progress(0.5) }
            let merged = try MergedLibrary(mine, theirs, bringsBack: false) { try progress(0.8) }
            let isSame = try CommitStamp.fetch(db)?.identity == identity
            let isOlder = try db.fetchStampedSince() > LibrarySchema.stampedSinceOfNewLibraries
            let report = try MergeReport(merged, db)
            try progress(1)
            return MergePreview(
                contents: contents,
                isCopy: isSame,
                report: report,
                mayRestoreDeleted: isSame && isOlder && report.added["note"] != nil,
                restorableCount: merged.restorable.count,
                pairs: LibraryPair.all(of: merged, mine, theirs),
                contentCount: merged.pairing.pairs.count { $0.isContent }
            )
        }
    }

    /// What a merge would do with some of the choices that a preview has. Nothing is written.
    ///
    /// The parameters are those of ``run(into:bringsBack:declining:progress:)``.
    public func report(
        into library: Library,
        bringsBack: Bool,
        declining: Set<LibraryPair.ID>,
        progress: @escaping (Double) throws -> Void = { _ in }
    ) throws -> MergeReport {
        let theirs = try translating(library) { try self.theirs { try progress(0.2) } }
        return try library.readAtOnce("compare the libraries") { db in
            let mine = try LibraryKnowledge(db, of: .notStreamed) { try progress(0.5) }
            let merged = try MergedLibrary(
                mine,
                theirs,
                bringsBack: bringsBack,
                declining: Set(declining.map(\.ids))
            ) {
                try progress(0.8)
            }
            return try MergeReport(merged, db)
        }
    }

    /// Merges the library into the open one, in one transaction.
    ///
    /// - Parameters:
    ///   - bringsBack: whether notes that were permanently deleted in one of the libraries, and
    ///     that the other one shows, are saved anew.
    ///   - declining: pairs of the preview that are not the same. This is remembered, in both
    ///     libraries once they are merged.
    ///   - progress: called with values from 0 to 1 on this thread; an error that it throws cancels
    ///     the merge, and the open library stays as it is.
    public func run(
        into library: Library,
        bringsBack: Bool = false,
        declining: Set<LibraryPair.ID> = [],
        progress: @escaping (Double) throws -> Void = { _ in }
    ) throws -> MergeOutcome {
        let theirs = try translating(library) { try self.theirs { try progress(0.1) } }
        let environment = library.environment
        let (batch, now) = (environment.makeID(), environment.now())
        return try library.write("merge the libraries") { db in
            let mine = try LibraryKnowledge(db, of: .notStreamed) { try progress(0.2) }
            let merged = try MergedLibrary(
                mine,
                theirs,
                bringsBack: bringsBack,
                declining: Set(declining.map(\.ids))
            ) {
                try progress(0.3)
            }
            let writer = try MergeWriter(db, merged, batch: batch, now: now)
            try db.withLargeCache {
                try library.store.withoutStamping(db) {
                    try other.read { other in
                        try writer.run(other, tables, (mine, theirs)) {
                            try progress(0.3 + 0.7 * $0)
                        }
                    }
                }
                try writer.bringBackNotes()
                try writer.collectChanges()
            }
            try writer.recordLostValues()
            guard writer.hasChanged else { return (MergeOutcome(report: writer.report), []) }
            var outcome = MergeOutcome(report: writer.report)
            if writer.journal.count > 0 {
                try db.execute(
                    sql: """
                        INSERT INTO importBatch (id, importedAt, format, name, report)
                        VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [batch, now.milliseconds, Self.format, name, writer.report.stored]
                )
                outcome.batch = batch
            }
            return (outcome, writer.recorder.uniqueChanges + [.importsChanged])
        }
    }

    private func translating<Value>(
        _ library: Library,
        _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw LibraryError.translating(error, doing: "read the other library", url: nil)
        }
    }
}

/// What merging a library would do.
public struct MergePreview: Hashable, Sendable {
    /// The contents of the other library.
    public let contents: LibraryContents
    /// Whether it is a copy of the open one, such as a backup.
    public let isCopy: Bool
    /// What would be new, other or deleted.
    public private(set) var report: MergeReport
    /// Whether some of the new notes may have been permanently deleted by earlier versions, which kept
    /// no record of it.
    public let mayRestoreDeleted: Bool
    /// The number of notes that were permanently deleted in one of the libraries, and that the other
    /// one shows.
    public let restorableCount: Int
    /// The rows that are the same in both libraries, although they have different ids, in the order
    /// of their titles.
    public let pairs: [LibraryPair]
    /// The number of further rows that are the same, as they are contents of these.
    public let contentCount: Int

    /// The same with what would be new with other choices.
    public func replacing(_ report: MergeReport) -> MergePreview {
        var preview = self
        preview.report = report
        return preview
    }
}

/// The result of a merge.
public struct MergeOutcome: Hashable, Sendable {
    /// The import by which the merge is undone; nil if nothing has changed that is shown.
    public internal(set) var batch: ImportBatch.ID?
    /// What is new, other or deleted.
    public let report: MergeReport
}

extension MergeReport {
    /// What a merge would do.
    ///
    /// - Parameter db: the open library, whose earlier reports name values as well.
    fileprivate init(_ merged: MergedLibrary, _ db: Database) throws {
        self.init()
        let (mine, all) = (merged.mine, merged.all)
        let items = all.seriesItems.union(all.texts.keys.map(LibraryRecord.Item.note))
        func addLost(_ item: LibraryRecord.Item) throws {
            add(try merged.lostValues(of: item).filter { try !$0.isKnown(db) }, merged)
        }
        for item in items {
            try addLost(item)
            let isNote = item.kind == RecordTable.note.kind
            if isNote, merged.broughtBack.contains(item.id) {
                restoredNotes += 1
                continue
            }
            let was = mine.made[item] == nil ? .purged : mine.state(of: item)
            switch (was, merged.state(of: item)) {
            case (.shown, .shown):
                let isSame =
                    isNote
                    ? hasSameTexts(item.id, merged) && hasSameValues(item, merged)
                    : hasSameValues(item, merged)
                if !isSame {
                    changed[item.kind, default: 0] += 1
                    if isNote { noteBothTexts(of: item.id, merged) }
                } else if isNote {
                    sameNotes += 1
                }
            case (_, .shown): added[item.kind, default: 0] += 1
            case (.shown, _):
                // The series of a lone book is not seen to go.
                let isUntitled = merged.value("title", of: item)?.isEmptyText == true
                if !isUntitled { deleted[item.kind, default: 0] += 1 }
            case (_, _): break
            }
        }
        for item in all.rows.keys where item.kind == RecordTable.favorite.kind {
            try addLost(item)
        }
    }

    private func hasSameValues(_ item: LibraryRecord.Item, _ merged: MergedLibrary) -> Bool {
        let others: Set = ["state", "seen", "made"]
        return (merged.all.rows[item] ?? [:]).allSatisfy { field, value in
            others.contains(field) || merged.mine.rows[item]?[field]?.value == value.value
        }
    }

    /// Whether a note shows the same texts: others may have expired here, and be known elsewhere.
    private func hasSameTexts(_ note: UUID, _ merged: MergedLibrary) -> Bool {
        guard merged.hasNewTexts(note) else { return true }
        let (mine, all) = (merged.mine.text(of: note), merged.all.text(of: note))
        return mine?.text == all?.text
            && Set(all?.beside ?? []).isSubset(of: mine?.beside ?? [])
    }

    private mutating func noteBothTexts(of note: UUID, _ merged: MergedLibrary) {
        guard let shown = merged.all.text(of: note) else { return }
        let known = merged.mine.text(of: note)?.beside ?? []
        guard shown.beside.contains(where: { !known.contains($0) }) else { return }
        addBoth(note, shown.text)
    }
}
