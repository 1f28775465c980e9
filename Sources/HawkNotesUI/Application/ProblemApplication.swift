import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The application when it cannot even start: says why, in a window if there is a display.
@MainActor
public final class ProblemApplication {
    private let application: Application
    private let reason: String
    private var window: ProblemWindow?

    /// - Parameters:
    ///   - reason: the problem, in a sentence for the user.
    ///   - dataDirectory: the folder with the style sheet and the icons, if known.
    public init(reason: String, dataDirectory: URL?) {
        self.reason = reason
        application = Application(identifier: ApplicationConfiguration.applicationIdentifier)
        application.onStartup { [weak self] in self?.start(dataDirectory) }
        application.onActivate { [weak self] in self?.window?.present() }
    }

    /// Shows the window until it is closed. If the program is running already, raises it instead.
    ///
    /// - Returns: the exit status.
    public func run() -> Int32 {
        Log.warn(reason)
        guard Desktop.connectToDisplay() else { return 1 }
        let status = application.run(arguments: ["hawk-notes"])
        return window == nil ? status : 1
    }

    private func start(_ dataDirectory: URL?) {
        if let dataDirectory {
            Style.addIcons(path: dataDirectory.appendingPathComponent("icons").path)
            Style.load(path: dataDirectory.appendingPathComponent("style.css").path) {
                Log.warn($0)
            }
        }
        application.add(Action(.quit) { [weak self] in self?.application.quit() })
        application.setKeys(Command.quit.entry.accelerators, for: Command.quit.rawValue)
        window = ProblemWindow(application: application, reason: reason)
    }
}
