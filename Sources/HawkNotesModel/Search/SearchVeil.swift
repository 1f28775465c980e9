import Foundation
import GRDB

/// The spoilers that a search does not find.
struct SearchVeil: Sendable {
    /// Hides nothing.
    static let none = SearchVeil(veils: [], subjects: [], notes: [], shown: [])

    let veils: [Veil]
    /// The pages whose notes are hidden.
    let subjects: Set<UUID>
    /// The numbers of the notes on later chapters.
    let notes: Set<Int64>
    /// The notes that the user chose to show.
    let shown: Set<Int64>

    /// Whether nothing is hidden.
    var isNone: Bool { veils.isEmpty }

    /// Whether a note is hidden, by its number.
    func hides(_ sequence: Int64, on subject: UUID) -> Bool {
        !shown.contains(sequence) && (subjects.contains(subject) || notes.contains(sequence))
    }

    /// Whether a note is hidden, also in the trash.
    func hides(_ note: Note) -> Bool { veils.contains { $0.hides(note) } }

    func hides(character id: UUID) -> Bool { veils.contains { $0.hides(character: id) } }

    func hides(_ relation: Relation) -> Bool { veils.contains { $0.hides(relation) } }

    func hides(descriptionOf book: UUID) -> Bool { veils.contains { $0.hides(book: book) } }
}

extension Library {
    /// - Parameter exceptions: spoilers that are found anyway.
    func searchVeil(except exceptions: Set<Veil.Exception>) throws -> SearchVeil {
        let veils = try readAtOnce("read the series") { try $0.fetchVeils(except: exceptions) }
        guard !veils.isEmpty else { return .none }
        let places = veils.map(\.hiddenPlaces)
        let things = exceptions.compactMap { exception -> UUID? in
            if case .thing(let id) = exception { id } else { nil }
        }
        return try readAtOnce("read the notes") { db in
            SearchVeil(
                veils: veils,
                subjects: Set(places.flatMap(\.books) + veils.flatMap(\.hiddenCharacters)),
                notes: try db.notes(.note, atChapters: Set(places.flatMap(\.chapters))),
                shown: Set(
                    try things.compactMap { id in
                        try Int64.fetchOne(
                            db.cachedStatement(sql: "SELECT sequence FROM note WHERE id = ?"),
                            arguments: [id]
                        )
                    }
                )
            )
        }
    }
}

extension Database {
    /// The numbers of the notes on these chapters; of those in the library, reads only the index of places.
    func notes(
        _ table: SearchIndex.Table,
        atChapters chapters: Set<UUID>
    ) throws -> Set<Int64> {
        guard !chapters.isEmpty else { return [] }
        let rows =
            switch table {
            case .note: "main.note INDEXED BY noteByPlace"
            case .trashedNote: "trashedNote"
            }
        let places = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT sequence, chapterID FROM \(rows)
                    WHERE (chapterID IS NOT NULL OR place IS NOT NULL) AND chapterID IS NOT NULL
                    """
            )
        )
        var found: Set<Int64> = []
        while let row = try places.next() {
            if chapters.contains(try row.decode(UUID.self, atIndex: 1)) {
                found.insert(try row.decode(Int64.self, atIndex: 0))
            }
        }
        return found
    }
}
