import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Writes things as Markdown files into a folder: one for each book, with its characters, and the notes on
/// each of them in a folder of theirs; where there are many series, these in one for each.
///
/// Names are for people: an import looks at what stands in the files.
final class MarkdownWriter {
    private let folder: URL
    private let hasFolderForSeries: Bool
    private var names: [SourceIdentity: String] = [:]
    private var chapters: [SourceIdentity: [ImportedChapter]] = [:]
    private var chapterNames: [UUID: String] = [:]
    private var relations: [SourceIdentity: [ImportedRelation]] = [:]
    private var pictures: [SourceIdentity: String] = [:]
    private var series: [SourceIdentity: SourceIdentity] = [:]
    /// The folder of each book and character, and of each series that has one, below the one that is written.
    private var folders: [SourceIdentity: String] = [:]
    private var usedNames: [String: Set<String>] = [:]
    private var noteCounts: [String: Int] = [:]

    /// Writes into a folder, which must be there.
    init(folder: URL, hasFolderForSeries: Bool = false) {
        self.folder = folder
        self.hasFolderForSeries = hasFolderForSeries
    }

    /// What others have to know of a thing. To be called with everything before the first is written.
    func prepare(_ item: ImportedItem) {
        switch item {
        case .series(let item): names[item.identity] = item.title
        case .book(let item):
            names[item.identity] = item.title
            series[item.identity] = item.series
        case .chapter(let item):
            chapters[item.book, default: []].append(item)
            if let id = item.libraryID { chapterNames[id] = item.title }
        case .character(let item):
            names[item.identity] = item.name
            series[item.identity] = item.series
        case .relation(let item): relations[item.first, default: []].append(item)
        case .picture(let item):
            pictures[item.subject] = "Pictures/\(item.subject.key).\(item.kind.rawValue)"
        case .note: break
        }
    }

    /// Writes a thing as a file; what stands in the files of others is passed over.
    func write(_ item: ImportedItem) throws {
        switch item {
        case .series(let item):
            let above = hasFolderForSeries ? newName("", item.title) : ""
            folders[item.identity] = above
            try write(.series(item), to: newPath(above, item.title) + ".md")
        case .book(let item):
            let path = newPath(folder(of: item.series), item.title)
            folders[item.identity] = path
            try write(.book(item), to: newPath(path, item.title) + ".md")
        case .character(let item):
            let above = item.book.flatMap { folders[$0] } ?? folder(of: item.series)
            let path = newPath(above, item.name)
            folders[item.identity] = path
            try write(.character(item), to: path + ".md")
        case .picture(let item):
            guard let path = pictures[item.subject] else { return }
            try write(Data(item.bytes), to: path)
        case .note(let item):
            var above = folder(of: item.character ?? item.book)
            if item.character == nil { above += above.isEmpty ? "Notes" : "/Notes" }
            try write(.note(item), to: "\(above)/\(noteName(item, above)).md")
        case .chapter, .relation: break
        }
    }

    /// The file of a thing, as far as it has one.
    func text(of item: ImportedItem) -> String? {
        var item = item
        var around = MarkdownDocument.Surroundings()
        around.names = names
        around.chapters = chapters[item.identity] ?? []
        around.relations = relations[item.identity] ?? []
        around.picture = pictures[item.identity]
        if case .note(var note) = item {
            around.series = (note.character ?? note.book).flatMap { series[$0] }
            let chapterID = note.place?.chapterID
            note.place?.chapter = chapterID.flatMap { chapterNames[$0] }
            item = .note(note)
        }
        around.link = Self.link(to: item)
        return MarkdownDocument.text(of: item, around)
    }

    private func write(_ item: ImportedItem, to path: String) throws {
        guard let text = text(of: item) else { return }
        try write(Data(text.utf8), to: path)
    }

    private func write(_ data: Data, to path: String) throws {
        let url = folder.appendingPathComponent(path)
        try Disk.makeFolder(url.deletingLastPathComponent())
        try Disk.replace(url, with: data, syncs: false)
    }

    private static func link(to item: ImportedItem) -> String? {
        switch item {
        case .series(let item): item.libraryID.map { Place.series($0).link }
        case .book(let item): item.libraryID.map { Place.book($0).link }
        case .character(let item): item.libraryID.map { Place.character($0).link }
        case .note(let item): item.libraryID.map { Place.note($0).link }
        case .chapter, .relation, .picture: nil
        }
    }

    // MARK: - Names

    private func folder(of identity: SourceIdentity?) -> String {
        identity.flatMap { folders[$0] } ?? ""
    }

    private func newPath(_ folder: String, _ title: String) -> String {
        let name = newName(folder, title)
        return folder.isEmpty ? name : "\(folder)/\(name)"
    }

    /// A name that nothing else in the folder has, also where large and small letters are the same.
    private func newName(_ folder: String, _ title: String) -> String {
        let name = FileName.of(title)
        var result = name
        var number = 2
        while !usedNames[folder, default: Self.ownNames].insert(result.lowercased()).inserted {
            result = "\(name) \(number)"
            number += 1
        }
        return result
    }

    /// Those of the folders that are not a book's.
    private static let ownNames: Set<String> = ["notes", "pictures"]

    /// Begins with a number, so that files are read in the order of the notes: of some, no date is known.
    private func noteName(_ note: HawkNotesFormats.ImportedNote, _ folder: String) -> String {
        let number = noteCounts[folder, default: 0] + 1
        noteCounts[folder] = number
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        let text = note.text.isEmpty ? note.quote ?? "" : note.text
        let words = Mention.replacing(in: String(text.prefix(200))) { $0.name }
        let created = note.isUndated ? nil : note.created
        let day = created.map { MarkdownDocument.day(of: $0) + " " } ?? ""
        return "\(padded) \(day)\(FileName.of(String(words.prefix(40))))"
    }
}

/// Names of files that every system takes.
enum FileName {
    /// A name made of a title; never empty, and without an ending.
    static func of(_ title: String) -> String {
        let forbidden = "/\\:*?\"<>|"
        var name = ""
        for character in title {
            let isBad = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control || forbidden.unicodeScalars.contains($0)
                    || $0.properties.generalCategory == .format
            }
            name.append(isBad || character.isWhitespace ? " " : character)
            // Of the 255 bytes that a name may have, some are for number and ending.
            if name.utf8.count > 120 { break }
        }
        while name.utf8.count > 120 { name.removeLast() }
        let words = name.split(separator: " ").joined(separator: " ")
        let visible = words.drop { $0 == "." || $0 == " " }
        var result = String(visible)
        while result.last == "." || result.last == " " { result.removeLast() }
        return result.isEmpty ? "Untitled" : result
    }
}
