/// A notebook that a Kindle e-reader sends as a table.
///
/// ```
/// "Your Kindle Notes For:",,,
/// "GIDEON THE NINTH",,,
/// "by Tamsyn Muir",,,
/// "----------------",,,
/// "Annotation Type","Location","Starred?","Annotation"
/// "Highlight (Yellow)","Location 170","","The text"
/// ```
struct KindleNotebookTable: ImportFormat {
    static let name = ImportFormatName.kindleNotebookTable

    private static let heading = "annotation type"

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let text = sample.text.prefix(2_000).lowercased()
        return text.contains("kindle") && text.contains(Self.heading)
            && text.contains("annotation\"") && !text.drop { $0.isWhitespace }.hasPrefix("<")
            ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source) else { return }
        // The first row is taken for the names of the columns.
        var notebook = Notebook()
        var isBody = false
        try CSVReader(run: run, file: file).eachRow { row in
            let first = row.text(at: 0) ?? ""
            if isBody {
                add(row, first, to: &notebook, run, file)
            } else if first.lowercased() == Self.heading {
                isBody = true
            } else if notebook.title.isEmpty {
                notebook.title = first
            } else if notebook.authors.isEmpty, first.lowercased().hasPrefix("by ") {
                notebook.authors = AuthorNames.ofSentence(first.dropFirst(3).trimmed)
            }
        }
        var shelf = NotebookShelf(run: run, file: file.path)
        try shelf.emit(notebook)
    }

    private func add(
        _ row: CSVReader.Row,
        _ kind: String,
        to notebook: inout Notebook,
        _ run: ImportRun,
        _ file: ImportFile
    ) {
        var entry = Notebook.Entry(text: row.text(at: 3) ?? "", row: row.number)
        entry.place = row.text(at: 1) ?? ""
        // "Highlight (Yellow)"
        let parts = kind.split(separator: "(", maxSplits: 1)
        entry.words = parts.first?.trimmed ?? ""
        if parts.count == 2 {
            entry.color = parts[1].prefix { $0 != ")" }.trimmed.lowercased()
        }
        notebook.entries.append(entry)
        if row.text(at: 2) != nil {
            let example = run.title(entry.text) ?? ""
            run.leaveOut(.column("Starred?"), example: example, file: file.path)
        }
    }
}
