import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Brings files and folders into a library: those of other programs, and our own.
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
/// All of a source is imported in one transaction, or nothing. What was imported once is known, also when
/// the reader has changed or deleted it since; the same book from several sources is one book. Notes become
/// what their source says now, as far as the reader has not changed them; nothing else that is in the
/// library is replaced.
///
/// Works on threads of its own, and ends soon after its task is cancelled.
public struct LibraryImport: Sendable {
    /// Checks and scales a picture of a stranger's; nil for one that is none. Called on any thread.
    public typealias PictureDecoder = @Sendable (ImportedPicture) -> StoredPicture?

    let library: Library
    let importer: Importer
    let words: ImportedPlaceWords
    let moment: @Sendable (_ clock: Double) -> Double
    let picture: PictureDecoder
    /// About how many bytes of what was read are kept for the transaction: enough for a hundred thousand
    /// highlights. A larger source is read a second time within the transaction, which blocks other saves.
    var bufferLimit = 160 << 20
    /// Tells whether a file was last changed long enough ago for the next change to be seen.
    var now: @Sendable () -> Date = { Date() }

    /// Imports into a library.
    ///
    /// - Parameters:
    ///   - importLibrary: opened when a format first needs it.
    ///   - words: how places are written.
    ///   - moment: when the clock of a reading device shows a time, both in seconds since 1970, the time as
    ///     if the clock were in Greenwich.
    ///   - picture: decodes covers and portraits.
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
            formats: [SeriesFileFormat()] + Importer.formats
        )
        self.words = words
        self.moment = moment
        self.picture = picture
    }

    /// Looks through everything without writing, and tells what an import would do.
    ///
    /// - Parameters:
    ///   - format: how to read it; nil for what it most likely is.
    ///   - reading: gets what was read, for the import.
    ///   - progress: called now and then on another thread.
    /// - Throws: `ImportError`, also `.needsPackages` with the packages that are missing;
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
    ///   - format: how to read it; nil for what it most likely is.
    ///   - reading: what the preview has read; the file is read again if it has changed since.
    ///   - progress: called now and then on another thread.
    /// - Throws: as ``preview(_:as:keeping:progress:)``; the library is then as it was.
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
    /// It is nothing that can be imported.
    case unknownFormat
    /// It is a kind of file that is known, and not read.
    case otherFile(OtherFile)
}

/// How the parts of a place are written; the words are the reader's language's.
public struct ImportedPlaceWords: Sendable {
    /// A page: "p. 87".
    public var page: @Sendable (String) -> String = { "p. \($0)" }
    /// A reading device's own count: "loc. 1024".
    public var location: @Sendable (String) -> String = { "loc. \($0)" }

    /// In English.
    public init() {}

    /// As the caller writes them.
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
        // The transaction has wrapped what ended it.
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
    /// What folders were called that earlier versions have imported.
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

    /// Reads everything before the transaction, which keeps others from saving as long as it lasts.
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

    /// What a reading can be kept of: one file, without pictures, which are too large to be kept.
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

    /// - Parameter share: where the progress of the whole begins and ends meanwhile.
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
                // In a folder, that would be the share of one file.
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

    /// Decodes the pictures of what is new, and puts them into the library. Those that nothing shows in
    /// the end are dropped by the library after some time.
    ///
    /// - Returns: pictures by what they show.
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
    /// What lies so far between both ends; 0 is the beginning, 1 the end.
    fileprivate func at(_ fraction: Double) -> Double {
        lowerBound + fraction * (upperBound - lowerBound)
    }
}

extension ImportFormatName {
    fileprivate var mayHavePictures: Bool {
        switch self {
        case .seriesFile, .markdown, .epub, .calibreLibrary: true
        case .kindleClippings, .koreaderJSON, .koreaderSidecar, .readwise, .goodreads,
            .storyGraph, .calibreTable, .bookTable:
            false
        }
    }
}
