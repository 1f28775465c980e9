import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Imports files and folders into a library: those of other programs, and our own.
///
/// ```swift
/// let imports = LibraryImport(into: library, with: importLibrary, moment: ofClock, picture: decode)
/// let source = try ImportSource(path: path)
/// let reading = KeptReading()
/// let preview = try await imports.preview(source, keeping: reading)
/// let outcome = try await imports.run(source, as: preview.format, reusing: reading)
/// if let batch = outcome.batch { try library.undoImport(batch.id) }
/// ```
///
/// A source is imported in one transaction, completely or not at all. Items that were imported once
/// are known, even if the reader has changed or deleted them since; the same book from several
/// sources is one book. Notes are updated from their source, as far as the reader has not changed
/// them; nothing else in the library is replaced.
///
/// Works on its own threads, and ends soon after its task is cancelled.
public struct LibraryImport: Sendable {
    /// Checks and scales a foreign picture; returns nil if it is invalid. Called on any thread.
    public typealias PictureDecoder = @Sendable (ImportedPicture) -> StoredPicture?

    let library: Library
    let importer: Importer
    let words: ImportedPlaceWords
    let moment: @Sendable (_ clock: Double) -> Double
    let picture: PictureDecoder
    /// The approximate size of the items kept for the transaction, in bytes: enough for a hundred
    /// thousand highlights. A larger source is read a second time within the transaction, which
    /// blocks other saves.
    var bufferLimit = 160 << 20
    /// Decides whether a file was last changed long enough ago for the next change to be
    /// noticeable.
    var now: @Sendable () -> Date = { Date() }

    /// Makes an import into a library.
    ///
    /// - Parameters:
    ///   - importLibrary: Opened when a format first needs it.
    ///   - words: How places are written.
    ///   - moment: When the clock of a reading device shows a time, both in seconds since 1970, the
    ///     time as if the clock were in Greenwich.
    ///   - picture: Decodes covers and portraits.
    public init(
        into library: Library,
        with importLibrary: ImportLibrary,
        limits: ImportLimits = ImportLimits(),
        words: ImportedPlaceWords = ImportedPlaceWords(),
        moment: @escaping @Sendable (_ clock: Double) -> Double,
        picture: @escaping PictureDecoder
    ) {
        self.library = library
        self.importer = Importer(
            library: importLibrary,
            limits: limits,
            formats: Self.formats
        )
        self.words = words
        self.moment = moment
        self.picture = picture
    }

    /// All formats. Databases are read here; the others know no SQLite.
    static let formats: [any ImportFormat] =
        [SeriesFileFormat(), KoboFormat()] + Importer.formats

    /// Reads everything without writing, and reports what an import would do.
    ///
    /// - Parameters:
    ///   - format: How to read it; nil for the most likely format.
    ///   - reading: Receives the items read, for the import.
    ///   - progress: Called occasionally on another thread.
    /// - Throws: `ImportError`, also `.needsPackages` with the missing packages;
    ///   ``LibraryImportError``; `LibraryError`; `CancellationError`.
    public func preview(
        _ source: ImportSource,
        as format: ImportFormatName? = nil,
        keeping reading: KeptReading? = nil,
        progress: @escaping @Sendable (LibraryImportProgress) -> Void = { _ in }
    ) async throws -> LibraryImportPreview {
        try await ReadingThread.run { isCancelled in
            try translatingCancellation {
                try Reading(self, source, format, isCancelled, progress).preview(keeping: reading)
            }
        }
    }

    /// Imports everything.
    ///
    /// - Parameters:
    ///   - format: How to read it; nil for the most likely format.
    ///   - reading: The items that the preview has read; the file is read again if it has changed
    ///     since.
    ///   - progress: Called occasionally on another thread.
    /// - Throws: See ``preview(_:as:keeping:progress:)``; the library has not changed then.
    public func run(
        _ source: ImportSource,
        as format: ImportFormatName? = nil,
        reusing reading: KeptReading? = nil,
        progress: @escaping @Sendable (LibraryImportProgress) -> Void = { _ in }
    ) async throws -> LibraryImportOutcome {
        try await ReadingThread.run { isCancelled in
            try translatingCancellation {
                try Reading(self, source, format, isCancelled, progress).run(reusing: reading)
            }
        }
    }
}

