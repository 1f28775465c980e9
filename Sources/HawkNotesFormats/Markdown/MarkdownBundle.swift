/// The rest of a `.textbundle`.
extension MarkdownReader {
    /// Takes dates and ids of its `info.json`, which programs write under names of their own.
    ///
    /// - Returns: false for a note in the trash of its program, which is told.
    func takeBundle(_ info: String, into fields: inout MarkdownFields) -> Bool {
        guard case .table(let members) = vault.value(at: info) else { return true }
        var parts = [PlainValue.table(members)]
        // "net.shinyfrog.bear" and the like.
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
