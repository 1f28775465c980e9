import Foundation

/// One reading of a source: where a format hands on what it finds.
///
/// Belongs to the thread that reads.
public final class ImportRun {
    /// How much is read.
    public let limits: ImportLimits
    /// Opens the C libraries when a format first needs them.
    let library: ImportLibrary
    /// Names under which folders were chosen for versions that put them into identities.
    let formerNames: [String]

    private(set) var report = ImportReport()
    /// Keys of the series that have been handed on.
    var knownSeries: Set<String> = []
    /// The same of books, for formats that meet a book more than once.
    var knownBooks: Set<String> = []
    private var leftOut: [LeftOut] = []
    private var leftOutIndexes: [ImportProblem.Kind: Int] = [:]
    /// When the file that is being read was last changed.
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

    /// Hands one thing on.
    ///
    /// - Throws: `ImportError.cancelled`, `.tooManyItems`, and what the caller throws.
    package func emit(_ item: ImportedItem) throws {
        try checkCancelled()
        guard itemCount < limits.itemCount else {
            throw ImportError.tooManyItems(limit: limits.itemCount)
        }
        try consume(dated(item))
        itemCount += 1
        report.counts[item.kind, default: 0] += 1
    }

    /// Notes down one of many things of a kind, which are told together when everything is read: with their
    /// file if all of them stand in one.
    ///
    /// - Parameters:
    ///   - example: asked for the first time only.
    ///   - line: of what is the only one of its kind in the end.
    func leaveOut(
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

    /// Tells what was left out, one line for each kind.
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

    /// Notes down what could not be read.
    package func tell(_ reason: ImportProblem.Reason, file: String? = nil, line: Int? = nil) {
        report.problemCount += 1
        if report.problems.count < limits.problemCount {
            report.problems.append(ImportProblem(reason, file: file, line: line))
        }
    }

    /// To be called now and then by what takes long.
    package func checkCancelled() throws {
        if isCancelled() { throw ImportError.cancelled }
    }

    /// How much there is to read, where that is known.
    package func expect(bytes: Int?) {
        byteCount = bytes
        bytesRead = 0
        bytesAtLastCall = 0
    }

    /// So much more has been read.
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

/// How far a reading has come.
public struct ImportProgress: Hashable, Sendable {
    /// How much has been read.
    public var bytesRead: Int
    /// How much there is; nil when unknown.
    public var byteCount: Int?

    /// From 0 to 1; nil when unknown.
    public var fraction: Double? {
        byteCount.map { $0 > 0 ? min(1, Double(bytesRead) / Double($0)) : 1 }
    }
}

/// What has come of a reading.
public struct ImportReport: Hashable, Sendable {
    /// How many things of each kind have been handed on.
    public var counts: [ImportedKind: Int] = [:]
    /// The first problems, in the order in which they were met.
    public var problems: [ImportProblem] = []
    /// How many problems there are in all.
    public var problemCount = 0

    /// How many things have been handed on.
    public var itemCount: Int { counts.values.reduce(0, +) }

    /// Of nothing.
    public init() {}
}

/// What an import would bring.
public struct ImportPreview: Hashable, Sendable {
    /// How it would be read.
    public var format: ImportFormatName
    /// Counts and problems.
    public var report: ImportReport
    /// The titles of the first books and series.
    public var titles: [String]
    /// Web addresses of the first books: a person sees them before they are taken in.
    public var addresses: [String]
}
