import Foundation
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import Phrases

/// The imports of the program. They run off the main thread and end with the program.
@MainActor
package final class Imports {
    private let library: Library
    private let make: @Sendable () -> LibraryImport
    private var running: [UUID: @MainActor () -> Void] = [:]

    /// - Parameters:
    ///   - libraries: possible locations of the library for archives, XML and tables, the most
    ///     likely first.
    ///   - picture: decodes covers and portraits.
    package init(
        into library: Library,
        with libraries: [URL],
        picture: @escaping LibraryImport.PictureDecoder
    ) {
        self.library = library
        let importLibrary = ImportLibrary(paths: libraries.map(\.path))
        let page = Self.form(localized("p. %1", "\u{1}"))
        let location = Self.form(localized("loc. %1", "\u{1}"))
        make = {
            LibraryImport(
                into: library,
                with: importLibrary,
                words: ImportedPlaceWords(page: page, location: location),
                moment: { Phrases.LocalTime.here.moment(ofClock: $0) },
                picture: picture
            )
        }
    }

    /// Inserts numbers into a text; finding the placeholder each time would take longer, and a file
    /// may have very many places.
    private static func form(_ text: String) -> @Sendable (String) -> String {
        let parts = text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(
            String.init
        )
        return { parts.joined(separator: $0) }
    }

    /// Previews an import.
    ///
    /// - Parameter reading: receives the data for the import.
    package func preview(
        _ path: String,
        as format: ImportFormatName?,
        keeping reading: KeptReading,
        progress: @escaping @MainActor @Sendable (LibraryImportProgress) -> Void
    ) async throws -> LibraryImportPreview {
        let make = make
        return try await perform {
            let source = try ImportSource(path: path)
            return try await make().preview(source, as: format, keeping: reading) { told in
                DispatchQueue.main.async { MainActor.assumeIsolated { progress(told) } }
            }
        }
    }

    /// Imports a file or folder.
    ///
    /// - Parameter reading: the data of the preview.
    package func run(
        _ path: String,
        as format: ImportFormatName?,
        reusing reading: KeptReading?,
        progress: @escaping @MainActor @Sendable (LibraryImportProgress) -> Void
    ) async throws -> LibraryImportOutcome {
        let make = make
        return try await perform {
            let source = try ImportSource(path: path)
            return try await make().run(source, as: format, reusing: reading) { told in
                DispatchQueue.main.async { MainActor.assumeIsolated { progress(told) } }
            }
        }
    }

    /// An earlier import.
    package struct Past: Sendable {
        package let batch: ImportBatch
        /// The number of values that a merge did not take.
        package let lossCount: Int
    }

    /// The earlier imports, latest first.
    ///
    /// - Parameter limit: the maximum number to read.
    package func past(limit: Int) async throws -> [Past] {
        let library = library
        return try await Task.detached {
            let batches = try library.importBatches().prefix(limit)
            let merges = batches.filter { $0.format == LibraryMerge.format && $0.undoneAt == nil }
            let counts = try library.mergeLossCounts(of: merges.map(\.id))
            return batches.map { Past(batch: $0, lossCount: counts[$0.id] ?? 0) }
        }.value
    }

    /// Undoes an import.
    package func undo(
        _ batch: ImportBatch.ID,
        completion: @escaping @MainActor @Sendable (Result<UndoneImport, LibraryError>) -> Void
    ) {
        library.perform {
            try $0.undoImport(batch)
        } completion: {
            completion($0)
        }
    }

    /// Cancels running imports when the program ends; the library is unchanged.
    package func cancelAll() { for cancel in running.values { cancel() } }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let id = UUID()
        let task = Task.detached(operation: body)
        running[id] = { task.cancel() }
        defer { running[id] = nil }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
