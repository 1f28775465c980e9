import Foundation

/// Recognises, looks through and reads what is imported.
///
/// ```swift
/// let importer = Importer(library: ImportLibrary(paths: paths))
/// let source = try ImportSource(path: "/media/Kindle/documents/My Clippings.txt")
/// guard let format = try importer.formats(for: source).first else { … }
/// let preview = try await importer.preview(source, as: format)
/// let report = try await importer.read(source, as: format) { item in … }
/// ```
///
/// A preview is a reading that keeps nothing, so that it never promises what an import does not do. Both
/// have a thread of their own, and end soon after their task is cancelled.
public struct Importer: Sendable {
    /// The C libraries.
    public let library: ImportLibrary
    private let limits: ImportLimits
    private let formats: [any ImportFormat]

    /// An importer that opens this library when a format needs it.
    ///
    /// - Parameter formats: what it can read.
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
        KindleClippings(), KOReaderJSON(), KOReaderSidecar(), Readwise(), Goodreads(),
        StoryGraph(), CalibreTable(), OtherBookTable(), MarkdownFolder(),
        EPUBBook(), CalibreLibrary(),
    ]

    /// The formats that it may be, the likeliest first.
    ///
    /// Reads a few kilobytes, or the names in a folder: to be called off the main thread.
    ///
    /// - Throws: `ImportError.unreadable`.
    public func formats(for source: ImportSource) throws -> [ImportFormatName] {
        let sample = try source.sample()
        let found = formats.map { (type(of: $0).name, $0.recognise(sample)) }
        // Sorting keeps the order of what is equal only by accident.
        return [.certain, .maybe].flatMap { confidence in
            found.filter { $0.1 == confidence }.map { $0.0 }
        }
    }

    /// How sure the surest format is.
    func confidence(in sample: ImportSample) -> ImportConfidence {
        formats.map { $0.recognise(sample) }.max() ?? .no
    }

    /// Looks through everything, and keeps nothing.
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
    ///   - progress: Called now and then on the reading thread.
    ///   - consume: Called on the reading thread with one thing after the other; the next is read when it
    ///     has returned, so that nothing piles up. What it throws ends the reading.
    /// - Returns: what was handed on, and what could not be read.
    /// - Throws: `ImportError`, and what `consume` throws.
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

    /// The same, on this thread: for a caller that has one of its own.
    ///
    /// - Parameter formerNames: what folders were called that versions have imported which put that into
    ///   identities; see ``ImportedNote/renamedIdentities``.
    /// - Throws: `ImportError`, and what `consume` throws.
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
        case .series(let series): add(series.title)
        case .book(let book):
            add(book.title)
            if let address = book.webAddress, addresses.count < Self.limit {
                addresses.append(address)
            }
        case .chapter, .character, .relation, .note, .picture: break
        }
    }

    private func add(_ title: String) {
        if titles.count < Self.limit { titles.append(title) }
    }
}
