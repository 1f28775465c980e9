import Foundation
import HawkNotesFormats
import HawkNotesModel

/// The items of this library that an exported library has as well, under other ids, because both
/// have imported the same files.
struct Counterparts {
    private var notes: [UUID: KnownNote] = [:]
    private var parts: [UUID: UUID] = [:]

    mutating func add(_ counterpart: Counterpart, of id: UUID) {
        switch counterpart {
        case .note(let note): if notes[id] == nil { notes[id] = note }
        case .part(let part): if parts[id] == nil { parts[id] = part }
        }
    }

    /// This library's note.
    func note(_ id: UUID?) -> KnownNote? { id.flatMap { notes[$0] } }

    /// This library's series, book, chapter or character.
    func part(_ id: UUID?) -> UUID? { id.flatMap { parts[$0] } }

    /// The id in this library.
    func id(of id: UUID) -> UUID { notes[id]?.id ?? parts[id] ?? id }
}

extension ImportMapper {
    /// Looks up the sources of an exported library, before its items.
    func findCounterparts(in sources: ImportedSources) throws {
        for line in sources.lines {
            // The line comes again, and is reported then.
            guard let source = ExportedSource(exportedText: line),
                let counterpart = try importer.counterpart(of: source)
            else { continue }
            counterparts.add(counterpart, of: source.itemID)
        }
    }

    /// The item with the id that it has in this library.
    func withOwnID(_ item: ImportedSeries) -> ImportedSeries {
        var item = item
        if let id = counterparts.part(item.libraryID) { item.libraryID = id }
        item.readBookID = item.readBookID.map(counterparts.id)
        item.readChapterID = item.readChapterID.map(counterparts.id)
        return item
    }

    /// Likewise; links to the other id will lead to it.
    func withOwnID(_ item: ImportedBook) -> ImportedBook {
        guard let former = item.libraryID, let id = counterparts.part(former) else { return item }
        var item = item
        item.libraryID = id
        item.formerIDs.append(former.uuidString)
        return item
    }

    /// Likewise.
    func withOwnID(_ item: ImportedCharacter) -> ImportedCharacter {
        var item = item
        item.chapterID = item.chapterID.map(counterparts.id)
        guard let former = item.libraryID, let id = counterparts.part(former) else { return item }
        item.libraryID = id
        item.formerIDs.append(former.uuidString)
        return item
    }

    /// The item with the id that it has in this library.
    func withOwnID(_ item: ImportedChapter) -> ImportedChapter {
        var item = item
        if let id = counterparts.part(item.libraryID) { item.libraryID = id }
        return item
    }
}
