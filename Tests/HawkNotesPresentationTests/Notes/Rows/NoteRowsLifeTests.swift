import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Many windows write, this one scrolls, and the disk answers when it likes.
final class NoteRowsLifeTests: XCTestCase {
    func testWhateverHappensTheRowsAreRightInTheEndAndKeepTheirValues() throws {
        try onMainActor {
            var keptValues = 0
            for seed in 1...sample(few: 2, more: 6, all: 24) {
                // Some are about notes with places, in an order that is switched.
                let life = try NoteRowsLife(seed: UInt64(seed), hasPlaces: seed % 3 == 0)
                for step in 0..<600 where life.problems.isEmpty {
                    try life.step()
                    if step % 60 == 59 { try life.checkEverything() }
                }
                XCTAssertEqual(life.problems, [], "seed \(seed)")
                keptValues += life.keptValues
            }
            XCTAssertGreaterThan(keptValues, 25_000)
        }
    }
}

/// A list, a library that others write to, and a view that keeps a value for each row.
@MainActor
private final class NoteRowsLife {
    private let still: StillLibrary
    private let rows: NoteRows
    private var random: SeededRandomNumberGenerator
    /// For each row the id of the note that it was measured for, as a view keeps heights.
    private var values: [UUID?] = []
    private var known: [UUID: (index: Int, item: NoteItem)] = [:]
    private var knownOrder: [UUID] = []
    private(set) var keptValues = 0
    /// What was not as it should be.
    private(set) var problems: [String] = []
    private var deleted: [Note] = []
    private var openSearches = 0
    private let hasPlaces: Bool

    init(seed: UInt64, hasPlaces: Bool) throws {
        self.hasPlaces = hasPlaces
        random = SeededRandomNumberGenerator(seed: seed)
        still = try StillLibrary()
        try still.fill([0, 5, 150, 400].randomElement(using: &random) ?? 0)
        still.settle()
        still.isHeld = Bool.random(using: &random)
        let notes = try still.library.notes(on: still.subject)
        let note = notes.randomElement(using: &random)?.id ?? UUID()
        let starts = [NoteRows.Start.atStart, .atEnd, .around(note)]
        rows = NoteRows(
            on: still.subject,
            in: still.library,
            starting: starts.randomElement(using: &random) ?? .atEnd
        )
        values = [UUID?](repeating: nil, count: rows.count)
        fillIn()
        rows.onError = { [unowned self] in problems.append("\($0)") }
        rows.onChange = { [unowned self] in follow($0) }
        still.isHeld = true
    }

    // MARK: The view

    private func follow(_ change: RowsChange) {
        let lastCount = values.count
        change.apply(to: &values)
        expect(values.count == rows.count, "the changes do not add up")
        guard values.count == rows.count else { return }
        expect(rows.count >= rows.known.upperBound, "there are too few rows")
        expect(rows.known.count <= 320, "too much was read")
        let told = (change.inserted + change.changed).reduce(into: IndexSet()) { all, range in
            all.insert(integersIn: range)
        }
        let ids = rows.known.compactMap { rows.item(at: $0)?.id }
        expect(ids.count == rows.known.count, "a known row is not known")
        expect(Set(ids).count == ids.count, "a row is shown twice")
        let present = Set(ids)
        let hasMoved =
            knownOrder.filter(present.contains) != ids.filter { known[$0] != nil }
            || change.removed == [0..<lastCount] && change.inserted == [0..<rows.count]
        for (index, id) in zip(rows.known, ids) {
            expect(rows.index(of: id) == index, "a row has another index")
            if let before = known[id] {
                if values[index] == id {
                    keptValues += 1
                } else {
                    expect(values[index] == nil, "a value is with the wrong row")
                    expect(hasMoved, "a value was lost")
                }
                if before.item != rows.item(at: index) {
                    expect(told.contains(index), "a row has changed and nobody was told")
                }
            } else {
                expect(told.contains(index), "a row has become known and nobody was told")
            }
        }
        fillIn()
    }

    private func expect(_ condition: Bool, _ problem: String) {
        if !condition { problems.append(problem) }
    }

    private func fillIn() {
        known = [:]
        knownOrder = []
        for index in rows.known {
            guard let item = rows.item(at: index) else { continue }
            values[index] = item.id
            known[item.id] = (index, item)
            knownOrder.append(item.id)
        }
    }

    // MARK: What happens

    private func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private func anyNote() throws -> Note? {
        if chance(60), let id = knownOrder.randomElement(using: &random) {
            return try still.library.note(id)
        }
        return try still.library.notes(on: still.subject).randomElement(using: &random)
    }

    private func anyTime() -> Int { 100 * Int.random(in: -20...4100, using: &random) }

    private func anyPlace() -> NotePlace? {
        chance(70) ? NotePlace(text: "p. \(Int.random(in: 0...50, using: &random))") : nil
    }

    private func changePlaces() throws {
        if chance(20) {
            let order: NoteOrder = chance(70) ? .byPlace : .byDate
            rows.setOrder(order, stayingWith: knownOrder.randomElement(using: &random))
        } else if let note = try anyNote() {
            try still.library.setPlace(anyPlace(), of: note.id)
            let changed = try still.library.note(note.id)
            if chance(50) { answer { rows in changed.map { rows.didEdit($0, base: $0.text) } } }
        }
    }

