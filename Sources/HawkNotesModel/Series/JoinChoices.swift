import Foundation
import GRDB

/// A book or a character that another one can be joined with.
public struct JoinChoice: Hashable, Sendable {
    /// The book or the character.
    public let part: SeriesPart
    /// The series that it belongs to.
    public let seriesID: UUID
    /// The title or the name.
    public let name: String
    /// Other names of a character.
    public let aliases: [String]
    /// Details that distinguish parts of the same name: author or book, and series.
    public let details: [String]
}

extension Library {
    /// The books or characters of the library that a part can be joined with: first those that
    /// share a name, then those of its series, then the others. Hidden parts are left out.
    ///
    /// - Parameter exceptions: parts that are included even if hidden.
    /// - Returns: nil if the book or the character is not shown.
    public func joinChoices(
        for part: SeriesPart,
        except exceptions: Set<Veil.Exception> = []
    ) throws -> [JoinChoice]? {
        try readAtOnce("look for books and characters") { db in
            let all = try db.joinChoices(like: part)
            guard let own = all.first(where: { $0.part == part }) else { return nil }
            let names = Set(own.names)
            var veils: [UUID: Veil] = [:]
            func isHidden(_ choice: JoinChoice) throws -> Bool {
                guard case .character(let id) = choice.part else { return false }
                var veil = try veils[choice.seriesID] ?? db.fetchVeil(of: choice.seriesID)
                veil.exceptions = exceptions
                veils[choice.seriesID] = veil
                return veil.hides(character: id)
            }
            func group(_ choice: JoinChoice) -> Int {
                if !names.isDisjoint(with: choice.names) { return 0 }
                return choice.seriesID == own.seriesID ? 1 : 2
            }
            let others = try all.filter { try $0.part != part && !isHidden($0) }
            let groups = Dictionary(grouping: others, by: group)
            return (0...2).flatMap { groups[$0] ?? [] }
        }
    }

    /// Like ``joinChoices(for:except:)``, off the main thread and concurrently with writes.
    ///
    /// - Parameter completion: called once, on the main thread.
    @MainActor
    public func readJoinChoices(
        for part: SeriesPart,
        except exceptions: Set<Veil.Exception>,
        completion: @escaping @MainActor @Sendable (Result<[JoinChoice]?, LibraryError>) -> Void
    ) {
        readAside({ try $0.joinChoices(for: part, except: exceptions) }, waits: true, completion)
    }
}

extension JoinChoice {
    fileprivate var names: [String] { ([name] + aliases).map(\.folded) }
}

extension Database {
    /// All books, or all characters, in the order of their series.
    fileprivate func joinChoices(like part: SeriesPart) throws -> [JoinChoice] {
        let sql: String
        switch part {
        case .book:
            sql = """
                SELECT book.id, seriesID, book.title AS name, NULL AS aliases,
                    coalesce(book.author, series.author) AS detail, series.title AS series
                FROM \(BookRecord.shownRows) ORDER BY series.rowid, book.position, book.id
                """
        case .character:
            sql = """
                SELECT character.id, character.seriesID, name, aliases,
                    book.title AS detail, series.title AS series
                FROM \(CharacterRecord.shownRows)
                ORDER BY series.rowid, book.position, book.id, character.position, character.id
                """
        case .series, .chapter, .relation: return []
        }
        return try Row.fetchAll(self, sql: sql).map { row in
            let id: UUID = try row.decode(forColumn: "id")
            let details: [String?] = [
                try row.decode(forColumn: "detail"), try row.decode(forColumn: "series"),
            ]
            return JoinChoice(
                part: part.table == .book ? .book(id) : .character(id),
                seriesID: try row.decode(forColumn: "seriesID"),
                name: try row.decode(forColumn: "name"),
                aliases: BookLists.lines(try row.decode(forColumn: "aliases")),
                details: details.compactMap(\.self).filter { !$0.isEmpty }
            )
        }
    }
}
