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
            let offset = parts.first?.intValue
        else { return nil }
        let strings = parts.dropFirst().prefix { $0.stringValue != nil }.compactMap(\.stringValue)
        let numbers = parts.dropFirst(1 + strings.count).compactMap(\.intValue)
        guard let inserted = strings.last, strings.count <= 2, numbers.count <= 2,
            1 + strings.count + numbers.count == parts.count,
            // Both were always there before there were lengths.
            strings.count == 2 || !numbers.isEmpty
        else { return nil }
        let removed = strings.count == 2 ? strings[0] : ""
        edit = TextEdit(offset: offset, removed: removed, inserted: inserted)
        guard let length = numbers.first else { return }
        self.length = length
        let distance = numbers.count == 2 ? numbers[1] : 1
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
