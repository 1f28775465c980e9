/// The marks of emphasis in a text, such as asterisks, which are hidden while the text is shown.
///
/// Offsets are in bytes of UTF-8: of the typed text, which has the marks, or of the shown text,
/// which does not. Asterisks in a row are one mark, so that there is at most one mark between any
/// two bytes of the shown text.
struct EmphasisMarks: Equatable {
    private struct Mark: Equatable {
        /// The range in the typed text.
        let range: Range<Int>
        let isOpening: Bool
        /// The offset in the shown text.
        let place: Int
        /// The range of the emphasized words in the shown text.
        var words = 0..<0

        func isWithin(_ range: Range<Int>) -> Bool { words.clamped(to: range) == words }
    }

    /// In the order of the text.
    private var marks: [Mark] = []

    /// - Parameter typed: the text with the marks.
    init(_ emphasis: [NoteStyles.Emphasis], in typed: String) {
        guard !emphasis.isEmpty else { return }
        let ends = emphasis.enumerated().flatMap { pair, marks in
            [(marks.opening, true, pair), (marks.closing, false, pair)]
        }
        .sorted { $0.0.lowerBound < $1.0.lowerBound }
        let utf8 = typed.utf8
        var hidden = 0
        var openings = [Int](repeating: 0, count: emphasis.count)
        for (range, isOpening, pair) in ends {
            let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
            let length = utf8.distance(from: range.lowerBound, to: range.upperBound)
            let place = start - hidden
            if isOpening {
                openings[pair] = marks.count
            } else {
                // Words that go on after the text are never wholly in a range.
                let end = range.isEmpty ? .max : place
                marks[openings[pair]].words = marks[openings[pair]].place..<end
            }
            marks.append(
                Mark(
                    range: start..<start + length,
                    isOpening: isOpening,
                    place: place,
                    words: isOpening ? 0..<0 : marks[openings[pair]].words
                )
            )
            hidden += length
        }
    }

    /// The shown text.
    func removed(from typed: String) -> String {
        guard !marks.isEmpty else { return typed }
        let utf8 = typed.utf8
        var shown = ""
        shown.reserveCapacity(utf8.count)
        var position = utf8.startIndex
        for mark in marks {
            let start = utf8.index(utf8.startIndex, offsetBy: mark.range.lowerBound)
            shown += typed[position..<start]
            position = utf8.index(start, offsetBy: mark.range.count)
        }
        return shown + typed[position...]
    }

    /// The offset in the shown text of an offset in the typed text. Within a mark, it is the mark's
    /// place.
    func shownOffset(of typed: Int) -> Int {
        guard let mark = lastMark(where: { $0.range.lowerBound < typed }) else { return typed }
        return mark.place + max(0, typed - mark.range.upperBound)
    }

    /// The offset in the typed text of an offset in the shown text. At a mark, it is the side of
    /// the emphasized words: text that is typed there is emphasized, too.
    func typedOffset(of shown: Int) -> Int {
        typedOffset(of: shown) { $0.isOpening }
    }

    /// The range in the typed text of a range in the shown text: with the marks of words whose
    /// emphasis is wholly in it. An empty range is an offset.
    func typedRange(of shown: Range<Int>) -> Range<Int> {
        if shown.isEmpty {
            let offset = typedOffset(of: shown.lowerBound)
            return offset..<offset
        }
        let start = typedOffset(of: shown.lowerBound) { !$0.isOpening || !$0.isWithin(shown) }
        let end = typedOffset(of: shown.upperBound) { !$0.isOpening && $0.isWithin(shown) }
        return start..<end
    }

    /// - Parameter isAfter: whether the offset is after a mark at its place.
    private func typedOffset(of shown: Int, isAfter: (Mark) -> Bool) -> Int {
        let mark = lastMark { $0.place < shown || ($0.place == shown && isAfter($0)) }
        guard let mark else { return shown }
        return mark.range.upperBound + shown - mark.place
    }

    /// A part of the shown text with the marks of all words whose emphasis is wholly in it.
    ///
    /// - Parameter text: the shown text.
    func typed(_ shown: Range<Int>, of text: String) -> String {
        let utf8 = text.utf8
        func index(_ offset: Int) -> String.Index {
            utf8.index(utf8.startIndex, offsetBy: offset)
        }
        var typed = ""
        var position = shown.lowerBound
        for mark in marks where mark.isWithin(shown) {
            typed += text[index(position)..<index(mark.place)]
            typed += String(repeating: "*", count: mark.range.count)
            position = mark.place
        }
        return typed + text[index(position)..<index(shown.upperBound)]
    }

    /// The last mark that fulfills a condition, which holds for all marks before it.
    private func lastMark(where condition: (Mark) -> Bool) -> Mark? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(marks[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? marks[low - 1] : nil
    }
}
