import Foundation

/// Opening files for a format: with the limits, the progress, and problems instead of errors.
extension ImportRun {
    /// The bytes of a file; nil when it is none or too large.
    ///
    /// - Parameter isTold: false for a reading before the one that counts, which tells nothing and is no
    ///   progress.
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

    /// A date as it was read; one that cannot be told is told as a problem, in the words of the file.
    func date(_ date: WrittenDate, written text: String, file: String, line: Int) -> ImportedDate? {
        switch date {
        case .date(let date): return date
        case .undecided: tell(.undecidedDate(text), file: file, line: line)
        case .unknown: tell(.unknownDate(text), file: file, line: line)
        }
        return nil
    }

    /// A whole file in memory; nil when it cannot be read or is too large, which is told.
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

    /// Calls `visit` with the files of a source, and tells what is in the way.
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

    /// Copies a source that is one file to another place, byte for byte.
    ///
    /// Whoever reads the copy need not care what becomes of the file meanwhile.
    ///
    /// - Returns: false when it cannot be read or is too large, which is told.
    /// - Throws: `ImportError.cancelled`, and what the system says about the copy.
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

    /// The file of a source that is one; told when it is a folder.
    func onlyFile(of source: ImportSource) -> ImportFile? {
        guard case .file(let file) = source.content else {
            tell(.notAFile)
            return nil
        }
        return file
    }

    /// A title or name as it can be shown: one line, no control characters, not too long.
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
            // Twice, because a character is mostly one scalar and can be many.
            if scalars.count > 2 * limits.titleLength { break }
        }
        if isSpace, !scalars.isEmpty { scalars.removeLast() }
        let result = String(String(scalars).prefix(limits.titleLength))
        return result.isEmpty ? nil : result
    }
}
