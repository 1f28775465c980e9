import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Writes items as Markdown files into a folder: one for each book, with its characters, and the
/// notes on each in its own folder; with several series, one folder for each.
///
/// Names are for people: an import reads the contents of the files.
final class MarkdownWriter {
    private let folder: URL
    private let hasFolderForSeries: Bool
    private var names: [SourceIdentity: String] = [:]
    private var chapters: [SourceIdentity: [ImportedChapter]] = [:]
    private var chapterNames: [UUID: String] = [:]
    private var relations: [SourceIdentity: [ImportedRelation]] = [:]
    private var pictures: [SourceIdentity: String] = [:]
    private var series: [SourceIdentity: SourceIdentity] = [:]
    /// The folder of each book and character, and of each series that has one, relative to the
    /// written folder.
    private var folders: [SourceIdentity: String] = [:]
    private var fileNames = FileNames(except: MarkdownWriter.ownNames)
    private var noteCounts: [String: Int] = [:]

    /// Writes into an existing folder.
    init(folder: URL, hasFolderForSeries: Bool = false) {
        self.folder = folder
        self.hasFolderForSeries = hasFolderForSeries
    }

    /// Records facts about an item that others need. Call it with every item before writing the
    /// first.
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
        case .note, .sources: break
        }
    }

    /// Writes an item as a file; items that are part of others' files are skipped.
    func write(_ item: ImportedItem) throws {
        switch item {
        case .series(let item):
            let above = hasFolderForSeries ? fileNames.unused(item.title, in: "") : ""
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
        case .chapter, .relation, .sources: break
        }
    }

    /// The text of an item's file; nil when it has none.
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
        case .chapter, .relation, .picture, .sources: nil
        }
    }

    // MARK: - Names

    private func folder(of identity: SourceIdentity?) -> String {
        identity.flatMap { folders[$0] } ?? ""
    }

    private func newPath(_ folder: String, _ title: String) -> String {
        let name = fileNames.unused(title, in: folder)
        return folder.isEmpty ? name : "\(folder)/\(name)"
    }

    /// The folders that are not a book's.
    private static let ownNames: Set<String> = ["notes", "pictures"]

    /// Starts with a number, so that files are sorted in the order of the notes: some have no known
    /// date.
    private func noteName(_ note: HawkNotesFormats.ImportedNote, _ folder: String) -> String {
        let number = noteCounts[folder, default: 0] + 1
        noteCounts[folder] = number
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        let text = note.text.isEmpty ? note.quote ?? "" : note.text
        let words = Mention.replacing(in: String(text.prefix(200))) { $0.name }
        let created = note.isUndated ? nil : note.created
        let day = created.map { MarkdownDocument.day(of: $0) + " " } ?? ""
        return FileName.of("\(padded) \(day)" + FileName.of(String(words.prefix(40))))
    }
}