/// Why a source cannot be imported.
public enum LibraryImportError: Error, Hashable, Sendable {
    /// It is not in a format that can be imported.
    case unknownFormat
    /// It is a known kind of file that is not supported.
    case otherFile(OtherFile)
}

/// How the parts of a place are written; the words are in the reader's language.
public struct ImportedPlaceWords: Sendable {
    /// A page: "p. 87".
    public var page: @Sendable (String) -> String = { "p. \($0)" }
    /// A reading device's own unit: "loc. 1024".
    public var location: @Sendable (String) -> String = { "loc. \($0)" }

    /// Makes English words.
    public init() {}

    /// Makes the caller's words.
    public init(
        page: @escaping @Sendable (String) -> String,
        location: @escaping @Sendable (String) -> String
    ) {
        self.page = page
        self.location = location
    }
}

private func translatingCancellation<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as LibraryError {
        // The transaction has wrapped the error.
        switch error.underlying {
        case let error as ImportError: throw error == .cancelled ? CancellationError() : error
        case is CancellationError: throw CancellationError()
        default: throw error
        }
    } catch ImportError.cancelled {
        throw CancellationError()
    }
}

/// One import or preview, on its thread.
private struct Reading {
    let imports: LibraryImport
    let source: ImportSource
    let formats: [ImportFormatName]
    let format: ImportFormatName
    /// The names of folders that earlier versions have imported.
    let formerNames: [String]
    let isCancelled: () -> Bool
    let progress: (LibraryImportProgress) -> Void

    init(
        _ imports: LibraryImport,
        _ source: ImportSource,
        _ format: ImportFormatName?,
        _ isCancelled: @escaping () -> Bool,
        _ progress: @escaping (LibraryImportProgress) -> Void
    ) throws {
        self.imports = imports
        self.source = source
        formats = try imports.importer.formats(for: source)
        if format == nil, let other = try imports.importer.otherFile(source) {
            throw LibraryImportError.otherFile(other)
        }
        guard let format = format ?? formats.first else { throw LibraryImportError.unknownFormat }
        self.format = format
        // No other format had them in identities.
        formerNames =
            format == .markdown
            ? try imports.library.namesOfEarlierImports(format: format.rawValue) : []
        self.isCancelled = isCancelled
        self.progress = progress
    }

    func preview(keeping reading: KeptReading?) throws -> LibraryImportPreview {
        let origin = reading == nil ? nil : self.origin
        var buffer = ItemBuffer(limit: origin == nil ? 0 : imports.bufferLimit)
        let (mapper, report) = try rehearse(0...1) { if origin != nil { buffer.add($0) } }
        // It may have changed while it was read.
        if let origin, origin == self.origin, origin.version.showsChanges(after: imports.now()),
            mapper.report.hasNews
        {
            buffer.report = report
            reading?.keep(buffer, of: origin)
        }
        return LibraryImportPreview(
            format: format,
            formats: formats,
            report: mapper.report,
            newBooks: mapper.newBooks,
            knownBooks: mapper.knownBooks,
            addresses: mapper.addresses
        )
    }

    /// Reads everything before the transaction, which blocks other saves as long as it lasts.
    func run(reusing reading: KeptReading?) throws -> LibraryImportOutcome {
        var buffer = ItemBuffer(limit: imports.bufferLimit)
        var pictures: [SourceIdentity: UUID] = [:]
        var writing = 0.5...1.0
        if let known = reading?.take(origin) {
            buffer = known
            writing = 0...1
        } else if format.mayHavePictures {
            let rehearsal = try rehearse(0...0.3) { buffer.add($0) }
            buffer.report = rehearsal.report
            pictures = try storePictures(rehearsal.mapper.wantedPictures, 0.3...0.8)
            writing = 0.8...1
        } else {
            buffer.report = try read(0...0.5) { buffer.add($0) }
        }
        var report = LibraryImportReport()
        var newBooks: [NamedBook] = []
        let batch = try imports.library.importBatch(format: format.rawValue, name: source.name) {
            let mapper = try ImportMapper($0, imports, sourceName: source.name, pictures: pictures)
            try take(&buffer, into: mapper, writing)
            report = mapper.report
            newBooks = mapper.newBooks
            return try report.text
        }
        return LibraryImportOutcome(batch: batch, newBooks: newBooks, report: report)
    }

