/// Something that an import has settled in one of several ways, with the first things that it met it in.
public struct ImportRemark: Hashable, Codable, Sendable {
    /// What was settled.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Notes that earlier versions have made of whole files, now that these are read passage by passage:
        /// they are in the trash.
        case wholeNote
        /// Books that earlier versions have made for such notes, and that nothing else is in: they are in the trash
        /// as well.
        case emptyBook
        /// Notes with another place, both here and at their source, than at the last import: the reader's stays.
        case place
        /// The same of how highlights are marked.
        case mark
        /// Books that stand in another series than the source says: they stay there, without its number.
        case series
        /// Books with another title that are a book of the library, as they have its ISBN or identifier.
        case title
        /// Times at which books were read that end before they begin: the end counts, as nothing else tells that
        /// a book was read.
        case reading
        /// Books with the identifier of a book of the library that has other authors or another ISBN: they are
        /// books of their own.
        case identifier
    }

    /// One of the things.
    public struct Example: Hashable, Codable, Sendable {
        /// The title of the book in the library.
        public var book: String?
        /// What stands in the library: the beginning of a note, or the name of a series.
        public var here: String?
        /// What the source says instead.
        public var source: String?
    }

    /// What was settled.
    public internal(set) var kind: Kind
    /// How often.
    public internal(set) var count = 0
    /// The first of these.
    public internal(set) var examples: [Example] = []

    mutating func add(_ example: Example) {
        count += 1
        if examples.count < Self.exampleLimit { examples.append(example) }
    }

    private static let exampleLimit = 100
}

extension LibraryImportReport {
    /// Notes down that something was settled.
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

    /// What is said of one kind; nil where there is nothing.
    public func remark(_ kind: ImportRemark.Kind) -> ImportRemark? {
        remarks.first { $0.kind == kind }
    }
}
