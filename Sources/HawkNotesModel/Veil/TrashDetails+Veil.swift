extension TrashDetails {
    /// What may be told of it: nothing that the reader has not come to yet.
    ///
    /// - Parameters:
    ///   - name: what a character is called that is veiled.
    ///   - words: what stands in the place of a note that is.
    public func veiled(by veils: [Veil], name: String, words: String) -> TrashDetails {
        var details = self
        switch item.kind {
        case .character where veils.contains { $0.hides(character: item.id) }:
            details.item.title = name
        case .note:
            guard let subject else { break }
            let isVeiled = veils.contains {
                $0.hides(note: item.id, on: subject, chapterID: chapterID)
            }
            if isVeiled {
                details.item.title = words
                details.quote = nil
            }
            if case .character(let id) = subject, !surroundings.isEmpty,
                veils.contains(where: { $0.hides(character: id) })
            {
                details.surroundings[0] = name
            }
        case .character, .book, .series: break
        }
        return details
    }
}