    /// The origin of a reading that can be kept: one file, without pictures, which are too large.
    private var origin: KeptReading.Origin? {
        guard !format.mayHavePictures, let version = source.version else { return nil }
        return KeptReading.Origin(version: version, name: source.name, format: format)
    }

    private func take(
        _ buffer: inout ItemBuffer,
        into mapper: ImportMapper,
        _ share: ClosedRange<Double>
    ) throws {
        guard buffer.isWhole else {
            return try mapper.finish(try read(share) { try mapper.take($0) })
        }
        let count = buffer.count
        var index = 0
        try buffer.drain { item in
            if index % Self.progressStep == 0 {
                if isCancelled() { throw ImportError.cancelled }
                let fraction = share.at(Double(index) / Double(count))
                progress(LibraryImportProgress(fraction: fraction, itemCount: index))
            }
            index += 1
            try mapper.take(item)
        }
        try mapper.finish(buffer.report)
    }

    private static let progressStep = 100

    private func rehearse(
        _ share: ClosedRange<Double>,
        _ body: @escaping (ImportedItem) -> Void
    ) throws -> (mapper: ImportMapper, report: ImportReport) {
        try imports.library.rehearseImport {
            let mapper = try ImportMapper($0, imports, sourceName: source.name)
            let report = try read(share) { item in
                body(item)
                try mapper.take(item)
            }
            try mapper.finish(report)
            return (mapper, report)
        }
    }

    /// - Parameter share: The part of the whole progress that this reading covers.
    private func read(
        _ share: ClosedRange<Double>,
        _ consume: @escaping (ImportedItem) throws -> Void
    ) throws -> ImportReport {
        var count = 0
        return try imports.importer.readNow(
            source,
            as: format,
            formerNames: formerNames,
            isCancelled: isCancelled,
            progress: {
                // In a folder, that would be the progress of one file.
                let fraction = source.isFolder ? nil : $0.fraction
                progress(
                    LibraryImportProgress(fraction: fraction.map(share.at), itemCount: count)
                )
            },
            consume: {
                count += 1
                try consume($0)
            }
        )
    }

    /// Decodes the pictures of new items, and adds them to the library. The library removes unused
    /// ones after some time.
    ///
    /// - Returns: The pictures by their subjects.
    private func storePictures(
        _ wanted: Set<SourceIdentity>,
        _ share: ClosedRange<Double>
    ) throws -> [SourceIdentity: UUID] {
        guard !wanted.isEmpty else { return [:] }
        var result: [SourceIdentity: UUID] = [:]
        _ = try read(share) { item in
            guard case .picture(let picture) = item, wanted.contains(picture.identity),
                let stored = imports.picture(picture)
            else { return }
            result[picture.subject] = try imports.library.addPicture(stored)
        }
        return result
    }
}

extension ClosedRange<Double> {
    /// The value at this fraction of the range; 0 is the start, 1 the end.
    fileprivate func at(_ fraction: Double) -> Double {
        lowerBound + fraction * (upperBound - lowerBound)
    }
}

extension ImportFormatName {
    fileprivate var mayHavePictures: Bool {
        switch self {
        case .seriesFile, .markdown, .epub, .calibreLibrary: true
        case .kindleClippings, .kindleNotebook, .kindleNotebookTable, .koreaderJSON,
            .koreaderSidecar, .kobo, .readwise, .goodreads, .storyGraph, .calibreTable, .bookTable:
            false
        }
    }
}
