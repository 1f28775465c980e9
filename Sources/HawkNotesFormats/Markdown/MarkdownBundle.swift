/// Metadata of a `.textbundle`.
extension MarkdownReader {
    /// Reads dates and IDs of `info.json`, which programs write under names of their own.
    ///
    /// - Returns: false for a note in its program's trash, which is reported.
    func takeBundle(_ info: String, into fields: inout MarkdownFields) -> Bool {
        guard case .table(let members) = vault.value(at: info) else { return true }
        var parts = [PlainValue.table(members)]
        // Keys such as "net.shinyfrog.bear".
        for key in members.keys.sorted() where key.contains(".") {
            parts.append(members[key] ?? .nothing)
        }
        for part in parts {
            if part["trashed"].isTrue || part["trashed"].number == 1 {
                run.leaveOut(.trashed, example: file.path, file: nil)
                return false
            }
            if let id = part["uniqueIdentifier"].label { fields.add("bear-id", [id]) }
            if let date = part["creationDate"].label { fields.add("created", [date]) }
            if let date = part["modificationDate"].label { fields.add("updated", [date]) }
        }
        return true
    }
}
