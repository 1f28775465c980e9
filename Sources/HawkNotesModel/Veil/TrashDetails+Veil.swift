extension TrashDetails {
    /// The details without spoilers.
    ///
    /// - Parameters:
    ///   - name: the placeholder for the names of hidden characters.
    ///   - words: the placeholder for the text of hidden notes.
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
