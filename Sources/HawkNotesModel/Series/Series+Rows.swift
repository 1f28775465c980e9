import Foundation
import GRDB

// Decoding throws where a value has the wrong type, as it may in a damaged file: GRDB's
// subscripts would end the process.

extension Book {
    init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"),
            title: try row.decode(forColumn: "title"),
            author: try row.decode(forColumn: "author"),
            published: PublicationDate(
                year: try row.decode(forColumn: "publishedYear"),
                month: try row.decode(forColumn: "publishedMonth")
            ),
            tagline: try row.decode(forColumn: "tagline"),
            overview: try row.decode(forColumn: "overview"),
            isbn10: try row.decode(forColumn: "isbn10"),
            amazonURL: try row.webAddress(forColumn: "amazonURL"),
            coverFile: try row.decode(forColumn: "coverFile"),
            accent: ColorPair(
                light: try row.color(forColumn: "accentLight"),
                dark: try row.color(forColumn: "accentDark")
            ),
            tint: ColorPair(
                light: try row.color(forColumn: "tintLight"),
                dark: try row.color(forColumn: "tintDark")
            ),
            position: try row.decode(forColumn: "position")
        )
    }
}

extension Character {
    init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"),
            name: try row.decode(forColumn: "name"),
            summary: try row.decode(forColumn: "summary"),
            synopsis: try row.decode(forColumn: "synopsis"),
            avatarFile: try row.decode(forColumn: "avatarFile"),
            bookID: try row.decode(forColumn: "bookID"),
            position: try row.decode(forColumn: "position")
        )
    }
}

extension Relation {
    init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"),
            first: try row.decode(forColumn: "firstID"),
            second: try row.decode(forColumn: "secondID")
        )
    }
}

extension Row {
    fileprivate func color(forColumn column: String) throws -> RGBColor {
        let hex: String = try decode(forColumn: column)
        guard let color = RGBColor(hex: hex) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(hex)” in column \(column) is no colour."
            )
        }
        return color
    }

    fileprivate func webAddress(forColumn column: String) throws -> URL {
        let text: String = try decode(forColumn: column)
        guard let url = URL(string: text) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(text)” in column \(column) is no address."
            )
        }
        return url
    }
}
