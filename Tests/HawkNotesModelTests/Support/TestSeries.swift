import Foundation
import LibraryTestSupport

@testable import HawkNotesModel

/// A series file of two books and three characters, to be bent by a test.
struct TestSeries {
    static let bookOne = uuid(11)
    static let bookTwo = uuid(12)
    static let hawk = uuid(21)
    static let angler = uuid(22)
    static let rider = uuid(23)

    var json: [String: Any]

    init() {
        json = [
            "formatVersion": 1, "revision": 1, "id": uuid(1).uuidString,
            "title": "Series", "author": "Author",
            "books": [
                Self.book(
                    Self.bookOne,
                    characters: [Self.character(Self.hawk), Self.character(Self.angler)]
                ),
                Self.book(Self.bookTwo, characters: [Self.character(Self.rider)]),
            ],
            "relations": [
                Self.relation(uuid(31), Self.rider, Self.hawk),
                Self.relation(uuid(32), Self.hawk, Self.angler),
            ],
        ]
    }

    static func book(_ id: UUID, characters: [[String: Any]]) -> [String: Any] {
        [
            "id": id.uuidString, "title": "Title", "author": "Author", "published": "2020-01",
            "tagline": "Tagline", "overview": "Overview", "isbn10": "1536207152",
            "amazonURL": "https://www.amazon.com/dp/1536207152", "cover": "covers/one.svg",
            "accent": ["light": "#112233", "dark": "#DDEEFF"],
            "tint": ["light": "#eeeeee", "dark": "#222222"],
            "characters": characters,
        ]
    }

    static func character(_ id: UUID) -> [String: Any] {
        [
            "id": id.uuidString, "name": "Name", "summary": "Summary", "synopsis": "Synopsis",
            "avatar": "avatars/one.svg",
        ]
    }

    static func relation(_ id: UUID, _ one: UUID, _ other: UUID) -> [String: Any] {
        ["id": id.uuidString, "between": [one.uuidString, other.uuidString]]
    }

    /// Sets what stands at a place such as `books[1].characters[0].id`; nil takes it out.
    mutating func set(_ path: String, to value: Any?) {
        let keys = path.split(whereSeparator: { ".[]".contains($0) }).map(String.init)
        json = Self.setting(keys[...], of: json, to: value) as? [String: Any] ?? json
    }

    private static func setting(_ keys: ArraySlice<String>, of node: Any, to value: Any?) -> Any? {
        guard let key = keys.first else { return value }
        if var array = node as? [Any], let index = Int(key) {
            if let new = setting(keys.dropFirst(), of: array[index], to: value) {
                array[index] = new
            } else {
                array.remove(at: index)
            }
            return array
        }
        var object = node as? [String: Any] ?? [:]
        object[key] = setting(keys.dropFirst(), of: object[key] ?? [:], to: value)
        return object
    }
}
