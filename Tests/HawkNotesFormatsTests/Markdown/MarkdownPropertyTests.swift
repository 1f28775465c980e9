import XCTest

@testable import HawkNotesFormats

/// What holds of any vault.
final class MarkdownPropertyTests: XCTestCase {
    /// As much of a library as tells new things from known ones.
    private struct Known {
        private var identities: Set<SourceIdentity> = []

        /// How many notes are new, of which it knows all then.
        mutating func add(_ reading: Reading) -> Int {
            var count = 0
            for note in reading.notes {
                let isKnown = !identities.isDisjoint(with: [note.identity] + note.formerIdentities)
                if !isKnown { count += 1 }
                identities.insert(note.identity)
                if !note.text.isEmpty, let words = note.wordsIdentity { identities.insert(words) }
            }
            return count
        }
    }

    private func each(_ body: (Int, RandomVault) throws -> Void) throws {
        for seed in 0..<200 { try body(seed, RandomVault(seed: seed)) }
    }

    func testReadingAgainAddsNothing() throws {
        try each { seed, vault in
            var known = Known()
            let reading = try readMarkdown(vault.texts)
            XCTAssertEqual(known.add(reading), reading.notes.count, "seed \(seed)")
            for name in ["Vault", "Another name"] {
                let again = try readMarkdown(vault.texts, as: name)
                XCTAssertEqual(known.add(again), 0, "seed \(seed)")
            }
            let above = Dictionary(
                uniqueKeysWithValues: vault.texts.map { ("Vault/\($0.key)", $0.value) }
            )
            XCTAssertEqual(known.add(try readMarkdown(above, as: "above")), 0, "seed \(seed)")
        }
    }

    func testEveryWordIsReadOrTold() throws {
        try each { seed, vault in
            let reading = try readMarkdown(vault.texts)
            var found = ""
            for item in reading.items { dump(item, to: &found) }
            for (path, file) in vault.files {
                for word in file.words where !found.contains(word) {
                    XCTFail("seed \(seed), \(path): \(word) in\n\(file.text)")
                }
                for (value, key) in file.properties where !found.contains(value) {
                    XCTAssertNotNil(reading.leftOut[.field(key)], "seed \(seed): \(key)")
                }
            }
            XCTAssertFalse(reading.reasons.contains(.damaged), "seed \(seed)")
        }
    }

    func testAnEditChangesNothingElse() throws {
        try each { seed, vault in
            guard let (path, file) = vault.files.min(by: { $0.key < $1.key }),
                let word = file.words.last
            else { return }
            var texts = vault.texts
            texts[path] = file.text.replacingOccurrences(of: word, with: "changed")
            let before = try notes(vault.texts)
            let after = try notes(texts)
            XCTAssertEqual(before.count, after.count, "seed \(seed)")
            let changed = zip(before, after).filter { $0 != $1 }
            // The last word of a file is in one passage.
            XCTAssertLessThanOrEqual(changed.count, 1, "seed \(seed)\n\(file.text)")
            let identities = Set(after.map(\.identity))
            let lost = before.filter { !identities.contains($0.identity) }
            XCTAssertLessThanOrEqual(lost.count, file.hasIDs ? 0 : 1, "seed \(seed)")
        }
    }

    /// As they come into a library.
    private func notes(_ texts: [String: String]) throws -> [ImportedNote] {
        try readMarkdown(texts).notes.map { note in
            var note = note
            note.formerIdentities = []
            note.formerWordsIdentities = []
            return note
        }
    }

    func testAMovedFileWithIDsIsTheSame() throws {
        try each { seed, vault in
            for (path, file) in vault.files where file.hasIDs {
                var known = Known()
                _ = known.add(try readMarkdown([path: file.text]))
                // What has no id and stands beside the passages is known by what it says.
                let moved = try readMarkdown(["Elsewhere/Another name.md": file.text])
                XCTAssertEqual(known.add(moved), 0, "seed \(seed)\n\(file.text)")
            }
        }
    }
}
