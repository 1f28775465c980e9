import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The application when it cannot start: says why, in a window if there is a display.
@MainActor
public final class ProblemApplication {
    private let application: Application
    private let problem: Problem
    private var window: ProblemWindow?

    /// Why the application cannot start.
    public enum Problem: Sendable {
        /// For a reason, in a sentence for the user.
        case cannotStart(String)
        /// The program's windows are on another display of the same user.
        case runsElsewhere
    }

    /// - Parameter dataDirectory: the folder with the style sheet and the icons, if known.
    public init(_ problem: Problem, dataDirectory: URL?) {
        self.problem = problem
        let isElsewhere = if case .runsElsewhere = problem { true } else { false }
        application = Application(
            identifier: ApplicationConfiguration.applicationIdentifier,
            isUnique: !isElsewhere
        )
        application.onStartup { [weak self] in self?.start(dataDirectory) }
        application.onActivate { [weak self] in self?.window?.present() }
    }

    /// Shows the window until it is closed. If the program is running already, raises it instead.
    ///
    /// - Returns: the exit status.
    public func run() -> Int32 {
        Log.warn(terminalText)
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
        switch problem {
        case .cannotStart(let reason):
            window = ProblemWindow(application: application, reason: reason)
        case .runsElsewhere:
            window = ProblemWindow(runningElsewhere: application)
        }
    }

    private var terminalText: String {
        switch problem {
        case .cannotStart(let reason): reason
        case .runsElsewhere:
            "\(ElsewhereText.heading). \(ElsewhereText.advice) \(ElsewhereText.command)"
        }
    }
}

/// The texts for a program that runs on another display.
@MainActor
enum ElsewhereText {
    static var heading: String { localized("Hawk Notes is open on another display") }

    static var advice: String {
        // Translators: a command follows.
        localized("To open it here, quit it there, or run this command:")
    }

    static let command = "hawk-notes --quit"
}
