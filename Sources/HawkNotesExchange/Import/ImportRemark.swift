/// A decision of an import between several possibilities, with the first examples.
public struct ImportRemark: Hashable, Codable, Sendable {
    /// The kind of decision.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Notes that earlier versions made of whole files, which are now read passage by passage:
        /// they are in the trash.
        case wholeNote
        /// Books that earlier versions made for such notes, and that are empty now: they are in the
        /// trash as well.
        case emptyBook
        /// Notes whose place has changed both here and in the source since the last import: the
        /// reader's stays.
        case place
        /// The same for the marking of highlights.
        case mark
        /// Books in another series than the source names: they stay there, without its number.
        case series
        /// Books with another title that have the ISBN or identifier of a book of the library.
        case title
        /// Reading times that end before they start: the end counts, because nothing else shows
        /// that a book was read.
        case reading
        /// Books with the identifier of a book of the library that has other authors or another
        /// ISBN: they are separate books.
        case identifier
    }

    /// An example.
    public struct Example: Hashable, Codable, Sendable {
        /// The title of the book in the library.
        public var book: String?
        /// The library's version: the beginning of a note, or the name of a series.
        public var here: String?
        /// The source's version.
        public var source: String?
    }

    /// The kind of decision.
    public internal(set) var kind: Kind
    /// The number of decisions.
    public internal(set) var count = 0
    /// The first examples.
    public internal(set) var examples: [Example] = []

    mutating func add(_ example: Example) {
        count += 1
        if examples.count < Self.exampleLimit { examples.append(example) }
    }

    private static let exampleLimit = 100
}

extension LibraryImportReport {
    /// Records a decision.
    mutating func remark(
        _ kind: ImportRemark.Kind,
        book: String?,
        here: String? = nil,
        source: String? = nil
    ) {
        let example = ImportRemark.Example(book: book, here: here, source: source)
        if let index = remarks.firstIndex(where: { $0.kind == kind }) {
            remarks[index].add(example)
        } else {
            var remark = ImportRemark(kind: kind)
            remark.add(example)
            remarks.append(remark)
        }
    }

    /// The remark of one kind; nil when there is none.
    public func remark(_ kind: ImportRemark.Kind) -> ImportRemark? {
        remarks.first { $0.kind == kind }
    }
}
