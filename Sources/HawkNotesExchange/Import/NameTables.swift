import Foundation
import HawkNotesModel

/// Names of the library that have been needed so far, for look-ups.
struct NameTables {
    /// Normalized names and aliases of the characters of a series.
    var characters: [UUID: [String: UUID]] = [:]
    /// The number and names of the chapters of a book.
    var chapters: [UUID: Chapters] = [:]
    var nextBookPosition: [UUID: Int] = [:]
    var nextCharacterPosition: [CharacterPlace: Int] = [:]

    struct Chapters {
        var byName: [String: UUID] = [:]
        /// Whether the book had chapters before this import.
        var wereThere = false
    }

    struct CharacterPlace: Hashable {
        var seriesID: UUID
        var bookID: UUID?
    }

    mutating func add(_ character: HawkNotesModel.Character) {
        for name in [character.name] + character.aliases {
            let key = NameMatching.key(name)
            guard !key.isEmpty, characters[character.seriesID]?[key] == nil else { continue }
            characters[character.seriesID, default: [:]][key] = character.id
        }
    }
}
