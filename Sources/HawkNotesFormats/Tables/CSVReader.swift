import Foundation
import ImportBridge

/// The rows of a delimiter-separated table, from a stream.
struct CSVReader {
    let run: ImportRun
    let file: ImportFile

    /// A row with access by column name.
    struct Row {
        /// The indices of the columns, by their names in lower case.
        let columns: [String: Int]
        /// The names of the columns as written in the table.
        let headings: [String]
        fileprivate let fields: [String]
        /// From 1, including the header.
        let number: Int

        /// The first non-empty value of these columns.
        func callAsFunction(_ names: String...) -> String? {
            first(of: names)?.text
        }

        /// The first of these columns with a value, and the value.
        func first(of names: [String]) -> (column: String, text: String)? {
            for name in names {
                guard let index = columns[name], let field = text(at: index) else { continue }
                return (name, field)
            }
            return nil
        }

        /// The value of a column; nil if it is empty.
        func text(at index: Int) -> String? {
            guard index < fields.count else { return nil }
            let field = fields[index].trimmed
            return field.isEmpty ? nil : field
        }
    }

    /// Calls `body` with every non-empty row.
    ///
    /// - Parameter isTold: false for an extra pass, which reports neither problems nor progress.
    /// - Throws: `ImportError.needsPackages`, and errors of the run and the body.
    func eachRow(isTold: Bool = true, _ body: (Row) throws -> Void) throws {
        let functions = try run.library.functions(for: [.tables])
        guard let stream = try run.stream(file, isTold: isTold) else { return }
        var transcoder = UnicodeTranscoder()
        var piece: [UInt8] = []
        while piece.count < 4096, let next = try stream.next() { piece += transcoder.utf8(next) }
        let separator = Self.separator(of: TextDecoder.text(ofBeginning: Array(piece.prefix(4096))))
        try functions.withTable(
            separator: separator,
            rowSize: 4 * run.limits.textSize,
            columnCount: run.limits.columnCount
        ) { table in
            guard let table else { throw ImportError.brokenInstallation("csv_open") }
            var sink = RowSink(run: isTold ? run : nil, limits: run.limits, file: file.path)
            while true {
                for start in stride(from: 0, to: piece.count, by: ByteStream.pieceSize) {
                    let end = min(start + ByteStream.pieceSize, piece.count)
                    let isFed = table.feed(piece[start..<end])
                    try sink.take(table, body)
                    if !isFed || table.pendingSize > run.limits.textSize {
                        let problem = ImportProblem.Reason.textTooLong(limit: run.limits.textSize)
                        if isTold { run.tell(problem, file: file.path, line: sink.number + 1) }
                        return sink.finish()
                    }
                }
                guard let next = try stream.next() else { break }
                piece = transcoder.utf8(next)
            }
            _ = table.feed(transcoder.finish()[...])
            let isWhole = table.finish()
            try sink.take(table, body)
            if isTold, !isWhole { run.tell(.endsEarly, file: file.path, line: sink.number) }
            sink.finish()
        }
    }

    /// The most likely delimiter of a header.
    static func separator(of text: String) -> UInt8 {
        let line = text.split(omittingEmptySubsequences: true) { $0.isNewline }.first ?? ""
        let marks: [Character] = [",", ";", "\t"]
        let best = marks.max { one, other in
            line.count { $0 == one } < line.count { $0 == other }
        }
        // If several are equal, `max` returns the last one.
        let mark = line.contains { marks.contains($0) } ? best : ","
        return mark?.asciiValue ?? UInt8(ascii: ",")
    }

    /// The names of the columns in a header, in lower case.
    static func columns(of text: String) -> Set<String> {
        let separator = Character(Unicode.Scalar(separator(of: text)))
        let line = text.split(omittingEmptySubsequences: true) { $0.isNewline }.first ?? ""
        return Set(line.split(separator: separator).map { columnName(String($0)) })
    }

    fileprivate static func columnName(_ text: String) -> String {
        text.filter { $0 != "\"" }.trimmed.lowercased()
    }
}

/// Makes rows of the parsed fields.
private struct RowSink {
    /// Nil if nothing is reported.
    let run: ImportRun?
    let limits: ImportLimits
    let file: String
    private var columns: [String: Int]?
    private var headings: [String] = []
    private var decoder = TextDecoder()
    private(set) var number = 0

    init(run: ImportRun?, limits: ImportLimits, file: String) {
        self.run = run
        self.limits = limits
        self.file = file
    }

    mutating func take(_ table: TableReader, _ body: (CSVReader.Row) throws -> Void) throws {
        for row in table.takeRows() {
            number += 1
            switch row {
            case .tooLong:
                run?.tell(.textTooLong(limit: limits.textSize), file: file, line: number)
            case .tooWide:
                run?.tell(.tooMany(limit: limits.columnCount), file: file, line: number)
            case .fields(let fields):
                let texts = fields.map { decoder.text($0) }
                if let columns {
                    guard texts.contains(where: { !$0.trimmed.isEmpty }) else { continue }
                    let row = CSVReader.Row(
                        columns: columns,
                        headings: headings,
                        fields: texts,
                        number: number
                    )
                    try body(row)
                } else {
                    headings = texts.map { text in text.filter { $0 != "\"" }.trimmed }
                    columns = Dictionary(
                        texts.enumerated().map { (CSVReader.columnName($0.element), $0.offset) },
                        uniquingKeysWith: { first, _ in first }
                    )
                }
            }
        }
    }

    func finish() {
        if let run { decoder.tell(run, file: file) }
    }
}
