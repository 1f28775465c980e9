import Foundation
import GTKBridge
import HawkNotesModel

/// The end of the program: everything is saved off the main thread, together, while the windows are
/// still there and the main loop still runs.
@MainActor
final class Quitting {
    /// After how many milliseconds it says what it waits for.
    private static let patience = 2000

    private let application: Application
    private let end: @MainActor () -> Void
    private var waitsForWindows = false
    private var waitsForLibrary = false
    private var window: FinishingWindow?
    private var timer: LoopSource?

    /// - Parameter end: called when all is saved, or cannot be.
    init(application: Application, end: @escaping @MainActor () -> Void) {
        self.application = application
        self.end = end
    }

    /// - Parameter startUp: what is still going on before there are windows.
    func begin(_ windows: WindowManager?, _ startUp: StartUp?, _ library: Library?) {
        waitsForWindows = true
        waitsForLibrary = library != nil
        windows?.finishDeleting()
        timer = MainLoop.after(milliseconds: Self.patience) { [weak self] in self?.explain() }
        Task {
            await windows?.save()
            await startUp?.abandon()
            self.waitsForWindows = false
            self.goOn()
        }
        // Behind what is still being saved and deleted.
        library?.perform {
            try $0.close()
        } completion: { result in
            if case .failure(let error) = result { Log.warn("\(error)") }
            self.waitsForLibrary = false
            self.goOn()
        }
    }

    private func goOn() {
        guard !waitsForWindows, !waitsForLibrary else {
            window?.show(reasons)
            return
        }
        timer?.cancel()
        window?.close()
        end()
    }

    private func explain() {
        let window = FinishingWindow(application: application)
        self.window = window
        window.show(reasons)
        window.present()
    }

    private var reasons: [String] {
        var reasons: [String] = []
        if waitsForWindows { reasons.append(localized("your windows and drafts")) }
        if waitsForLibrary { reasons.append(localized("your notes")) }
        return reasons
    }
}
