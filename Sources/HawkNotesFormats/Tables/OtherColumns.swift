/// Reports the columns of a table that are not read, one line for each.
final class OtherColumns {
    private let columns: BookTable.Columns
    private var others: [Column]?

    private struct Column {
        var index: Int
        var kind: ImportProblem.Kind
        var nothing: Set<String>
    }

    init(_ columns: BookTable.Columns) { self.columns = columns }

    /// Counts a row's values in these columns.
    func tell(_ row: CSVReader.Row, _ run: ImportRun, file: String) {
        let others = self.others ?? find(row, run)
        self.others = others
        for column in others {
            guard let text = row.text(at: column.index),
                !column.nothing.contains(text.lowercased())
            else { continue }
            run.leaveOut(column.kind, example: run.title(text) ?? "", file: file)
        }
    }

    private func find(_ row: CSVReader.Row, _ run: ImportRun) -> [Column] {
        row.headings.enumerated().compactMap { index, heading in
            let name = heading.lowercased()
            // If two columns have the same name, the first one is read.
            if columns.taken.contains(name), row.columns[name] == index { return nil }
            return Column(
                index: index,
                kind: .column(run.title(heading) ?? "\(index + 1)"),
                nothing: columns.nothing[name] ?? []
            )
        }
    }
}
