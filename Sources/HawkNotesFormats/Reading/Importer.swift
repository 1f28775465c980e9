import Foundation

/// Recognizes, previews and reads import sources.
///
/// ```swift
/// let importer = Importer(library: ImportLibrary(paths: paths))
/// let source = try ImportSource(path: "/media/Kindle/documents/My Clippings.txt")
/// guard let format = try importer.formats(for: source).first else { … }
/// let preview = try await importer.preview(source, as: format)
/// let report = try await importer.read(source, as: format) { item in … }
/// ```
///
/// A preview reads everything without keeping it, so it always matches the import. Both run on
/// a thread of their own, and end soon after their task is cancelled.
public struct Importer: Sendable {
    /// The C libraries.
    public let library: ImportLibrary
    private let limits: ImportLimits
    private let formats: [any ImportFormat]

    /// An importer that uses this library when a format needs it.
    ///
    /// - Parameter formats: the supported formats.
    public init(
        library: ImportLibrary,
        limits: ImportLimits = ImportLimits(),
        formats: [any ImportFormat] = Importer.formats
    ) {
        self.library = library
        self.limits = limits
        self.formats = formats
    }

    /// The formats of other programs, and Markdown.
    public static let formats: [any ImportFormat] = [
        KindleClippings(), KindleNotebook(), KindleNotebookTable(), KOReaderJSON(),
        KOReaderSidecar(), Readwise(), Goodreads(), StoryGraph(), CalibreTable(), OtherBookTable(),
        MarkdownFolder(), EPUBBook(), CalibreLibrary(),
    ]

    /// The possible formats, the most likely first.
    ///
    /// Reads a few kilobytes, or the names in a folder: call this off the main thread.
    ///
    /// - Throws: `ImportError.unreadable`.
    public func formats(for source: ImportSource) throws -> [ImportFormatName] {
        let sample = try source.sample()
        let found = formats.map { (type(of: $0).name, $0.recognise(source, sample)) }
        // Not by sorting, which is not guaranteed to be stable.
        return [.certain, .maybe].flatMap { confidence in
            found.filter { $0.1 == confidence }.map { $0.0 }
        }
    }

    /// The highest confidence of all formats.
    func confidence(in source: ImportSource, _ sample: ImportSample) -> ImportConfidence {
        formats.map { $0.recognise(source, sample) }.max() ?? .no
    }

    /// Reads everything without keeping it.
    ///
    /// - Throws: `ImportError`.
    public func preview(
        _ source: ImportSource,
        as format: ImportFormatName,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportPreview {
        let titles = TitleList()
        let report = try await read(source, as: format, progress: progress) { titles.add($0) }
        return ImportPreview(
            format: format,
            report: report,
            titles: titles.titles,
            addresses: titles.addresses
        )
    }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - progress: Called regularly on the reading thread.
    ///   - consume: Called on the reading thread with one item after the other; the next one is
    ///     read after it returns, so that items never accumulate. An error that it throws ends the
    ///     pass.
    /// - Returns: the number of emitted items, and the problems.
    /// - Throws: `ImportError`, and errors of `consume`.
    public func read(
        _ source: ImportSource,
        as format: ImportFormatName,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in },
        consume: @escaping @Sendable (ImportedItem) throws -> Void
    ) async throws -> ImportReport {
        try await ReadingThread.run { isCancelled in
            try readNow(
                source,
                as: format,
                isCancelled: isCancelled,
                progress: progress,
                consume: consume
            )
        }
    }

    /// Reads on the current thread, for callers that have a thread of their own.
    ///
    /// - Parameter formerNames: the names of folders that were imported with earlier versions,
    ///   which made them part of identities; see ``ImportedNote/renamedIdentities``.
    /// - Throws: `ImportError`, and errors of `consume`.
    public func readNow(
        _ source: ImportSource,
        as format: ImportFormatName,
        formerNames: [String] = [],
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (ImportProgress) -> Void = { _ in },
        consume: @escaping (ImportedItem) throws -> Void
    ) throws -> ImportReport {
        let run = ImportRun(
            limits: limits,
            library: library,
            formerNames: formerNames,
            isCancelled: isCancelled,
            progress: progress,
            consume: consume
        )
        guard let reader = formats.first(where: { type(of: $0).name == format }) else {
            return run.report
        }
        try reader.read(source, into: run)
        run.tellLeftOut()
        if run.report.itemCount == 0, run.report.problemCount == 0 { run.tell(.nothingInIt) }
        return run.report
    }
}

/// The first titles and addresses of a preview. Used on the reading thread, and after it has ended.
private final class TitleList: @unchecked Sendable {
    private(set) var titles: [String] = []
    private(set) var addresses: [String] = []
    private static let limit = 100

    func add(_ item: ImportedItem) {
        switch item {
        case .series(let series): if !series.isDeleted { add(series.title) }
        case .book(let book):
            add(book.title)
            if let address = book.webAddress, addresses.count < Self.limit {
                addresses.append(address)
            }
        case .chapter, .character, .relation, .note, .picture, .sources: break
        }
    }

    private func add(_ title: String) {
        if titles.count < Self.limit { titles.append(title) }
    }
}
