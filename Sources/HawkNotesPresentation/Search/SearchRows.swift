import Foundation
import HawkNotesModel
import Phrases

/// The results of one kind as rows. Sorted by date, the results of each day have a heading.
package struct SearchRows {
    /// The content of a row.
    package enum Row: Hashable {
        /// A day in ISO 8601, empty for results without a date, and the number of earlier headings
        /// for the same day.
        case day(String, Int)
        case hit(SearchHit.ID)

        /// The identifier in the list and in the window's state.
        package var element: String {
            switch self {
            case .day(let day, let count): "day:\(day):\(count)"
            case .hit(let id): id.element
            }
        }
    }

    /// The results, in order.
    package let hits: [SearchHit]
    /// The rows, in order.
    package let rows: [Row]
    private let hitIndexes: [SearchHit.ID: Int]
    private let rowIndexes: [String: Int]
    /// The row of each result.
    private let rowsOfHits: [Int]

    /// - Parameter isByDay: whether the results have headings of days.
    package init(_ hits: [SearchHit] = [], isByDay: Bool = false) {
        self.hits = hits
        var rows: [Row] = []
        var rowsOfHits: [Int] = []
        var last: String?
        var counts: [String: Int] = [:]
        for hit in hits {
            if isByDay, let day = Self.day(of: hit), day != last {
                last = day
                rows.append(.day(day, counts[day, default: 0]))
                counts[day, default: 0] += 1
            }
            rowsOfHits.append(rows.count)
            rows.append(.hit(hit.id))
        }
        self.rows = rows
        self.rowsOfHits = rowsOfHits
        hitIndexes = Dictionary(firstOf: hits.enumerated().map { ($1.id, $0) })
        rowIndexes = Dictionary(firstOf: rows.enumerated().map { ($1.element, $0) })
    }

    private static func day(of hit: SearchHit) -> String? {
        guard case .note(let note) = hit.content else { return nil }
        return note.isUndated ? "" : DateText.isoDay(of: note.createdAt)
    }

    /// The index of a result; nil if it is not among them.
    package func index(of id: SearchHit.ID) -> Int? { hitIndexes[id] }

    /// The row of a result.
    package func row(ofHit index: Int) -> Int { rowsOfHits[index] }

    /// The row with an identifier; nil if there is none.
    package func row(of element: String) -> Int? { rowIndexes[element] }

    /// The result in a row; nil for a heading.
    package func hit(at row: Int) -> SearchHit? {
        guard rows.indices.contains(row), case .hit(let id) = rows[row] else { return nil }
        return hitIndexes[id].map { hits[$0] }
    }

    /// Whether a row is the first between two headings.
    package func isFirst(_ row: Int) -> Bool { hit(at: row - 1) == nil }

    /// Whether a row is the last between two headings.
    package func isLast(_ row: Int) -> Bool { hit(at: row + 1) == nil }

    /// The rows between headings.
    package var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for (row, shown) in rows.enumerated() {
            guard case .day = shown else { continue }
            if row > start { runs.append(start..<row) }
            start = row + 1
        }
        if rows.count > start { runs.append(start..<rows.count) }
        return runs
    }

    /// The heading of a day.
    ///
    /// - Parameter row: the heading's row.
    @MainActor
    package func heading(at row: Int, now: Date) -> String {
        guard case .note(let note)? = hit(at: row + 1)?.content, !note.isUndated else {
            return localized("No date")
        }
        return DateText.heading(note.createdAt, now: now)
    }
}
