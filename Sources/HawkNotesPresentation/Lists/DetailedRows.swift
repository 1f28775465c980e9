import Foundation
import HawkNotesModel

/// Rows with details, of which only those around the view are loaded.
///
/// Knows no widget. For all rows only small entries are kept in memory, which give the list its
/// length; a view requests rows before it shows them, and is notified when their details are
/// loaded. The library is read off the main thread, again after each change that matters.
@MainActor
package final class DetailedRows<Entry, Details>
where
    Entry: Identifiable & Hashable & Sendable, Details: Identifiable & Equatable & Sendable,
    Entry.ID == Details.ID
{
    /// How many rows are read before and after the needed ones.
    static var margin: Int { 30 }

    /// Called after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Called with the error when the library cannot be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }

    /// Removes spoilers from the details of a row.
    package var shown: @MainActor (Details) -> Details = { $0 }

    /// Whether the list of items is known.
    package private(set) var isLoaded = false
    package private(set) var entries: [Entry] = []
    private var details: [Entry: Details] = [:]
    private var needed = 0..<0
    private let readEntries: Reading<Void, [Entry]>
    private let readDetails: Reading<[Entry], [Details]>
    /// The items whose details were read since the list was.
    private var told: Set<Entry> = []
    private lazy var list = Rereader<[Entry]>(
        { [weak self] answer in self?.readEntries(()) { answer($0) } },
        onRead: { [weak self] in self?.setEntries($0) },
        onError: { [weak self] in self?.onError($0) }
    )
    private lazy var texts = Rereader<(of: [Entry], found: [Details])>(
        { [weak self] in self?.askTexts($0) },
        onRead: { [weak self] in self?.setDetails($0.found, for: $0.of) },
        onError: { [weak self] in self?.onError($0) }
    )

    /// Reads a part of the library, off the main thread.
    package typealias Reading<Request, Value> =
        @MainActor (
            Request,
            @escaping @MainActor @Sendable (Result<Value, LibraryError>) -> Void
        ) -> Void

    /// - Parameters:
    ///   - matters: whether the rows may be other ones after a change.
    ///   - entries: reads the list.
    ///   - details: reads the details of some rows; leaves out those that are no longer there.
    package init(
        in library: Library,
        when matters: @escaping @MainActor (LibraryChange) -> Bool,
        entries: @escaping Reading<Void, [Entry]>,
        details: @escaping Reading<[Entry], [Details]>
    ) {
        readEntries = entries
        readDetails = details
        list.follow(library, when: matters)
    }

    /// Reads for the first time, and follows changes from then on.
    package func begin() { list.read() }

    /// Reads again: the details may have changed.
    package func refresh() { if isLoaded { list.read() } }

    /// Stops reading; callbacks are no longer called.
    package func close() {
        list.close()
        texts.close()
        onChange = { _ in }
        onError = { _ in }
    }

    package var count: Int { entries.count }

    /// The details of a row; nil when they are not loaded yet.
    package func item(at row: Int) -> Details? {
        entries.indices.contains(row) ? details[entries[row]] : nil
    }

    /// The row of an item; nil when it is not in the list.
    package func index(of id: Entry.ID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Loads these rows and some around them.
    package func need(_ rows: Range<Int>) {
        needed = rows
        texts.read()
    }

    // MARK: Reading

    private func setEntries(_ new: [Entry]) {
        let change = RowsChange(from: entries, to: new)
        let isFirst = !isLoaded
        isLoaded = true
        entries = new
        // The details may have changed with the list.
        texts.drop()
        told = []
        if isFirst || !change.isEmpty { onChange(change) }
        texts.read()
    }

    private func askTexts(
        _ answer: @escaping Rereader<(of: [Entry], found: [Details])>.Answer
    ) {
        func missing(_ rows: Range<Int>) -> [Entry] {
            entries[rows.clamped(to: 0..<count)].filter { !told.contains($0) }
        }
        let wanted = needed.isEmpty ? [] : missing(needed.widened(by: Self.margin))
        guard wanted.count > Self.margin / 2 || !missing(needed).isEmpty else {
            return answer(nil)
        }
        readDetails(wanted) { result in answer(result.map { (wanted, $0) }) }
    }

    private func setDetails(_ found: [Details], for wanted: [Entry]) {
        told.formUnion(wanted)
        let byID = Dictionary(firstOf: found.map { ($0.id, shown($0)) })
        var changed: Set<Entry> = []
        for entry in wanted where details[entry] != byID[entry.id] {
            details[entry] = byID[entry.id]
            changed.insert(entry)
        }
        let near = needed.widened(by: 4 * Self.margin).clamped(to: 0..<count)
        if details.count > 2 * near.count {
            let kept = Set(entries[near])
            details = details.filter { kept.contains($0.key) }
            told.formIntersection(kept)
        }
        let change = RowsChange(changedIn: near) { changed.contains(entries[$0]) }
        if !change.isEmpty { onChange(change) }
    }
}
