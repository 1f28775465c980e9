import Foundation
import HawkNotesModel
import Phrases
import Synchronization

/// Opens the library off the main thread: a migration with its copy may take long, and a slow disk
/// forever.
///
/// While there is no window, waiting blocks nothing: so nearly every start has its library before
/// the first iteration of the main loop. Only a longer one shows a window.
@MainActor
package final class LibraryLoader {
    /// An open library.
    package struct Loaded: Sendable {
        package var library: Library
        package var series: Series
        package var formerSeries: FormerSeries
        /// The error of the sample series; the library's earlier version is used then.
        package var seriesProblem: (any Error)?
    }

    /// Why the library could not be opened.
    package struct Problem: Error {
        /// The damage, if that is the reason: then it can be recovered.
        package var damage: LibraryDamage?
        /// The error that was thrown.
        package var error: any Error
    }

    /// How long the start waits for the library before it shows a window with the progress.
    private static let progressDelay: Duration = .seconds(1)

    /// The library to open.
    package enum Source: Sendable {
        /// The library itself.
        ///
        /// - isExpected: whether there are files of an earlier run.
        /// - leases: knows how long another machine has been silent; nil if that was not checked.
        case library(isExpected: Bool, leases: LeaseWatch?)
        /// A copy of it, in this folder, while another machine has it open.
        case copy(heldBy: String, in: URL)
    }

    private let configuration: ApplicationConfiguration
    private let source: Source
    private let result = LoadingResult()
    private var completion: (@MainActor (Result<Loaded, Problem>) -> Void)?

    package init(_ configuration: ApplicationConfiguration, _ source: Source) {
        self.configuration = configuration
        self.source = source
    }

    /// Opens the library and calls back with it: before this returns, or later.
    ///
    /// - Parameters:
    ///   - onProgress: called with the progress, from 0 to 1.
    /// - Returns: whether it takes longer.
    package func load(
        onProgress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<Loaded, Problem>) -> Void
    ) -> Bool {
        self.completion = completion
        let (configuration, source) = (configuration, source)
        let result = result
        DispatchQueue.global(qos: .userInitiated).async {
            result.setValue(
                Self.open(configuration, source) { fraction in
                    DispatchQueue.main.async { MainActor.assumeIsolated { onProgress(fraction) } }
                }
            )
            // Not weak: the waiting caller may have released the loader.
            DispatchQueue.main.async { MainActor.assumeIsolated { self.finish() } }
        }
        if result.wait(Self.progressDelay) { finish() }
        return self.completion != nil
    }

    private func finish() {
        guard let completion, let result = result.value else { return }
        self.completion = nil
        completion(result)
    }

    private nonisolated static func open(
        _ configuration: ApplicationConfiguration,
        _ source: Source,
        progress: @escaping @Sendable (Double) -> Void
    ) -> Result<Loaded, Problem> {
        do {
            var problem: (any Error)?
            let library: Library
            switch source {
            case .library(let isExpected, let leases):
                library = try Library.open(
                    at: configuration.libraryFile,
                    isExpected: isExpected,
                    environment: configuration.libraryEnvironment,
                    leases: leases,
                    progress: progress
                )
                problem = importSeries(configuration.seriesFile, into: library)
            case .copy(let host, let folder):
                library = try Library.openCopy(
                    of: configuration.libraryFile,
                    heldBy: host,
                    in: folder,
                    environment: configuration.libraryEnvironment,
                    prepare: { problem = importSeries(configuration.seriesFile, into: $0) },
                    progress: progress
                )
            }
            do {
                // A user may have deleted all series; a library that never had one is a problem.
                let series = try problem == nil ? library.firstSeries() : library.series()
                return .success(
                    Loaded(
                        library: library,
                        series: series,
                        formerSeries: try library.formerSeries(),
                        seriesProblem: problem
                    )
                )
            } catch {
                // Without a series in the library, the error of the file is the real reason.
                return .failure(Problem(error: problem ?? error))
            }
        } catch {
            let damage = (error as? LibraryError)?.damage
            return .failure(Problem(damage: damage, error: error))
        }
    }

    /// Imports the sample series. If its file is bad, the library's earlier version is used.
    private nonisolated static func importSeries(_ file: URL, into library: Library)
        -> (any Error)?
    {
        do {
            try library.importSeries(from: file)
            return nil
        } catch {
            Log.warn("\(file.path): \(error)")
            return error
        }
    }
}

/// The result of loading, passed from one thread to another.
private final class LoadingResult: Sendable {
    private let stored = Mutex<Result<LibraryLoader.Loaded, LibraryLoader.Problem>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    var value: Result<LibraryLoader.Loaded, LibraryLoader.Problem>? { stored.withLock { $0 } }

    func setValue(_ value: Result<LibraryLoader.Loaded, LibraryLoader.Problem>) {
        stored.withLock { $0 = value }
        semaphore.signal()
    }

    func wait(_ time: Duration) -> Bool {
        semaphore.wait(timeout: .now() + time / .seconds(1)) == .success
    }
}
