import Foundation

/// Opens files for a format, with limits and progress, and with problems instead of errors.
extension ImportRun {
    /// The bytes of a file; nil if it is not a regular file or is too large.
    ///
    /// - Parameter isTold: false for an extra pass, which reports neither problems nor progress.
    func stream(
        _ file: ImportFile,
        limit: Int? = nil,
        isTold: Bool = true
    ) throws -> ByteStream? {
        try checkCancelled()
        let limit = limit ?? limits.fileSize
        func tell(_ reason: ImportProblem.Reason) {
            if isTold { self.tell(reason, file: file.path) }
        }
        do {
            switch try FileOpening.open(file) {
            case .notAFile:
                tell(.notAFile)
                return nil
            case .bytes(let stream, let size, let date):
                if size > limit {
                    tell(.fileTooLarge(size: size, limit: limit))
                    return nil
                }
                if isTold {
                    expect(bytes: size)
                    fileDate = date
                }
                // A file can grow while it is read.
                var left = limit
                return ByteStream(stream) { [weak self] count in
                    left -= count
                    if left < 0 { throw ImportError.unreadable(path: file.path, errno: EFBIG) }
                    if isTold { try self?.advance(by: count) } else { try self?.checkCancelled() }
                }
            }
        } catch ImportError.unreadable(_, let errno) {
            tell(.unreadable(errno: errno))
            return nil
        }
    }

    /// The parsed date; one that cannot be parsed is reported as a problem, with its text.
    func date(_ date: WrittenDate, written text: String, file: String, line: Int) -> ImportedDate? {
        switch date {
        case .date(let date): return date
        case .undecided: tell(.undecidedDate(text), file: file, line: line)
        case .unknown: tell(.unknownDate(text), file: file, line: line)
        }
        return nil
    }

    /// A whole file in memory; nil if it cannot be read or is too large, which is reported.
    func bytes(_ file: ImportFile, limit: Int? = nil) throws -> [UInt8]? {
        guard let stream = try stream(file, limit: limit ?? limits.wholeFileSize) else {
            return nil
        }
        var bytes: [UInt8] = []
        do {
            while let piece = try stream.next() { bytes += piece }
        } catch ImportError.unreadable(_, let errno) {
            tell(.unreadable(errno: errno), file: file.path)
            return nil
        }
        return bytes
    }

    /// Calls `visit` with the files of a source, and reports problems.
    func eachFile(of source: ImportSource, _ visit: (ImportFile) throws -> Void) throws {
        switch source.content {
        case .file(let file):
            try visit(file)
        case .folder(let folder):
            try folder.visit(limits: limits) { entry in
                switch entry {
                case .file(let file): try visit(file)
                case .problem(let problem):
                    tell(problem.reason, file: problem.file, line: problem.line)
                }
                return true
            }
        }
    }

    /// Copies a single-file source byte for byte.
    ///
    /// Readers of the copy are independent of later changes to the file.
    ///
    /// - Returns: false if it cannot be read or is too large, which is reported.
    /// - Throws: `ImportError.cancelled`, and the system's errors of writing.
    package func copy(_ source: ImportSource, to target: FileHandle) throws -> Bool {
        guard let file = onlyFile(of: source), let stream = try stream(file) else { return false }
        do {
            while let piece = try stream.next() { try target.write(contentsOf: Data(piece)) }
            return true
        } catch ImportError.unreadable(_, let errno) {
            tell(.unreadable(errno: errno), file: file.path)
            return false
        }
    }

    /// The file of a single-file source; reports a folder as a problem.
    func onlyFile(of source: ImportSource) -> ImportFile? {
        guard case .file(let file) = source.content else {
            tell(.notAFile)
            return nil
        }
        return file
    }

    /// A title or name fit for display: one line, without control characters, truncated.
    package func title(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = String.UnicodeScalarView()
        var isSpace = true
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace || properties.generalCategory == .control {
                if !isSpace { scalars.append(" ") }
                isSpace = true
            } else if scalar != "\u{FEFF}" {
                scalars.append(scalar)
                isSpace = false
            }
            // Twice, because a character is usually one scalar but can be many.
            if scalars.count > 2 * limits.titleLength { break }
        }
        if isSpace, !scalars.isEmpty { scalars.removeLast() }
        let result = String(String(scalars).prefix(limits.titleLength))
        return result.isEmpty ? nil : result
    }
}
