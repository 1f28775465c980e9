import Foundation
import HawkNotesModel
import Phrases
import Synchronization

/// Opens the library off the main thread: a migration with its copy may take long, and a slow disk
/// anything.
///
/// As long as there is no window, nothing is held up by waiting: so nearly every start has its
/// library before the first turn of the main loop. Only one that takes longer shows a window.
@MainActor
package final class LibraryLoader {
    /// A library that is open.
    package struct Loaded: Sendable {
        package var library: Library
        package var series: Series
        package var formerSeries: FormerSeries
        /// What is wrong with the bundled series; the one that the library has goes on then.
        package var seriesProblem: (any Error)?
    }

    /// Why it could not be opened.
    package struct Problem: Error {
        /// What is damaged, if that is the reason: then something can be done about it.
        package var damage: LibraryDamage?
        /// What was thrown.
        package var error: any Error
    }

    /// How long the start waits for the library before it shows a window that says so.
    private static let progressDelay: Duration = .seconds(1)

    /// What is to be opened.
    package enum Source: Sendable {
        /// The library.
        ///
        /// - isExpected: whether there is something of an earlier run.
        /// - leases: knows for how long another machine has been silent; nil where that was not looked at.
        case library(isExpected: Bool, leases: LeaseWatch?)
        /// A copy of it, in this folder, as another machine has it open.
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

    /// Opens the library and tells it: before this returns, or later.
    ///
    /// - Parameters:
    ///   - onProgress: told how far it has come, from 0 to 1.
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
            // Not weak: the caller that waits for the answer may have released the loader.
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
                // A reader may have deleted all series; a library that never had one has a problem.
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
                // Without a series in the library, what is wrong with the file is the real reason.
                return .failure(Problem(error: problem ?? error))
            }
        } catch {
            let damage = (error as? LibraryError)?.damage
            return .failure(Problem(damage: damage, error: error))
        }
    }

    /// Takes over the bundled series. When its file is bad, the one that the library has already
    /// goes on.
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

/// What loading came to, handed from one thread to another.
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
