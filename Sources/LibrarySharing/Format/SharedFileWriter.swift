import Foundation
import HawkNotesModel

/// A file as it is to be written: everything is known before the folder is touched, so that a file
/// that is found in it later is recognised as one's own.
package struct SharedFileDraft: Hashable, Sendable {
    package let header: SharedFileHeader
    package let id: SharedFileID
    package let bytes: [UInt8]
    package let recordCount: Int

    package var name: String { SharedFileName.of(header.number, id) }
}

/// Cuts records into files, one after another; never more than one file is in memory.
package struct SharedFileWriter {
    /// The header of the next file.
    private var header: SharedFileHeader
    private var builder: SharedFileBuilder?
    private let limits: SharingLimits
    /// The records that no file can have, as they are longer than a line may be.
    package private(set) var tooLong: [SharedRecord] = []

    /// The number of the next file that is begun.
    package var nextNumber: Int64 { header.number }

    /// - Parameter header: of the first file; the next ones have the numbers after it.
    package init(header: SharedFileHeader, limits: SharingLimits = SharingLimits()) {
        self.header = header
        self.limits = limits
    }

    /// Adds a record, and delivers the files that are complete with it. Records that are not part of
    /// the format, such as values of an edition, are left out.
    package mutating func add(
        _ record: SharedRecord,
        _ deliver: (SharedFileDraft) throws -> Void
    ) rethrows {
        guard let json = record.json else { return }
        guard json.count + SharedLine.jsonOffset <= limits.lineSize else {
            tooLong.append(record)
            return
        }
        if json.count > SharedFileSize.record || record.isRead {
            var alone = begin()
            alone.add(json)
            try deliver(alone.finish())
            return
        }
        if let open = builder, !open.hasRoom(for: json) { try finish(deliver) }
        var open = builder ?? begin()
        builder = nil
        open.add(json)
        builder = open
    }

    /// Delivers the file that is not full yet, if it has any record.
    package mutating func finish(_ deliver: (SharedFileDraft) throws -> Void) rethrows {
        guard let open = builder else { return }
        builder = nil
        try deliver(open.finish())
    }

    private mutating func begin() -> SharedFileBuilder {
        defer { if header.number < .max { header.number += 1 } }
        return SharedFileBuilder(header)
    }
}

/// A file that is being made.
struct SharedFileBuilder {
    private let header: SharedFileHeader
    private var bytes: [UInt8] = []
    private var count = 0

    /// Enough for any end line.
    private static let endSize = 128

    init(_ header: SharedFileHeader) {
        self.header = header
        SharedLine.append(header.json, to: &bytes)
    }

    func hasRoom(for json: [UInt8]) -> Bool {
        bytes.count + SharedLine.jsonOffset + json.count + 1 + Self.endSize <= SharedFileSize.file
    }

    mutating func add(_ json: [UInt8]) {
        SharedLine.append(json, to: &bytes)
        count += 1
    }

    func finish() -> SharedFileDraft {
        var bytes = bytes
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        let digest = hash.finalize()
        SharedLine.append(SharedFileEnd(count: count, digest: digest).json, to: &bytes)
        return SharedFileDraft(
            header: header,
            id: SharedFileID(digest: digest),
            bytes: bytes,
            recordCount: count
        )
    }
}
