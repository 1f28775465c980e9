import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The order of the books of a series.
@MainActor
final class BooksField: EditorField {
    let field = FormField.books
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { order.wrappedValue }
    var focusable: [(name: String, widget: Widget)] {
        rows.rows.map { ("book:" + $0.id.canonicalString, $0.row) }
    }

    private let order: SceneStorage<String>
    private let rows = MovableRows(name: localized("Books"))
    private let books: @MainActor () -> [Book]

    /// - Parameters:
    ///   - initial: what to begin with; nil when the editor is open again.
    ///   - books: those that there are now.
    init(in scope: RestorationScope, initial: String?, books: @escaping @MainActor () -> [Book]) {
        self.books = books
        order = SceneStorage(.choice(.books), in: scope)
        if let initial, !initial.isEmpty { order.wrappedValue = initial }
        let remark = localized("Drag a book to its place, or press Alt with an arrow key.")
        frame = FieldFrame(
            localized("Books"),
            Box(.vertical, spacing: 6).append(
                rows.list,
                Label(remark, "caption", "dim-label").wrapping()
            )
        )
        rows.onMove = { [weak self] ids in
            self?.order.wrappedValue = ids.map(\.canonicalString).joined(separator: "\n")
        }
        showBooks()
    }

    func replaceText(with text: String) {
        order.wrappedValue = text
        showBooks()
    }

    func readable(_ text: String) -> String {
        let titles = Dictionary(firstOf: books().map { ($0.id.canonicalString, $0.title) })
        return text.split(separator: "\n").compactMap { titles[String($0)] }
            .joined(separator: "\n")
    }

    func close() {}

    private func showBooks() {
        rows.removeAll()
        let all = books()
        let ids = text.split(separator: "\n").compactMap { UUID(uuidString: String($0)) }
        let ordered = ids.compactMap { id in all.first { $0.id == id } }
        for book in ordered + all.filter({ !ids.contains($0.id) }) {
            let line = Box(.horizontal, spacing: 9).append(
                Image(icon: "hawknotes-book-symbolic"),
                Label(book.title).ellipsizing()
            )
            rows.add(book.id, name: book.title, line.margin(horizontal: 12, vertical: 9))
        }
        // One book, or none, is in order.
        root.visible(all.count > 1)
    }
}
