/// An edit of a text as it stands in a state file: with what it takes to tell whether it is about the
/// text at hand.
struct StoredEdit {
    var edit: TextEdit
    /// How long the text was before it, in Unicode scalars; `nil` in formats below 3.
    var length: Int?
    /// How many lines before its own the text was written or edited before it; nothing when it had
    /// not been in this file.
    var distance: Int?

    /// Makes one to be written.
    ///
    /// - Parameters:
    ///   - last: The number of the record that wrote or edited the text before it, if there is one.
    ///   - number: The number of its own record.
    init(_ edit: TextEdit, length: Int, last: Int?, number: Int) {
        self.edit = edit
        self.length = length
        distance = last.map { number - $0 }
    }

    /// Reads one; `nil` when the member says something else.
    init?(_ member: JSONValue.Member) {
        guard member.key == "s", case .array(let parts) = member.value,
            (3...5).contains(parts.count), let offset = parts[0].intValue,
            let first = parts[1].stringValue
        else { return nil }
        // Looked at one by one: reading many windows is mostly this.
        let second = parts[2].stringValue
        edit = TextEdit(
            offset: offset,
            removed: second == nil ? "" : first,
            inserted: second ?? first
        )
        let numbers = parts[(second == nil ? 2 : 3)...]
        guard let length = numbers.first else { return }
        guard numbers.count <= 2, let length = length.intValue,
            let distance = numbers.count == 2 ? numbers.last?.intValue : 1
        else { return nil }
        self.length = length
        self.distance = distance == 0 ? nil : distance
    }

    /// The member as it is written, without what mostly goes without saying: that nothing was removed,
    /// and that the line before was about the same text.
    var member: JSONValue.Member {
        var parts: [JSONValue] = [.int(edit.offset)]
        if length == nil || !edit.removed.isEmpty { parts.append(.string(edit.removed)) }
        parts.append(.string(edit.inserted))
        if let length { parts.append(.int(length)) }
        if length != nil, distance != 1 { parts.append(.int(distance ?? 0)) }
        return .init("s", .array(parts))
    }
}
