import Foundation

/// The outside world as the library sees it: files, time, fresh identifiers.
///
/// Tests replace it; the `StateRestorationTesting` product has the replacements.
public struct RestorationEnvironment: Sendable {
    /// Where state files live.
    public var fileSystem: FileSystem
    /// Dates, and delayed work.
    public var clock: RestorationClock
    /// Makes the identifier of a new window; must not repeat itself.
    public var makeIdentifier: @Sendable () -> String
    /// Told of mistakes in the calling program, such as two owners of one key.
    ///
    /// Stops debug builds; a test injects a recorder. The report gets a line in any case.
    public var programmingError: @Sendable (_ message: String) -> Void

    /// Makes an environment.
    public init(
        fileSystem: FileSystem,
        clock: RestorationClock,
        makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() },
        programmingError: @escaping @Sendable (String) -> Void = { assertionFailure($0) }
    ) {
        self.fileSystem = fileSystem
        self.clock = clock
        self.makeIdentifier = makeIdentifier
        self.programmingError = programmingError
    }

    /// The real disk, the real time.
    public static var live: RestorationEnvironment {
        RestorationEnvironment(fileSystem: .live, clock: .live)
    }
}
