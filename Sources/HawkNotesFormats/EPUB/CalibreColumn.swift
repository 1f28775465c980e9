/// A column that a reader has added to calibre, as it stands in a package document:
/// `{"name": "Lent to", "datatype": "text", "#value#": "Noor", …}`.
struct CalibreColumn {
    /// What the reader calls it.
    let name: String
    /// What it says of a book.
    let text: String

    /// - Returns: nil when it says nothing of this book, or is damaged.
    init?(_ json: String) {
        do {
            var reader = JSONStream(ByteStream(bytes: Array(json.utf8)), limits: ImportLimits())
            let value = try reader.value()
            let content = value["#value#"]
            // A date is a value in a value.
            let single = content.label ?? content["__value__"].label
            let parts = [single].compactMap(\.self) + content.elements.compactMap(\.label)
            let isYes = content.isTrue ? "yes" : nil
            guard let name = value["name"].text,
                let text = parts.isEmpty ? isYes : parts.joined(separator: ", "),
                // A date that is not known, in calibre's words.
                text != "None", !text.hasPrefix("0101-01-01")
            else { return nil }
            self.name = name
            self.text = text
        } catch {
            return nil
        }
    }
}
