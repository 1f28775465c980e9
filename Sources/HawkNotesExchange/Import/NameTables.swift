import Foundation
import HawkNotesModel

/// Names of the library that have been needed so far, to be found by.
struct NameTables {
    /// Names and aliases of the characters of a series, in the form in which they are compared.
    var characters: [UUID: [String: UUID]] = [:]
    /// Of the chapters of a book: how many there are, and their names.
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
