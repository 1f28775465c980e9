import Foundation

/// The reader's data of a book in a table.
extension BookTable {
    /// Sets a rating in stars; reports invalid and rounded ones.
    func rate(_ book: inout ImportedBook, _ row: CSVReader.Row, _ columns: String...) {
        guard let (column, text) = row.first(of: columns) else { return }
        let stars = Double(text.replacing(",", with: "."))
        guard let isRounded = book.rate(stars: stars) else {
            if stars != 0 {
                let field = row.heading(of: column)
                run.tell(.unknownValue(field: field, value: text), file: file, line: row.number)
            }
            return
        }
        if isRounded { run.leaveOut(.quarterStars, example: text, file: file) }
    }

    /// `2024/12/01-2024/12/30, 2025/02/01-2025/02/09`: start and end of each reading.
    func readings(_ row: CSVReader.Row, column: String) throws -> [ImportedReading] {
        guard let text = row(column) else { return [] }
        return try text.split(whereSeparator: { ",;".contains($0) }).compactMap { part in
            let days = try days(in: part.trimmed, column: column, line: row.number)
            let reading = ImportedReading(
                startedOn: days.count == 2 ? days[0] : nil,
                finishedOn: days.last ?? nil
            )
            return reading == ImportedReading() ? nil : reading
        }
    }

    private func days(in text: String, column: String, line: Int) throws -> [String?] {
        let parts = text.split(omittingEmptySubsequences: false) { "-–".contains($0) }
        let days: [String] =
            switch parts.count {
            case 2: parts.map { $0.trimmed }
            // The days contain the separator, too.
            case 6: [parts[..<3], parts[3...]].map { $0.joined(separator: "-").trimmed }
            default: [text]
            }
        return try days.map { day in
            day.isEmpty ? nil : try date(day, column: column, line: line)?.isoDay
        }
    }

    /// Reports how often a book was read, if that exceeds the number of days.
    func tellReadCount(_ row: CSVReader.Row, _ column: String, of book: ImportedBook) {
        guard let text = row(column), let count = Int(text), count > max(1, book.readings.count)
        else { return }
        leaveOut(row.heading(of: column), text)
    }

    /// The parts of a comma-separated list.
    static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    }
}

extension CSVReader.Row {
    /// The name of a column as written in the table.
    func heading(of column: String) -> String {
        columns[column].flatMap { $0 < headings.count ? headings[$0] : nil } ?? column
    }
}
