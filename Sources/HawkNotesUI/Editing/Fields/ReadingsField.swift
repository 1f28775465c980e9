import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The dates on which a book was started and finished, for each time that it was read.
@MainActor
final class ReadingsField: EditorField {
    let field = FormField.readings
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { ReadingLine.text(entries.map { $0.line }) }
    var focusable: [(name: String, widget: Widget)] {
        entries.flatMap { reading -> [(name: String, widget: Widget)] in
            [
                ("begun:" + reading.id.canonicalString, reading.begun.entry),
                ("finished:" + reading.id.canonicalString, reading.finished.entry),
            ]
        } + [("addReading", add)]
    }

    private let scope: RestorationScope
    private let stored: SceneStorage<String>
    private let rows = Box(.vertical, spacing: 6)
    private let add = Button(localized("Add Dates"), "remedy").wrapping()
    private var entries: [Reading] = []

    /// The row of one reading.
    @MainActor
    private struct Reading {
        let id: UUID
        let root: Widget
        let begun: DateEntry
        let finished: DateEntry

        var line: ReadingLine { ReadingLine(begun: begun.date, finished: finished.date) }
        var problem: String? { begun.problem ?? finished.problem ?? order }

        /// The problem with the two dates together; nil when there is none.
        var order: String? {
            guard line.dates?.isBackwards == true else { return nil }
            // Translators: both are names of fields with dates.
            return localized(
                "“%1” is earlier than “%2”. Change one of the dates.",
                finished.label,
                begun.label
            )
        }

        /// The field to focus.
        var wrong: Widget? {
            if order != nil { return finished.entry }
            return [begun, finished].first { $0.problem != nil }?.entry
        }
    }

    /// - Parameter initial: what to begin with; nil when the editor is open again.
    init(in scope: RestorationScope, initial: String?) {
        self.scope = scope
        stored = SceneStorage(.choice(.readings), in: scope)
        frame = FieldFrame(
            FormField.readings.label,
            Box(.vertical, spacing: 6).append(rows, add.halign(.start))
        )
        add.onClicked { [weak self] in
            self?.append(UUID(), ReadingLine())
            self?.entries.last?.begun.entry.grabFocus()
        }
        if let initial {
            for line in ReadingLine.lines(initial) { append(UUID(), line) }
        } else {
            let ids = stored.wrappedValue.split(separator: "\n")
            for id in ids.compactMap({ UUID(uuidString: String($0)) }) { append(id, nil) }
        }
        update()
    }

    var problem: String? { entries.compactMap { $0.problem }.first }

    var wrong: Widget? { entries.lazy.compactMap(\.wrong).first }

    func replaceText(with text: String) {
        for reading in entries { discard(reading) }
        entries = []
        for line in ReadingLine.lines(text) { append(UUID(), line) }
        update()
    }

    func readable(_ text: String) -> String {
        ReadingLine.lines(text).map { line in
            [line.begun, line.finished].map { DateText.partial($0) ?? $0 }.joined(separator: " – ")
        }.joined(separator: "\n")
    }

    func close() {
        for reading in entries {
            reading.begun.close()
            reading.finished.close()
        }
    }

    // MARK: Rows

    /// - Parameter line: what to begin with; nil when the editor is open again.
    private func append(_ id: UUID, _ line: ReadingLine?) {
        let scope = scope.reading(id)
        let changed: @MainActor () -> Void = { [weak self] in
            // Remove a problem that was shown as soon as it is solved.
            if let self, frame.line.root.isVisible { frame.show(problem: problem) }
        }
        let begun = DateEntry(
            localized("Begun on"),
            key: .begun,
            in: scope,
            initial: line?.begun,
            onChange: changed
        )
        let finished = DateEntry(
            localized("Finished on"),
            key: .finished,
            in: scope,
            initial: line?.finished,
            onChange: changed
        )
        let remove = Button(
            icon: "hawknotes-delete-symbolic",
            name: localized("Remove Dates"),
            "flat",
            "small"
        )
        remove.onClicked { [weak self] in self?.remove(id) }
        let fields = WrapBox(spacing: 12).append(begun.root, finished.root)
        let root = Box(.horizontal, spacing: 6, role: .group).append(
            fields.margin(horizontal: 12, vertical: 9).hexpand(),
            remove.valign(.start)
        )
        rows.append(root.classes("card").accessibleLabel(FormField.readings.label))
        entries.append(Reading(id: id, root: root, begun: begun, finished: finished))
        update()
    }

    private func remove(_ id: UUID) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        discard(entries.remove(at: index))
        frame.show(problem: frame.line.root.isVisible ? problem : nil)
        update()
        add.grabFocus()
    }

    private func discard(_ reading: Reading) {
        reading.begun.discard()
        reading.finished.discard()
        reading.root.removeFromBox()
    }

    private func update() {
        let ids = entries.map { $0.id.canonicalString }.joined(separator: "\n")
        if stored.wrappedValue != ids { stored.wrappedValue = ids }
        rows.visible(!entries.isEmpty)
    }
}

/// A field for a date in figures in the user's locale; a month or a year suffices.
@MainActor
final class DateEntry {
    let root: Widget
    let entry: Entry

    let label: String
    private let draft: DraftBinding

    /// - Parameter initial: a date of ISO 8601, or what was typed instead; nil when it is open again.
    init(
        _ label: String,
        key: TextKey,
        in scope: RestorationScope,
        initial: String?,
        onChange: @escaping @MainActor () -> Void
    ) {
        self.label = label
        entry = Entry(name: label).placeholder(DateText.figures("2024-05-17"))
            .minimumCharacters(8)
        root = Box(.vertical, spacing: 3).append(
            Label(label, "caption", "dim-label").wrapping().accessibleHidden(),
            entry
        )
        draft = DraftBinding(
            entry.content,
            key: key,
            in: scope,
            initial: initial.map { DateText.figures($0) } ?? ""
        )
        _ = entry.content.onChanged(onChange)
    }

    /// The date in ISO 8601, or the text if it is no date.
    var date: String { SearchDates.ofReader.iso(entry.content.text) ?? entry.content.text }

    /// The problem; nil when there is none.
    var problem: String? {
        let text = entry.content.text
        guard !text.allSatisfy(\.isWhitespace), SearchDates.ofReader.iso(text) == nil else {
            return nil
        }
        // Translators: %1 is the name of a field, %2 what was typed, %3 a day and %4 a month in figures.
        return localized(
            "%1: “%2” isn’t a date. Enter a day such as %3, a month such as %4, or a year.",
            label,
            text,
            DateText.figures("2024-05-17"),
            DateText.figures("2024-05")
        )
    }

    func close() { draft.close() }

    func discard() { draft.discard() }
}
