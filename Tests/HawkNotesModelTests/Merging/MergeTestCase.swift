import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Compares libraries with those that are merged from them.
class MergeTestCase: LibraryTestCase {
    typealias Item = LibraryRecord.Item

    private var mergeCount = 0

    /// A copy of the first library, with the others merged in.
    func merge(_ all: RandomReader...) throws -> RandomReader {
        mergeCount += 1
        let merged = try all[0].fork(seed: mergeCount, name: "m")
        for other in all.dropFirst() { try merged.merge(other) }
        return merged
    }

    func assertSame(
        _ one: RandomReader,
        _ other: RandomReader,
        _ message: String,
        exceptValuesOf purged: Set<UUID> = [],
        except unsure: Set<String> = [],
        line: UInt = #line
    ) throws {
        if try one.shown == other.shown { return }
        let ids = Set(purged.map { $0.uuidString.replacing("-", with: "") })
        // The thing that a line is about.
        func id(_ line: String) -> String {
            line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
        }
        // A note on an unsure page may be in the trash with it, and then so are its versions.
        let notes = try (one.shown + other.shown).filter { line in
            line.hasPrefix("note ") && unsure.contains(where: line.contains)
        }
        let unsure = unsure.union(notes.map(id))
        func lines(_ reader: RandomReader) throws -> Set<String> {
            Set(
                try reader.shown.compactMap { line in
                    let digits = line.replacing("-", with: "")
                    if unsure.contains(where: digits.contains) { return nil }
                    let id = id(line)
                    guard ids.contains(id) else { return line }
                    // Whether there is a quotation is a value as well.
                    let isValue = ["change", "quote"].contains(where: line.hasPrefix)
                    return isValue ? nil : "\(line.prefix { $0 != " " }) \(id)"
                }
            )
        }
        let (one, other) = (try lines(one), try lines(other))
        guard one != other else { return }
        XCTFail(
            """
            \(message)
            - \(one.subtracting(other).sorted().joined(separator: "\n- "))
            + \(other.subtracting(one).sorted().joined(separator: "\n+ "))
            """,
            line: line
        )
    }

    /// The things of two libraries that a merged one lacks.
    func missing(
        in merged: RandomReader,
        _ one: RandomReader,
        _ other: RandomReader
    ) throws -> [String] {
        var missing: [String] = []
        let both = try MergedLibrary(one.knowledge, other.knowledge, bringsBack: false)
        let union = both.all
        let known = try merged.knowledge
        // The versions of notes that were permanently deleted are gone as well, and those that
        // were replaced at other times are the same.
        let others = [RecordTable.noteVersion, .formerSeries].map(\.kind)
        let items = union.items.filter {
            !others.contains($0.kind) && both.state(of: $0) != .purged
        }
        for item in items where !known.items.contains(item) {
            if isForgotten(item, both) { continue }
            missing.append("\(item)")
        }
        let notes = Set(try merged.library.allNotes().map(\.id))
        for note in union.texts.keys where union.state(of: .note(note)) == .shown {
            guard notes.contains(note), let shown = union.text(of: note) else {
                missing.append("note \(note)")
                continue
            }
            if try merged.library.note(note)?.text != shown.text { missing.append("text \(note)") }
            let texts = try merged.library.read("look") { try $0.fetchTexts(of: note) }
            for (row, text) in union.texts[note]?.storedTexts ?? []
            where texts.texts[row.content] != text {
                missing.append("text \(text) of \(note)")
            }
        }
        return missing
    }

    /// A record of a change goes with what was permanently deleted, and with the end of a join.
    private func isForgotten(_ item: Item, _ both: MergedLibrary) -> Bool {
        guard item.kind == RecordTable.importedChange.kind,
            let columns = both.all.value("row", of: item)?.columns,
            let kind = String.fromDatabaseValue(columns[1]),
            let id = UUID.fromDatabaseValue(columns[2])
        else { return false }
        if both.state(of: Item(kind: kind, id: id)) == .purged { return true }
        let alias = Item(kind: RecordTable.idAlias.kind, id: id)
        return String.fromDatabaseValue(columns[3]) == Database.fieldOfJoin
            && both.mine.rows[alias] != both.theirs.rows[alias]
    }
}
