import Foundation

/// A note's text as people read and write it: a mention is `@` and a name, and not the link that is saved.
///
/// Who edits a note sees the present names. What is saved of it keeps the ids: of a mention whose words
/// have been left as they were, also where two characters are called the same, or one is gone.
public enum MentionText {
    /// How the mentions of a saved text read where it is edited.
    public struct Opened: Hashable, Sendable {
        /// The saved text.
        public let saved: String
        /// What stands for each of its mentions behind the `@`, in their order.
        public let words: [String]

        /// Opens a text. A mention whose character has no words keeps those that it was saved with.
        public init(_ saved: String, names: (UUID) -> String?) {
            self.saved = saved
            words = Mention.all(in: saved).map { mention in
                MentionNames.onOneLine(names(mention.characterID) ?? mention.name)
            }
        }

        /// A text that was opened before with these words.
        ///
        /// - Returns: nil if they are not those of this text.
        public init?(_ saved: String, words: [String]) {
            guard Mention.all(in: saved).count == words.count else { return nil }
            self.saved = saved
            self.words = words
        }

        /// The text to edit.
        public var editable: String { pieces.text }

        var pieces: (text: String, mentions: [OpenedMention]) {
            var text = ""
            var mentions: [OpenedMention] = []
            var position = saved.startIndex
            for (mention, words) in zip(Mention.all(in: saved), words) {
                text += saved[position..<mention.range.lowerBound]
                let start = text.utf8.count
                text += "@" + words
                mentions.append(
                    OpenedMention(
                        id: mention.characterID,
                        words: words,
                        range: start..<text.utf8.count
                    )
                )
                position = mention.range.upperBound
            }
            return (text + saved[position...], mentions)
        }
    }

    struct OpenedMention {
        let id: UUID
        let words: String
        /// In bytes of UTF-8.
        let range: Range<Int>
    }

    /// A mention as it is read.
    public static func readable(_ name: String) -> String { "@" + MentionNames.onOneLine(name) }

    /// A saved text with `@` and a name in the place of each mention.
    ///
    /// - Parameter names: tells the words for a character; nil for those that the mention was saved with.
    public static func editable(
        _ saved: String,
        names: (UUID) -> String? = { _ in nil }
    ) -> String {
        Mention.replacing(in: saved) {
            readable(names($0.characterID) ?? $0.name)
        }
    }

    /// A text as it is to be saved: `@` and the words for a character, at the beginning of a word, become
    /// a mention; of words that begin alike, the longest count. Links that were typed stay as they are.
    ///
    /// - Parameters:
    ///   - typed: what was written.
    ///   - opened: what the edit began with; nil for a new note. If nothing was changed, nothing is.
    public static func saved(
        _ typed: String,
        names: MentionNames,
        opened: Opened? = nil
    ) -> String {
        guard let opened else { return MentionConversion(typed, names, []).result }
        let (before, mentions) = opened.pieces
        if before.utf8.elementsEqual(typed.utf8) { return opened.saved }
        var (typed, old) = (typed, before)
        let kept = typed.withUTF8 { new in
            old.withUTF8 { KeptMentions(mentions, from: $0, in: new).kept }
        }
        return MentionConversion(typed, names, kept).result
    }
}
