/// A custom column of calibre in a package document: `{"name": "Lent to", "datatype": "text",
/// "#value#": "Noor", …}`.
struct CalibreColumn {
    /// The user's name of the column.
    let name: String
    /// Its value for a book.
    let text: String

    /// The columns of a package document.
    ///
    /// - Parameters:
    ///   - name: calibre's own name of the column, such as `#lent`; nil for a document of EPUB 3,
    ///     which has all columns in one object, under these names.
    ///   - json: the content of the document.
    /// - Returns: the columns with a value; nil if the JSON is damaged.
    static func all(_ name: String?, _ json: String) -> [CalibreColumn]? {
        do {
            var reader = JSONStream(ByteStream(bytes: Array(json.utf8)), limits: ImportLimits())
            let value = try reader.value()
            if let name { return CalibreColumn(value, called: name).map { [$0] } ?? [] }
            guard case .table(let columns) = value else { return [] }
            return columns.sorted { $0.key < $1.key }
                .compactMap { CalibreColumn($0.value, called: $0.key) }
        } catch {
            return nil
        }
    }

    private init?(_ value: PlainValue, called name: String) {
        let content = value["#value#"]
        // A date is a nested value.
        let single = content.label ?? content["__value__"].label
        let parts = [single].compactMap(\.self) + content.elements.compactMap(\.label)
        let isYes = content.isTrue ? "yes" : nil
        guard let text = parts.isEmpty ? isYes : parts.joined(separator: ", "),
            // calibre's value for an unknown date.
            text != "None", !text.hasPrefix("0101-01-01")
        else { return nil }
        self.name = value["name"].text ?? name
        self.text = text
    }
}
