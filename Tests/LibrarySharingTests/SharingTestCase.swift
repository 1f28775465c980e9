import Foundation
import GRDB
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import LibrarySharing

/// A library that several devices share.
class SharingTestCase: XCTestCase {
    let library = uuid(200)
    let device: UInt64 = 0x0123_4567_89ab_cdef

    func header(_ number: Int64 = 1, device: UInt64? = nil) -> SharedFileHeader {
        SharedFileHeader(
            library: library,
            device: device ?? self.device,
            name: "laptop",
            number: number,
            time: 1_764_412_345_678,
            stampedSince: 5
        )
    }

    /// The files of records.
    func drafts(
        _ records: [SharedRecord],
        header: SharedFileHeader? = nil,
        limits: SharingLimits = SharingLimits()
    ) -> [SharedFileDraft] {
        var drafts: [SharedFileDraft] = []
        var writer = SharedFileWriter(header: header ?? self.header(), limits: limits)
        for record in records { writer.add(record) { drafts.append($0) } }
        writer.finish { drafts.append($0) }
        return drafts
    }

    func reader(_ bytes: [UInt8], limits: SharingLimits = SharingLimits()) -> SharedFileReader {
        SharedFileReader(SharedBytes(bytes), library: library, limits: limits)
    }

    /// The records of a whole file.
    func records(_ bytes: [UInt8]) throws -> [SharedRecord] {
        let reader = reader(bytes)
        var found: [SharedRecord] = []
        try reader.forEachRecord(of: reader.examine()) { record, _ in found.append(record) }
        return found
    }

    func problem(_ bytes: [UInt8], limits: SharingLimits = SharingLimits()) -> SharedFileProblem? {
        reader(bytes, limits: limits).examine().problem
    }

    /// A record of a note with this text.
    func text(_ text: String, of note: UUID = uuid(1)) -> SharedRecord {
        let id = RevisionID.of(text, in: note)
        let stamp = ChangeStamp(milliseconds: 1_764_412_345_678)
        return SharedRecord(
            .text(RevisionRow(noteID: note, id: id, content: id, stamp: stamp), text)
        )
    }

    /// A line with a right checksum.
    func line(_ json: String) -> [UInt8] {
        var bytes: [UInt8] = []
        SharedLine.append(Array(json.utf8), to: &bytes)
        return bytes
    }

    /// A whole file with these lines as records.
    func file(_ lines: [String], header: SharedFileHeader? = nil) -> [UInt8] {
        var builder = SharedFileBuilder(header ?? self.header())
        for line in lines { builder.add(Array(line.utf8)) }
        return builder.finish().bytes
    }
}
