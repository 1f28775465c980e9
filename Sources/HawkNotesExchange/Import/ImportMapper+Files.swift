import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Finds books whose title has changed by data that does not change: their ISBN and the identifier
/// of their file.
extension ImportMapper {
    /// The book that was imported from a file before, when it had another title; nil, with a
    /// report, if other data shows that it is a different book.
    func bookOfFile(_ item: ImportedBook) throws -> UUID? {
        guard let file = item.fileIdentifier, let id = try imported(file, of: item),
            // Two books in one source are two, whatever their titles.
            !isClaimed(id)
        else { return nil }
        guard let book = try index.book(id) ?? importer.anyBook(id) else { return nil }
        guard !index.contradicts(item, book) else {
            report.remark(.identifier, book: book.title, source: item.title)
            return nil
        }
        tellTitle(of: item, differingFrom: book)
        return id
    }

    private func imported(_ file: BookFileIdentifier, of item: ImportedBook) throws -> UUID? {
        if let id = try importer.imported(from: file.identity.description) { return id }
        // Earlier versions have not stored it.
        for book in index.books(by: item.authorNames) {
            let identity = file.identity(ofBookCalled: book.title)
            if try importer.imported(from: identity.description) == book.id { return book.id }
        }
        return nil
    }

    /// Stores the identifier of a book's file, unless another book has it.
    func remember(_ id: UUID, as file: BookFileIdentifier) throws {
        let source = file.identity.description
        guard try importer.imported(from: source) == nil else { return }
        try importer.remember(id, source: source)
    }

    /// Reports that a book has another title or other authors in the source.
    func tellTitle(of item: ImportedBook, differingFrom book: KnownBook) {
        guard index.differs(item, from: book) else { return }
        let names = [item.title, item.authorNames].compactMap(\.self)
        report.remark(.title, book: book.title, source: names.joined(separator: ", "))
    }
}
