import CImport

/// A parser for delimiter-separated tables, valid while the body that receives it runs.
public final class TableReader {
    /// A row, as bytes of an unknown encoding.
    public enum Row: Equatable {
        case fields([[UInt8]])
        /// Its fields exceed the maximum number of bytes.
        case tooLong
        /// It exceeds the maximum number of fields.
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

    /// Parses more bytes.
    ///
    /// - Returns: false if out of memory.
    public func feed(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { table.csv_feed(pointer, $0.baseAddress, $0.count) }
    }

    /// The number of bytes of the incomplete field.
    public var pendingSize: Int { table.csv_pending(pointer) }

    /// Parses the remaining bytes as the end of the table.
    ///
    /// - Returns: false if it ends within a quoted field.
    public func finish() -> Bool { table.csv_finish(pointer) }

    /// The rows completed since the last call.
    public func takeRows() -> [Row] {
        defer { collector.rows = [] }
        return collector.rows
    }
}

extension ImportFunctions {
    /// Calls `body` with a parser, or with nil if out of memory.
    ///
    /// - Parameters:
    ///   - rowSize: the maximum number of bytes in a row.
    ///   - columnCount: the maximum number of fields in a row.
    public func withTable<Result>(
        separator: UInt8,
        rowSize: Int,
        columnCount: Int,
        _ body: (TableReader?) throws -> Result
    ) rethrows -> Result {
        let collector = RowCollector(rowSize: rowSize, columnCount: columnCount)
        // C uses both until the parser is closed, which is before the end of this function.
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

/// C's callbacks for fields and rows.
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
