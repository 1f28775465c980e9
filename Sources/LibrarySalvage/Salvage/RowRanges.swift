import GRDB

/// Reads the rows of a damaged table through SQLite. Ranges of rows that it cannot read are halved
/// and tried again.
package struct RowRanges {
    private let statement: Statement
    /// How often SQLite has failed.
    package private(set) var failures = 0

    private let mostFailures: Int

    /// - Parameters:
    ///   - statement: selects the number of each row, and whatever else, between two arguments in
    ///     ascending order.
    ///   - mostFailures: at most this many failures are tolerated.
    package init(_ statement: Statement, mostFailures: Int = 5000) {
        self.statement = statement
        self.mostFailures = mostFailures
    }

    /// Whether all rows were read so far.
    package var isWhole: Bool { failures == 0 }

    /// Calls a function with each readable row of a range. Its errors end the reading.
    ///
    /// - Parameter visit: also gets whether all rows before this one were read.
    package mutating func read(
        _ all: ClosedRange<Int64>,
        visit: (_ row: Row, _ rowID: Int64, _ isWhole: Bool) throws -> Void
    ) throws {
        var ranges = [all]
        while let range = ranges.popLast(), failures < mostFailures {
            var rest = range.lowerBound
            if try readUntilFailure(range, &rest, visit: visit) { continue }
            failures += 1
            guard rest < range.upperBound else { continue }
            let middle = rest + (range.upperBound - rest) / 2
            ranges.append(middle + 1...range.upperBound)
            ranges.append(rest...middle)
        }
    }

    /// - Parameter rest: set to the first row that has not been read.
    /// - Returns: whether the whole range was read.
    private func readUntilFailure(
        _ range: ClosedRange<Int64>,
        _ rest: inout Int64,
        visit: (Row, Int64, Bool) throws -> Void
    ) throws -> Bool {
        // Only errors of the damaged table count as failures here.
        let rows: RowCursor
        do {
            rows = try Row.fetchCursor(statement, arguments: [rest, range.upperBound])
        } catch {
            return false
        }
        while true {
            let row: Row?
            do {
                row = try rows.next()
            } catch {
                return false
            }
            guard let row else { return true }
            // Rows that are repeated or out of order come from a tree that runs in circles.
            guard let rowID = Int64.fromDatabaseValue(row[0]), rowID >= rest,
                rowID <= range.upperBound
            else { return false }
            try visit(row, rowID, isWhole)
            guard rowID < range.upperBound else { return true }
            rest = rowID + 1
        }
    }
}
