import CImport

/// A table with separators that is fed with bytes, as long as the body it was handed to runs.
public final class TableReader {
    /// A row, as bytes whose encoding is not known yet.
    public enum Row: Equatable {
        case fields([[UInt8]])
        /// Its fields have more bytes together than were allowed.
        case tooLong
        /// It has more fields than were allowed.
        case tooWide
    }

    private let table: HawkImportFunctions
    private let pointer: OpaquePointer
    private let collector: RowCollector

    fileprivate init(
        _ table: HawkImportFunctions,
        _ pointer: OpaquePointer,
        _ collector: RowCollector
    ) {
        self.table = table
        self.pointer = pointer
        self.collector = collector
    }

    /// Reads on.
    ///
    /// - Returns: false without memory.
    public func feed(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { table.csv_feed(pointer, $0.baseAddress, $0.count) }
    }

    /// How many bytes the field has that is not complete.
    public var pendingSize: Int { table.csv_pending(pointer) }

    /// Reads what is left as if the table ended here.
    ///
    /// - Returns: false when it ends in the middle of a quoted field.
    public func finish() -> Bool { table.csv_finish(pointer) }

    /// The rows that are complete since this was called last.
    public func takeRows() -> [Row] {
        defer { collector.rows = [] }
        return collector.rows
    }
}

extension ImportFunctions {
    /// Calls `body` with a table that is yet to be fed, or with nil without memory.
    ///
    /// - Parameters:
    ///   - rowSize: how many bytes a row may have.
    ///   - columnCount: how many fields.
    public func withTable<Result>(
        separator: UInt8,
        rowSize: Int,
        columnCount: Int,
        _ body: (TableReader?) throws -> Result
    ) rethrows -> Result {
        let collector = RowCollector(rowSize: rowSize, columnCount: columnCount)
        // C keeps both until it is closed, which is before the end of this function.
        return try withExtendedLifetime(collector) {
            try withUnsafePointer(to: RowCollector.events) { events in
                let context = Unmanaged.passUnretained(collector).toOpaque()
                let opened = table.csv_open(CChar(bitPattern: separator), events, context)
                guard let opened else { return try body(nil) }
                defer { table.csv_close(opened) }
                return try body(TableReader(table, opened, collector))
            }
        }
    }
}

/// What C calls with fields and rows.
private final class RowCollector {
    var rows: [TableReader.Row] = []
    private let rowSize: Int
    private let columnCount: Int
    private var fields: [[UInt8]] = []
    private var size = 0

    init(rowSize: Int, columnCount: Int) {
        self.rowSize = rowSize
        self.columnCount = columnCount
    }

    static let events = HawkCSVEvents(
        field: { context, bytes, count in
            RowCollector.of(context)?.add(UnsafeRawBufferPointer(start: bytes, count: count))
        },
        row: { context in RowCollector.of(context)?.endRow() }
    )

    private static func of(_ context: UnsafeMutableRawPointer?) -> RowCollector? {
        context.map { Unmanaged<RowCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        size += bytes.count + 1
        if size <= rowSize, fields.count <= columnCount { fields.append(Array(bytes)) }
    }

    private func endRow() {
        if size > rowSize {
            rows.append(.tooLong)
        } else if fields.count > columnCount {
            rows.append(.tooWide)
        } else {
            rows.append(.fields(fields))
        }
        fields = []
        size = 0
    }
}
