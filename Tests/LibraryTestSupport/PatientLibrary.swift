import Foundation
import HawkNotesModel

extension LibraryEnvironment {
    /// One whose first values come before the call returns, also while other things keep the machine.
    public static let patient: LibraryEnvironment = {
        var environment = LibraryEnvironment.live
        environment.readingPatience = 60
        return environment
    }()

    /// One that reads nothing until the gate is opened, and waits for no reading.
    public static func held(by gate: ReadingGate) -> LibraryEnvironment { live.held(by: gate) }
}
