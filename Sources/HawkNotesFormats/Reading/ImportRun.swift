import Foundation

/// One pass through a source, to which a format emits its items.
///
/// Confined to the reading thread.
public final class ImportRun {
    /// The limits of reading.
    public let limits: ImportLimits
    /// Loads the C libraries when a format first needs them.
    let library: ImportLibrary
    /// Names of chosen folders for earlier versions, which made them part of identities.
    let formerNames: [String]

    private(set) var report = ImportReport()
    /// Keys of the series that were emitted.
    var knownSeries: Set<String> = []
    /// Identities of the books that were emitted, for formats that see a book more than once.
    var knownBooks: Set<String> = []
    private var leftOut: [LeftOut] = []
    private var leftOutIndexes: [ImportProblem.Kind: Int] = [:]
    /// The modification date of the current file.
    var fileDate: Date?
    private let isCancelled: () -> Bool
    private let progress: (ImportProgress) -> Void
    private let consume: (ImportedItem) throws -> Void
    private var itemCount = 0
    private var byteCount: Int?
    private var bytesRead = 0
    private var bytesAtLastCall = 0

    init(
        limits: ImportLimits,
        library: ImportLibrary,
        formerNames: [String] = [],
        isCancelled: @escaping () -> Bool,
        progress: @escaping (ImportProgress) -> Void,
        consume: @escaping (ImportedItem) throws -> Void
    ) {
        self.limits = limits
        self.library = library
        self.formerNames = formerNames
        self.isCancelled = isCancelled
        self.progress = progress
        self.consume = consume
    }

    /// Emits an item.
    ///
    /// - Throws: `ImportError.cancelled`, `.tooManyItems`, and errors of the caller's closure.
    package func emit(_ item: ImportedItem) throws {
        try checkCancelled()
        guard itemCount < limits.itemCount else {
            throw ImportError.tooManyItems(limit: limits.itemCount)
        }
        try consume(dated(item))
        itemCount += 1
        if let kind = item.kind { report.counts[kind, default: 0] += 1 }
    }

    /// Records one of many skipped items of a kind. They are reported together at the end, with
    /// their file if all of them are in one.
    ///
    /// - Parameters:
    ///   - example: only evaluated for the first one.
    ///   - line: used if this remains the only one of its kind.
    package func leaveOut(
        _ kind: ImportProblem.Kind,
        example: @autoclosure () -> String,
        file: String?,
        line: Int? = nil
    ) {
        if let index = leftOutIndexes[kind] {
            leftOut[index].count += 1
            leftOut[index].line = nil
            if leftOut[index].file != file { leftOut[index].file = nil }
        } else if leftOut.count < limits.problemCount {
            leftOutIndexes[kind] = leftOut.count
            leftOut.append(LeftOut(kind: kind, file: file, line: line, example: example()))
        }
    }

    /// Reports the skipped items, one line for each kind.
    func tellLeftOut() {
        for kind in leftOut {
            tell(
                .leftOut(kind.kind, count: kind.count, example: kind.example),
                file: kind.file,
                line: kind.line
            )
        }
        leftOut = []
        leftOutIndexes = [:]
    }

    private struct LeftOut {
        var kind: ImportProblem.Kind
        var file: String?
        var line: Int?
        var example: String
        var count = 1
    }

    private func dated(_ item: ImportedItem) -> ImportedItem {
        guard case .note(var note) = item, note.created == nil else { return item }
        note.fileDate = fileDate
        return .note(note)
    }

    /// Reports a problem.
    package func tell(_ reason: ImportProblem.Reason, file: String? = nil, line: Int? = nil) {
        report.problemCount += 1
        if report.problems.count < limits.problemCount {
            report.problems.append(ImportProblem(reason, file: file, line: line))
        }
    }

    /// Call this regularly in long operations.
    package func checkCancelled() throws {
        if isCancelled() { throw ImportError.cancelled }
    }

    /// Adds to the expected total, if known.
    package func expect(bytes: Int?) {
        byteCount = bytes
        bytesRead = 0
        bytesAtLastCall = 0
    }

    /// Adds to the number of bytes read.
    package func advance(by count: Int) throws {
        try checkCancelled()
        bytesRead += count
        guard bytesRead - bytesAtLastCall >= Self.progressStep || bytesRead == byteCount else {
            return
        }
        bytesAtLastCall = bytesRead
        progress(ImportProgress(bytesRead: bytesRead, byteCount: byteCount))
    }

    private static let progressStep = 64 << 10
}

/// The progress of a pass.
public struct ImportProgress: Hashable, Sendable {
    /// The number of bytes read.
    public var bytesRead: Int
    /// The total number of bytes; nil if unknown.
    public var byteCount: Int?

    /// From 0 to 1; nil if unknown.
    public var fraction: Double? {
        byteCount.map { $0 > 0 ? min(1, Double(bytesRead) / Double($0)) : 1 }
    }
}

/// The result of a pass.
public struct ImportReport: Hashable, Sendable {
    /// The number of emitted items by kind.
    public var counts: [ImportedKind: Int] = [:]
    /// The first problems, in order of occurrence.
    public var problems: [ImportProblem] = []
    /// The number of all problems.
    public var problemCount = 0

    /// The number of emitted items.
    public var itemCount: Int { counts.values.reduce(0, +) }

    /// An empty report.
    public init() {}
}

/// A preview of an import.
public struct ImportPreview: Hashable, Sendable {
    /// The format that would be used.
    public var format: ImportFormatName
    /// Counts and problems.
    public var report: ImportReport
    /// The titles of the first books and series.
    public var titles: [String]
    /// Web addresses of the first books: users see them before importing.
    public var addresses: [String]
}
