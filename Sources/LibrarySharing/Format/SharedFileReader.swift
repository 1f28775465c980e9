import Foundation
import HawkNotesModel

/// What a file is.
package struct SharedFileExamination: Hashable, Sendable {
    /// Its first line, if that can be read.
    package var header: SharedFileHeader?
    /// The identity of a whole file; nil if it is not whole.
    package var id: SharedFileID?
    package var size: Int
    /// The records of a whole file.
    package var recordCount = 0
    /// Why it is not read; nil for whole files.
    package var problem: SharedFileProblem?

    init(size: Int, problem: SharedFileProblem? = nil) {
        self.size = size
        self.problem = problem
    }
}

/// What was read of a file.
package struct SharedFileReading: Hashable, Sendable {
    /// Records that this version understands.
    package var understood = 0
    /// Records that it keeps as they stand.
    package var kept = 0
    /// Lines, counted from 1, that are no record at all, although they are as they were written; the
    /// first hundred.
    package var unreadableLines: [Int] = []
    /// Lines of a damaged file that are lost; the first hundred.
    package var damagedLines: [Int] = []
}

/// Reads a file, whatever it is called and wherever it lies.
///
/// A file is read twice: first to find out whether it is whole, which only its last line says, and
/// then for its records. A file that is still arriving is never used, and only one line at a time is
/// in memory.
package struct SharedFileReader: Sendable {
    private let bytes: SharedBytes
    private let library: UUID
    private let limits: SharingLimits

    /// - Parameter library: the library whose files are read.
    package init(_ bytes: SharedBytes, library: UUID, limits: SharingLimits = SharingLimits()) {
        self.bytes = bytes
        self.library = library
        self.limits = limits
    }

    // MARK: - Whether it is whole

    /// Looks whether the file is whole.
    package func examine() -> SharedFileExamination {
        var result = SharedFileExamination(size: bytes.size)
        do {
            try examine(&result)
        } catch {
            result.id = nil
            result.problem = Self.problem(error)
        }
        return result
    }

    private func examine(_ result: inout SharedFileExamination) throws {
        var lines = SharedLines(bytes, limit: limits.lineSize)
        let header = try readHeader(&lines)
        result.header = header.value
        try check(header.value)
        var hash = header.hash
        var number = 1
        var damage: Int?
        var end: SharedFileEnd?
        while let next = try lines.next() {
            // Nothing comes after the end line.
            if end != nil { throw SharedFileProblem.damaged(line: number + 1) }
            guard case .line(let line) = next else {
                if case .unfinished = next, damage == nil {
                    throw SharedFileProblem.cut(wholeLines: number)
                }
                throw SharedFileProblem.damaged(line: damage ?? number + 1)
            }
            number += 1
            if SharedLine.isIntact(line) {
                end = readEnd(line)
            } else {
                damage = damage ?? number
            }
            if end == nil { hash.update(line: line) }
        }
        if let damage { throw SharedFileProblem.damaged(line: damage) }
        guard let end else { throw SharedFileProblem.cut(wholeLines: number) }
        guard end.count == number - 2, end.digest == hash.finalize() else {
            throw SharedFileProblem.damaged(line: number)
        }
        result.id = SharedFileID(digest: end.digest)
        result.recordCount = end.count
    }

    private func readHeader(
        _ lines: inout SharedLines
    ) throws -> (value: SharedFileHeader, hash: SHA256) {
        if bytes.size == 0 { throw SharedFileProblem.empty }
        if bytes.size > limits.fileSize { throw SharedFileProblem.tooLarge(bytes.size) }
        guard let first = try lines.next() else { throw SharedFileProblem.empty }
        guard case .line(let line) = first else {
            // Zeros, or the beginning of one of ours.
            guard case .unfinished(let line) = first, SharedLine.isBeginning(line) else {
                throw SharedFileProblem.other
            }
            throw SharedFileProblem.cut(wholeLines: 0)
        }
        switch SharedLine.read(line, limits) {
        case .damaged:
            throw line.count > SharedLine.jsonOffset && SharedLine.isBeginning(line)
                ? SharedFileProblem.damaged(line: 1) : SharedFileProblem.other
        case .notUnderstood: throw SharedFileProblem.other
        case .object(let members, source: _):
            switch SharedFileHeader.read(members) {
            case .other: throw SharedFileProblem.other
            case .newer(let format): throw SharedFileProblem.newer(format: format)
            case .header(let header):
                var hash = SHA256()
                hash.update(line: line)
                return (header, hash)
            }
        }
    }

    private func check(_ header: SharedFileHeader) throws(SharedFileProblem) {
        guard header.library == library else { throw .otherLibrary(header.library) }
        if header.cipher != nil { throw .encrypted }
    }

    private func readEnd(_ line: [UInt8]) -> SharedFileEnd? {
        guard line.dropFirst(SharedLine.jsonOffset).starts(with: "{\"end\":".utf8),
            case .object(let members, source: _) = SharedLine.read(line, limits)
        else { return nil }
        return SharedFileEnd(members)
    }

    static func problem(_ error: any Error) -> SharedFileProblem {
        switch error {
        case let problem as SharedFileProblem: problem
        case let error as POSIXError: .unreadable(code: error.code.rawValue)
        default: .unreadable(code: EIO)
        }
    }

    // MARK: - Records

    /// Calls `body` with each record of a whole file that has records.
    ///
    /// - Parameters:
    ///   - file: what `examine()` has returned.
    ///   - start: how many records to leave out: those that were read before a program ended.
    ///   - body: called with the record and its place.
    /// - Throws: `SharedFileProblem.changed` at the end, if the file is another one by now: it does
    ///   not count as read then. Any error of `body`.
    @discardableResult
    package func forEachRecord(
        of file: SharedFileExamination,
        from start: Int = 0,
        _ body: (SharedRecord, _ place: Int) throws -> Void
    ) throws -> SharedFileReading {
        guard let id = file.id else { throw file.problem ?? .other }
        var reading = SharedFileReading()
        // What a later version puts into files of their own is no record of the library.
        guard file.header?.content == nil else { return reading }
        var lines = SharedLines(bytes, limit: limits.lineSize)
        var hash = try readHeader(&lines).hash
        for place in 0..<file.recordCount {
            guard case .line(let line)? = try lines.next() else { throw SharedFileProblem.changed }
            hash.update(line: line)
            guard place >= start else { continue }
            guard try read(line, number: place + 2, place, &reading, body) else {
                throw SharedFileProblem.changed
            }
        }
        guard SharedFileID(digest: hash.finalize()) == id else { throw SharedFileProblem.changed }
        return reading
    }

    /// Calls `body` with each good record of a file that is not whole: for the files of a computer
    /// that has not been heard of for long, and will not send them again.
    ///
    /// - Throws: why nothing of it can be read, as when its first line is damaged. Any error of
    ///   `body`.
    @discardableResult
    package func forEachGoodLine(
        _ body: (SharedRecord, _ place: Int) throws -> Void
    ) throws -> SharedFileReading {
        var reading = SharedFileReading()
        var lines = SharedLines(bytes, limit: limits.lineSize)
        let header = try readHeader(&lines).value
        try check(header)
        guard header.content == nil else { return reading }
        var number = 1
        while let next = try lines.next() {
            number += 1
            let isRead: Bool
            if case .line(let line) = next {
                isRead =
                    try readEnd(line) != nil
                    || read(line, number: number, number - 2, &reading, body)
            } else {
                isRead = false
            }
            if !isRead { reading.damagedLines.note(number) }
        }
        return reading
    }

    /// - Returns: whether the line matches its checksum.
    private func read(
        _ line: [UInt8],
        number: Int,
        _ place: Int,
        _ reading: inout SharedFileReading,
        _ body: (SharedRecord, Int) throws -> Void
    ) throws -> Bool {
        switch SharedLine.read(line, limits) {
        case .damaged: return false
        case .notUnderstood: reading.unreadableLines.note(number)
        case .object(let members, let source):
            let record = SharedRecord(members, source: source)
            if record.content == .unknown { reading.kept += 1 } else { reading.understood += 1 }
            try body(record, place)
        }
        return true
    }
}

extension SHA256 {
    /// Adds a line and its line feed.
    fileprivate mutating func update(line: [UInt8]) {
        line.withUnsafeBytes { update($0) }
        withUnsafeBytes(of: UInt8(0x0A)) { update($0) }
    }
}

extension [Int] {
    /// Remembers a line, unless there are very many.
    fileprivate mutating func note(_ line: Int) { if count < 100 { append(line) } }
}
