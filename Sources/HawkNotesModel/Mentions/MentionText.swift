import Foundation

/// A note's text as it is read and edited: a mention is `@` and a name instead of the saved link.
///
/// Editors show the current names. The saved text keeps the id of each mention whose words were not
/// changed, even if two characters have the same name or one was deleted.
public enum MentionText {
    /// A saved text opened for editing.
    public struct Opened: Hashable, Sendable {
        /// The saved text.
        public let saved: String
        /// The words after the `@` of each mention, in order.
        public let words: [String]

        /// Opens a text. A mention whose character has no words keeps the saved ones.
        public init(_ saved: String, names: (UUID) -> String?) {
            self.saved = saved
            words = Mention.all(in: saved).map { mention in
                MentionNames.onOneLine(names(mention.characterID) ?? mention.name)
            }
        }

        /// Restores a text that was opened before with these words.
        ///
        /// - Returns: nil if they are not the words of this text.
        public init?(_ saved: String, words: [String]) {
            guard Mention.all(in: saved).count == words.count else { return nil }
            self.saved = saved
            self.words = words
        }

        /// The text to edit.
        public var editable: String { pieces.text }

        /// The offset in the editable text of an offset in the saved text, in Unicode scalars.
        /// Within a mention, it is the beginning of the words.
        public func editableOffset(ofSaved offset: Int) -> Int {
            var difference = 0
            for mention in lengths {
                guard mention.start < offset else { break }
                guard mention.start + mention.saved <= offset else {
                    return mention.start + difference
                }
                difference += mention.editable - mention.saved
            }
            return offset + difference
        }

        /// The offset in the saved text of an offset in the editable text, in Unicode scalars; the
        /// beginning of a mention within its words, and the end of the text behind it.
        public func savedOffset(ofEditable offset: Int) -> Int {
            var difference = 0
            for mention in lengths {
                guard mention.start < offset + difference else { break }
                guard mention.start + mention.editable <= offset + difference else {
                    return mention.start
                }
                difference += mention.saved - mention.editable
            }
            return min(offset + difference, saved.unicodeScalars.count)
        }

        /// The start of each mention in the saved text, and its lengths, in Unicode scalars.
        private var lengths: [(start: Int, saved: Int, editable: Int)] {
            let scalars = saved.unicodeScalars
            return zip(Mention.all(in: saved), words).map { mention, words in
                (
                    scalars.distance(from: scalars.startIndex, to: mention.range.lowerBound),
                    scalars.distance(from: mention.range.lowerBound, to: mention.range.upperBound),
                    ("@" + words).unicodeScalars.count
                )
            }
        }

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

    /// A mention as it is shown.
    public static func readable(_ name: String) -> String { "@" + MentionNames.onOneLine(name) }

    /// A saved text with each mention replaced by `@` and a name.
    ///
    /// - Parameter names: returns the words for a character; nil for the saved ones.
    public static func editable(
        _ saved: String,
        names: (UUID) -> String? = { _ in nil }
    ) -> String {
        Mention.replacing(in: saved) {
            readable(names($0.characterID) ?? $0.name)
        }
    }

    /// The text to save: `@` and the words for a character, at the beginning of a word, become a
    /// mention; of words with a common beginning, the longest count. Typed links are left alone.
    ///
    /// - Parameters:
    ///   - typed: the edited text.
    ///   - opened: the text that the edit began with; nil for a new note. Without an edit, the
    ///     saved text is returned unchanged.
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
