import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The other characters that one has to do with, each with a word if one knows it.
@MainActor
final class RelationsField: EditorField {
    let field = FormField.relations
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { RelationLine.text(lines) }
    var focusable: [(name: String, widget: Widget)] {
        entries.flatMap { id, entry -> [(name: String, widget: Widget)] in
            [("relation:" + id.canonicalString, entry.entry)]
        } + [("addRelation", add)]
    }

    private let scope: RestorationScope
    private let stored: SceneStorage<String>
    private let rows = MovableRows(name: localized("Related characters"))
    private let add = Button(localized("Add a Related Character…"), "remedy").wrapping()
    private var entries: [(id: UUID, entry: Word)] = []
    private let others: @MainActor () -> [Character]
    private let neighbors: @MainActor () -> [Character]
    /// What relations are called that the reader has not come to yet: they stay as they are.
    private let veiledWords: [UUID: String]
    private var list: ChoiceList?

    /// The word of a relation.
    private struct Word {
        let entry: Entry
        let draft: DraftBinding
    }

    /// - Parameters:
    ///   - initial: what to begin with; nil when the editor is open again.
    ///   - veiled: the relations that are not shown, and stay.
    ///   - neighbors: the characters of other series that it is related to.
    ///   - others: the other characters of the series.
    init(
        in scope: RestorationScope,
        initial: String?,
        veiled: [Relation] = [],
        neighbors: @escaping @MainActor () -> [Character] = { [] },
        others: @escaping @MainActor () -> [Character]
    ) {
        self.scope = scope
        self.neighbors = neighbors
        self.others = others
        veiledWords = Dictionary(firstOf: veiled.map { ($0.id, $0.word ?? "") })
        stored = SceneStorage(.choice(.relations), in: scope)
        let box = Box(.vertical, spacing: 6).append(rows.list, add.halign(.start))
        frame = FieldFrame(localized("Related characters"), box)
        rows.onMove = { [weak self] in self?.arrange($0) }
        add.onClicked { [weak self] in self?.choose() }
        if let initial { store(RelationLine.lines(initial)) }
        for line in RelationLine.lines(stored.wrappedValue) {
            let word = initial.map { RelationLine.lines($0) }?.first { $0.id == line.id }?.word
            append(line, word: word)
        }
        update()
    }

    /// As they stand there, with what is typed.
    private var lines: [RelationLine] {
        RelationLine.lines(stored.wrappedValue).map { line in
            var line = line
            line.word =
                entries.first { $0.id == line.id }?.entry.entry.content.text
                ?? veiledWords[line.id] ?? ""
            return line
        }
    }

    func replaceText(with text: String) {
        let new = RelationLine.lines(text)
        for entry in entries { entry.entry.draft.discard() }
        entries = []
        rows.removeAll()
        for line in new { append(line, word: line.word) }
        store(new)
        update()
    }

    func readable(_ text: String) -> String {
        let names = Dictionary(firstOf: (others() + neighbors()).map { ($0.id, $0.name) })
        return RelationLine.lines(text).filter { veiledWords[$0.id] == nil }.map { line in
            [line.word, names[line.other] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    func close() { for entry in entries { entry.entry.draft.close() } }

    // MARK: Rows

    private func store(_ lines: [RelationLine]) {
        let bare = lines.map { RelationLine(id: $0.id, other: $0.other, isFirst: $0.isFirst) }
        stored.wrappedValue = RelationLine.text(bare)
    }

    private func append(_ line: RelationLine, word: String?) {
        guard veiledWords[line.id] == nil,
            let name = (others() + neighbors()).first(where: { $0.id == line.other })?.name
        else { return }
        let label =
            line.isFirst
            ? localized("What this character is to %1", name)
            : localized("What %1 is to this character", name)
        let entry = Entry(name: label).placeholder(localized("such as “sister of”"))
        let draft = DraftBinding(
            entry.content,
            key: .relationWord,
            in: scope.relation(line),
            initial: word ?? ""
        )
        let remove = Button(
            icon: "hawknotes-delete-symbolic",
            name: localized("Remove %1", name),
            "flat",
            "small"
        )
        remove.onClicked { [weak self] in
            self?.remove(line.id)
            self?.add.grabFocus()
        }
        let head = Box(.horizontal, spacing: 6)
            .append(Label(name, "heading").ellipsizing().hexpand(), remove)
        let content = Box(.vertical, spacing: 6).append(head, entry)
        rows.add(line.id, name: name, content.margin(horizontal: 12, vertical: 9))
        entries.append((line.id, Word(entry: entry, draft: draft)))
    }

    private func remove(_ id: UUID) {
        if let index = entries.firstIndex(where: { $0.id == id }) {
            entries[index].entry.draft.discard()
            entries.remove(at: index)
        }
        store(lines.filter { $0.id != id })
        rows.remove(id)
        update()
    }

    private func arrange(_ ids: [UUID]) {
        let all = lines
        store(
            ids.compactMap { id in all.first { $0.id == id } }
                + all.filter { veiledWords[$0.id] != nil }
        )
    }

    private func update() {
        rows.list.visible(!rows.rows.isEmpty)
        // Whom it is related to already is not offered again.
        add.visible(!free.isEmpty)
        root.visible(!others().isEmpty || !rows.rows.isEmpty)
    }

    private var free: [Character] {
        let taken = Set(lines.map(\.other))
        return others().filter { !taken.contains($0.id) }
    }

    private func choose() {
        let choices = free.map { Choice(id: $0.id.canonicalString, title: $0.name) }
        list = ChoiceList(choices, name: localized("Related characters")) { [weak self] choice in
            guard let self, let other = UUID(uuidString: choice.id) else { return }
            let line = RelationLine(id: UUID(), other: other)
            store(lines + [line])
            append(line, word: "")
            update()
            // Where the row is, the view around it learns with the next frame.
            let entry = entries.last?.entry.entry
            entry?.onNextFrameDrawn { [weak entry] in entry?.grabFocus() }
        }
        list?.popUp(below: add)
    }
}
