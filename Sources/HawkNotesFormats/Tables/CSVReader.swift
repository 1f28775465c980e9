import CImport
import Foundation

/// The rows of a table with separators, from a stream.
struct CSVReader {
    let run: ImportRun
    let file: ImportFile

    /// A row by the names of its columns.
    struct Row {
        fileprivate let columns: [String: Int]
        fileprivate let fields: [String]
        /// From 1, the heading included.
        let number: Int

        /// What stands in the first of these columns that says something.
        func callAsFunction(_ names: String...) -> String? {
            for name in names {
                guard let index = columns[name], index < fields.count else { continue }
                let field = fields[index].trimmed
                if !field.isEmpty { return field }
            }
            return nil
        }
    }

    /// Calls `body` with every row that says something.
    ///
    /// - Throws: `ImportError.needsPackages`, and what the run and the body throw.
    func eachRow(_ body: (Row) throws -> Void) throws {
        let functions = try run.library.tables()
        guard let stream = try run.stream(file) else { return }
        var transcoder = UnicodeTranscoder()
        var piece: [UInt8] = []
        while piece.count < 4096, let next = try stream.next() { piece += transcoder.utf8(next) }
        let separator = Self.separator(of: TextDecoder.text(ofBeginning: Array(piece.prefix(4096))))
        let collector = RowCollector(limits: run.limits)
        // C keeps both until it is closed, which is before the end of this function.
        let events = UnsafeMutablePointer<HawkCSVEvents>.allocate(capacity: 1)
        events.initialize(to: RowCollector.events)
        defer { events.deallocate() }
        let context = Unmanaged.passUnretained(collector).toOpaque()
        guard let table = functions.csv_open(CChar(bitPattern: separator), events, context) else {
            throw ImportError.brokenInstallation("csv_open")
        }
        defer { functions.csv_close(table) }

        var sink = RowSink(run: run, file: file.path)
        var isWhole = true
        while true {
            for start in stride(from: 0, to: piece.count, by: ByteStream.pieceSize) {
                let end = min(start + ByteStream.pieceSize, piece.count)
                let isFed = piece[start..<end].withUnsafeBytes { buffer in
                    functions.csv_feed(table, buffer.baseAddress, buffer.count)
                }
                try sink.take(collector, body)
                if !isFed || functions.csv_pending(table) > run.limits.textSize {
                    run.tell(
                        .textTooLong(limit: run.limits.textSize),
                        file: file.path,
                        line: sink.number + 1
                    )
                    return sink.finish()
                }
            }
            guard let next = try stream.next() else { break }
            piece = transcoder.utf8(next)
        }
        let rest = transcoder.finish()
        _ = rest.withUnsafeBytes { functions.csv_feed(table, $0.baseAddress, $0.count) }
        isWhole = functions.csv_finish(table)
        try sink.take(collector, body)
        if !isWhole { run.tell(.endsEarly, file: file.path, line: sink.number) }
        sink.finish()
    }

    /// The likeliest separator of a first line.
    static func separator(of text: String) -> UInt8 {
        let line = text.split(omittingEmptySubsequences: true) { $0.isNewline }.first ?? ""
        let marks: [Character] = [",", ";", "\t"]
        let best = marks.max { one, other in
            line.count { $0 == one } < line.count { $0 == other }
        }
        // Of equals, `max` takes the last.
        let mark = line.contains { marks.contains($0) } ? best : ","
        return mark?.asciiValue ?? UInt8(ascii: ",")
    }

    /// The names of the columns in a first line, as rows are asked for them.
    static func columns(of text: String) -> Set<String> {
        let separator = Character(Unicode.Scalar(separator(of: text)))
        let line = text.split(omittingEmptySubsequences: true) { $0.isNewline }.first ?? ""
        return Set(line.split(separator: separator).map { columnName(String($0)) })
    }

    fileprivate static func columnName(_ text: String) -> String {
        text.filter { $0 != "\"" }.trimmed.lowercased()
    }
}

/// Makes rows of what has been collected.
private struct RowSink {
    let run: ImportRun
    let file: String
    private var columns: [String: Int]?
    private var decoder = TextDecoder()
    private(set) var number = 0

    init(run: ImportRun, file: String) {
        self.run = run
        self.file = file
    }

    mutating func take(_ collector: RowCollector, _ body: (CSVReader.Row) throws -> Void) throws {
        let rows = collector.rows
        collector.rows = []
        for row in rows {
            number += 1
            switch row {
            case .tooLong:
                run.tell(.textTooLong(limit: run.limits.textSize), file: file, line: number)
            case .tooWide:
                run.tell(.tooMany(limit: run.limits.columnCount), file: file, line: number)
            case .fields(let fields):
                let texts = fields.map { decoder.text($0) }
                if let columns {
                    guard texts.contains(where: { !$0.trimmed.isEmpty }) else { continue }
                    try body(CSVReader.Row(columns: columns, fields: texts, number: number))
                } else {
                    columns = Dictionary(
                        texts.enumerated().map { (CSVReader.columnName($0.element), $0.offset) },
                        uniquingKeysWith: { first, _ in first }
                    )
                }
            }
        }
    }

    func finish() { decoder.tell(run, file: file) }
}

/// What C calls with fields and rows.
private final class RowCollector {
    enum Row {
        case fields([[UInt8]])
        case tooLong
        case tooWide
    }

    var rows: [Row] = []
    private let limits: ImportLimits
    private var fields: [[UInt8]] = []
    private var size = 0

    init(limits: ImportLimits) { self.limits = limits }

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
        if size <= 4 * limits.textSize, fields.count <= limits.columnCount {
            fields.append(Array(bytes))
        }
    }

    private func endRow() {
        if size > 4 * limits.textSize {
            rows.append(.tooLong)
        } else if fields.count > limits.columnCount {
            rows.append(.tooWide)
        } else {
            rows.append(.fields(fields))
        }
        fields = []
        size = 0
    }
}
