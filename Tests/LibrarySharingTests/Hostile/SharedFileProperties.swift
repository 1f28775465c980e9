import Foundation
import HawkNotesModel

// The fuzzer builds this file into one module with the library.
#if !FUZZING
    @testable import LibrarySharing
#endif

/// What holds of any bytes whatever, read as a shared file.
///
/// That nothing traps is the first property, and checked by coming back at all.
enum SharedFileProperties {
    /// The library of the files that are read.
    static let library = UUID(
        uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 200)
    )

    /// - Returns: the broken property as a sentence, or nil.
    static func violation(_ bytes: [UInt8]) -> String? {
        let reader = SharedFileReader(SharedBytes(bytes), library: library)
        let file = reader.examine()
        if (file.id == nil) == (file.problem == nil) {
            return "A file is whole and has a problem, or neither."
        }
        var broken: String?
        var records: [SharedRecord] = []
        func check(_ record: SharedRecord) {
            records.append(record)
            broken = broken ?? violation(record)
        }
        do {
            if file.id != nil {
                let reading = try reader.forEachRecord(of: file) { record, _ in check(record) }
                if file.header?.content == nil, reading.unreadableLines.count < 100,
                    reading.understood + reading.kept + reading.unreadableLines.count
                        != file.recordCount
                {
                    return "A line of a whole file was dropped without a word."
                }
            }
            try reader.forEachGoodLine { record, _ in check(record) }
        } catch is SharedFileProblem {
            if file.id != nil { return "A whole file can't be read." }
        } catch {
            return "Another error: \(error)"
        }
        return broken ?? violation(rewritten: records, file)
    }

    /// A record is written so that it is read as the same one, and then always in the same way.
    private static func violation(_ record: SharedRecord) -> String? {
        guard let json = record.json else { return "A record can't be written." }
        guard let again = SharedRecord(json: json), again == record else {
            return "A record is another one when it is read again."
        }
        return again.json == json ? nil : "A record has two forms."
    }

    private static func violation(
        rewritten records: [SharedRecord],
        _ file: SharedFileExamination
    ) -> String? {
        guard let header = file.header, header.number < .max - 100_000 else { return nil }
        var files: [SharedFileDraft] = []
        var writer = SharedFileWriter(header: header)
        for record in records { writer.add(record) { files.append($0) } }
        writer.finish { files.append($0) }
        var found = 0
        for draft in files {
            let reader = SharedFileReader(SharedBytes(draft.bytes), library: header.library)
            let file = reader.examine()
            if header.cipher != nil { continue }
            guard file.id == draft.id else { return "A written file is not whole." }
            found += file.recordCount
        }
        let isSame = header.cipher != nil || found == records.count - writer.tooLong.count
        return isSame ? nil : "A record was lost when it was written again."
    }

    /// A whole file with these lines as records, with checksums and an end line, which a fuzzer would
    /// never hit upon. Checksums of the lines are left out, if they have some.
    static func whole(_ bytes: [UInt8]) -> [UInt8] {
        var header = SharedFileHeader(
            library: library,
            device: 1,
            name: "a",
            number: 1,
            time: 1,
            stampedSince: 0
        )
        header.format = 1
        var builder = SharedFileBuilder(header)
        for line in bytes.split(separator: 0x0A) {
            let hasSum = line.count > 9 && line[line.startIndex + 8] == 0x20
            let json = hasSum ? line.dropFirst(9) : line
            if !json.isEmpty { builder.add(Array(json)) }
        }
        return builder.finish().bytes
    }
}
