/// A column that a reader has added to calibre, as it stands in a package document:
/// `{"name": "Lent to", "datatype": "text", "#value#": "Noor", …}`.
struct CalibreColumn {
    /// What the reader calls it.
    let name: String
    /// What it says of a book.
    let text: String

    /// The columns of a package document.
    ///
    /// - Parameters:
    ///   - name: how calibre itself calls the column, such as `#lent`; nil for a document of EPUB 3, which has
    ///     all of them in one object, under these names.
    ///   - json: what the document has.
    /// - Returns: those that say something of this book; nil when it is damaged.
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
        // A date is a value in a value.
        let single = content.label ?? content["__value__"].label
        let parts = [single].compactMap(\.self) + content.elements.compactMap(\.label)
        let isYes = content.isTrue ? "yes" : nil
        guard let text = parts.isEmpty ? isYes : parts.joined(separator: ", "),
            // A date that is not known, in calibre's words.
            text != "None", !text.hasPrefix("0101-01-01")
        else { return nil }
        self.name = value["name"].text ?? name
        self.text = text
    }
}