    func step() throws {
        if hasPlaces, chance(15) { return try changePlaces() }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: still.read()
        case 25..<50: still.runOnMain()
        case 50..<62: need()
        case 62..<66: try find()
        case 66..<72: try still.add("other window's", at: anyTime())
        case 72..<77: save()
        case 77..<82: try edit()
        case 82..<88: try delete()
        case 88..<93: try restore()
        case 93..<95: rows.hidden.formSymmetricDifference([try anyNote()?.id ?? UUID()])
        case 95..<97: for _ in 0..<Int.random(in: 1...150, using: &random) { try addOne() }
        case 97 where chance(20): try deleteAll()
        default: still.isHeld = chance(80)
        }
    }

    private func addOne() throws { try still.add("imported", at: anyTime()) }

    private func need() {
        let length = Int.random(in: 1...40, using: &random)
        var start = Int.random(in: 0...max(0, rows.count), using: &random)
        if chance(60) {
            let middle = (rows.known.lowerBound + rows.known.upperBound) / 2
            start = max(0, middle + Int.random(in: -80...80, using: &random))
        }
        rows.need(start..<start + length)
    }

    private func find() throws {
        let id = chance(80) ? try anyNote()?.id ?? UUID() : UUID()
        openSearches += 1
        rows.find(id) { [unowned self] index in
            openSearches -= 1
            if let index { expect(rows.item(at: index)?.id == id, "another note was found") }
        }
    }

    /// The library's answer comes behind its news.
    private func answer(_ body: @escaping @MainActor @Sendable (NoteRows) -> Void) {
        let rows = rows
        still.enqueue { body(rows) }
    }

    /// A new note of this window; it may be tried for a while.
    private func save() {
        if chance(50) || rows.pending.isEmpty {
            let date = Date(timeIntervalSince1970: 0)
            rows.pending.append(
                PendingNote(
                    id: UUID(),
                    subject: still.subject,
                    text: "own",
                    date: date,
                    place: hasPlaces ? anyPlace() : nil
                )
            )
        } else if let note = rows.pending.randomElement(using: &random) {
            still.setTime(anyTime())
            let saved = try? still.library.addNote(
                "own",
                on: still.subject,
                id: note.id,
                place: note.place
            )
            guard let saved else {
                return problems.append("it cannot be saved")
            }
            answer { rows in
                rows.didAdd(saved)
                rows.pending.removeAll { $0.id == saved.id }
            }
        }
    }

    private func edit() throws {
        guard let note = try anyNote() else { return }
        let edited = try still.library.updateNote(note.id, text: note.text + "+")
        if chance(50) { answer { $0.didEdit(edited, base: note.text) } }
    }

    private func delete() throws {
        guard let note = try anyNote() else { return }
        if chance(50) { rows.hidden.insert(note.id) }
        deleted.append(try still.library.deleteNote(note.id))
        answer { rows in
            rows.didDelete(note.id)
            rows.hidden.remove(note.id)
        }
    }

    private func restore() throws {
        guard let note = deleted.randomElement(using: &random) else { return }
        if chance(50) { rows.returning[note.id] = note }
        if chance(30) { return }
        deleted.removeAll { $0.id == note.id }
        try still.library.restoreNote(note)
        answer { rows in
            rows.didAdd(note)
            rows.returning[note.id] = nil
        }
    }

    private func deleteAll() throws {
        for note in try still.library.notes(on: still.subject) {
            deleted.append(try still.library.deleteNote(note.id))
        }
    }

    // MARK: What is to be

    /// The library's notes with what this window has asked for.
    private func expected() throws -> [String] {
        var notes = try still.library.notes(on: still.subject)
        notes.removeAll { rows.hidden.contains($0.id) && rows.returning[$0.id] == nil }
        for note in rows.returning.values where !notes.contains(where: { $0.id == note.id }) {
            notes.append(note)
        }
        let ranking = rows.slice.ranking
        notes.sort { ranking.position(of: $0) < ranking.position(of: $1) }
        let saved = Set(try still.library.notes(on: still.subject).map(\.id))
            .union(rows.returning.keys)
        let waiting = rows.pending.filter { !saved.contains($0.id) }
        guard rows.order == .byPlace else {
            return notes.map { "\($0.id) \($0.text)" } + waiting.map { "\($0.id) \($0.text)" }
        }
        var all = notes.map { (ranking.position(of: $0), "\($0.id) \($0.text)") }
        for note in waiting {
            let position = ranking.position(of: note.place, addedAt: note.date)
            let index = all.firstIndex { $0.0 > position } ?? all.endIndex
            all.insert((position, "\(note.id) \(note.text)"), at: index)
        }
        return all.map(\.1)
    }

    func checkEverything() throws {
        still.settle()
        expect(openSearches == 0, "a search was not answered")
        expect(rows.isOrdered, "the rows are in another order")
        let expected = try expected()
        expect(rows.count == expected.count, "there are too many or too few rows")
        var found: [String] = []
        for start in stride(from: 0, to: rows.count, by: 35) {
            let wanted = start..<min(start + 35, rows.count)
            rows.need(wanted)
            still.settle()
            expect(rows.count == expected.count, "there are too many or too few rows")
            found += wanted.map { index in
                rows.item(at: index).map { "\($0.id) \($0.text)" } ?? "row \(index) is not known"
            }
        }
        let difference = found.difference(from: expected)
        expect(difference.isEmpty, "\(difference)")
        let note = try anyNote()
        guard let note, !rows.hidden.contains(note.id) || rows.returning[note.id] != nil else {
            return
        }
        var index: Int?
        rows.find(note.id) { index = $0 }
        still.settle()
        let isFound = index.map { expected[$0].hasPrefix("\(note.id)") } ?? false
        expect(isFound, "a note was not found")
    }
}
