import HawkNotesModel
import Phrases

/// The message about copies of the library that other programs have left beside it.
package enum ConflictText {
    /// The copy that the message is about, as copies of one library have much in common: the one
    /// with the most notes that the library lacks, or else the first that could not be read. Nil
    /// when the library contains everything in them.
    package static func chief(of copies: [ConflictCopy]) -> ConflictCopy? {
        let counted = copies.filter { noteCount($0) > 0 }
        if let most = counted.max(by: { noteCount($0) < noteCount($1) }) { return most }
        return copies.first {
            if case .notes = $0.finding { false } else { true }
        }
    }

    private static func noteCount(_ copy: ConflictCopy) -> Int {
        if case .notes(let count) = copy.finding { count } else { 0 }
    }

    /// A single sentence for all copies.
    ///
    /// - Parameter chief: the copy that the message is about.
    package static func sentence(_ copies: [ConflictCopy], chief: ConflictCopy) -> String {
        let name = chief.url.lastPathComponent
        switch chief.finding {
        case .notes(let count):
            return notes(count, isOne: copies.count(where: { noteCount($0) > 0 }) == 1)
        case .damaged:
            return localized(
                "Another program left a copy of your library, “%1”, that cannot be read.",
                name
            )
        case .newerVersion:
            return localized(
                "Another program left a copy of your library, “%1”, that was written by a newer version of Hawk Notes.",
                name
            )
        case .tooLarge:
            return localized(
                "Another program left a copy of your library, “%1”, that is too large to read.",
                name
            )
        }
    }

    private static func notes(_ count: Int, isOne: Bool) -> String {
        isOne
            ? localized(
                "Another program left a copy of your library with %1 note that is not in yours.",
                plural:
                    "Another program left a copy of your library with %1 notes that are not in yours.",
                count: count
            )
            : localized(
                "Another program left copies of your library, one of them with %1 note that is not in yours.",
                plural:
                    "Another program left copies of your library, one of them with %1 notes that are not in yours.",
                count: count
            )
    }
}
