import Foundation
import GRDB
import HawkNotesModel

/// A record of a file.
package struct SharedRecord: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Something that a library knows.
        case library(LibraryRecord)
        /// Which files of others are on this device as a whole, at a time in milliseconds.
        case read([SharedFileID], at: Int64)
        /// Something that this version does not know, or not in this shape.
        case unknown
    }

    package let content: Content
    /// What this version does not know, as it stands in the file.
    private let rest: Rest

    /// Bytes of JSON.
    private struct Rest: Hashable, Sendable {
        /// An unknown record.
        var all: [UInt8] = []
        /// Members of a known record, each with its name and value.
        var members: [[UInt8]] = []
        /// Columns of a known record, in the same way.
        var columns: [[UInt8]] = []
    }

    package init(_ record: LibraryRecord) {
        content = .library(record.shared)
        rest = Rest()
    }

    /// What this device has read.
    package init(read files: [SharedFileID], at time: Int64) {
        content = .read(files, at: time)
        rest = Rest()
    }

    /// What an earlier version has kept, read again.
    ///
    /// - Parameter json: what ``json`` of a record was.
    /// - Returns: nil if it is not JSON within the limits.
    package init?(json: [UInt8], limits: SharingLimits = SharingLimits()) {
        let value = json.withUnsafeBufferPointer { SharedJSONParser.parse($0, limits) }
        guard case .object(let members)? = value else { return nil }
        self.init(members, source: json)
    }

    /// - Parameters:
    ///   - members: of a line.
    ///   - source: the line, without its checksum.
    init(_ members: [SharedJSON.Member], source: [UInt8]) {
        var reader = RecordReader(members)
        if let content = reader.read() {
            self.content = content
            let bytes = { (member: SharedJSON.Member) in Array(source[member.range]) }
            rest = Rest(
                members: reader.unknownMembers.map(bytes),
                columns: reader.unknownColumns.map(bytes)
            )
        } else {
            content = .unknown
            rest = Rest(all: source)
        }
    }

    /// Whether it has parts that this version does not know: it has to be kept as ``json`` and read
    /// again after an update.
    package var isToBeKept: Bool { rest != Rest() }

    var isRead: Bool { if case .read = content { true } else { false } }

    /// The record as it is written; nil if it is not part of the format: the values of an edition are
    /// known by the edition.
    package var json: [UInt8]? {
        var writer = RecordWriter(columns: rest.columns)
        switch content {
        case .unknown: return rest.all
        case .read(let files, let time): writer.write(read: files, at: time)
        case .library(.edition): return nil
        case .library(let record): writer.write(record)
        }
        return writer.finish(members: rest.members)
    }
}

extension LibraryRecord {
    /// The same without what is no knowledge: which revisions are shown follows from all of them.
    fileprivate var shared: LibraryRecord {
        guard case .text(var row, let text) = self, row.state != .purged else { return self }
        row.state = nil
        return .text(row, text)
    }
}
