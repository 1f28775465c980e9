import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The windows that come back behind the front one: one after another, while nothing else is to be done,
/// so that typing in the front one does not wait for them.
///
/// They are made from the front to the back, each right behind the one before, and so come to lie as they
/// did.
@MainActor
final class LateWindows {
    /// How long no key must have been pressed before a window is made.
    private static let pause: Duration = .milliseconds(150)
    /// For how many such pauses keys can put a window off: they are to come in the end.
    private static let mostPauses = 6

    /// Those that are still to come, front first.
    private(set) var scenes: [RestorationScene] = [] {
        didSet {
            if scenes.isEmpty != oldValue.isEmpty { onChange(!scenes.isEmpty) }
        }
    }

    private let onChange: @MainActor (Bool) -> Void
    private let make: @MainActor (RestorationScene) -> Void
    private let finish: @MainActor () -> Void
    private var progress = Progress.notBegun
    private var hadInput = false
    private var pauses = 0

    /// Whether windows are made, and when the next one is.
    private enum Progress {
        /// The front window cannot be used yet.
        case notBegun
        /// `next` is nil while a window is being made, and when none is left.
        case making(next: LoopSource?)
        /// - hasBegun: whether windows are made after `resume()`.
        case paused(hasBegun: Bool)
    }

    /// - Parameters:
    ///   - onChange: told whether any are still to come, when that changes.
    ///   - make: makes the window of a scene and shows it.
    ///   - finish: called when the last one has come.
    init(
        onChange: @escaping @MainActor (Bool) -> Void,
        make: @escaping @MainActor (RestorationScene) -> Void,
        finish: @escaping @MainActor () -> Void
    ) {
        self.onChange = onChange
        self.make = make
        self.finish = finish
    }

    /// Takes windows that are to come later.
    func add(_ scenes: [RestorationScene]) { self.scenes += scenes }

    /// Begins to make them; called when the front window can be used.
    func begin() {
        switch progress {
        case .notBegun: progress = .making(next: nil)
        case .paused: progress = .paused(hasBegun: true)
        case .making: break
        }
        schedule()
    }

    /// Makes none until `resume()`.
    func pause() {
        switch progress {
        case .notBegun: progress = .paused(hasBegun: false)
        case .making(let next):
            next?.cancel()
            progress = .paused(hasBegun: true)
        case .paused: break
        }
    }

    /// Goes on after `pause()`.
    func resume() {
        if case .paused(let hasBegun) = progress {
            progress = hasBegun ? .making(next: nil) : .notBegun
        }
        schedule()
    }

    /// Lets keys that are pressed in a window go first.
    func watch(_ window: Window) {
        guard !scenes.isEmpty else { return }
        window.onKey(phase: .capture) { [weak self] _, _ in
            self?.hadInput = true
            return false
        }
    }

    /// Makes the one that the condition holds for, if there is one.
    func makeNow(where isWanted: (RestorationScene) -> Bool) {
        if let index = scenes.firstIndex(where: isWanted) { makeWindow(at: index) }
    }

    /// Makes the next one, if there is one.
    func makeNext() {
        if !scenes.isEmpty { makeWindow(at: 0) }
    }

    private func makeWindow(at index: Int) {
        make(scenes.remove(at: index))
        // When it has been drawn as well.
        if scenes.isEmpty { MainLoop.whenIdle { [weak self] in self?.finish() } }
    }

    private func schedule() {
        guard case .making(nil) = progress, !scenes.isEmpty else { return }
        progress = .making(next: MainLoop.whenIdle { [weak self] in self?.whenIdle() })
    }

    private func whenIdle() {
        guard case .making = progress else { return }
        progress = .making(next: nil)
        if hadInput, pauses < Self.mostPauses {
            hadInput = false
            pauses += 1
            progress = .making(
                next: MainLoop.after(Self.pause) { [weak self] in self?.whenIdle() }
            )
            return
        }
        pauses = 0
        makeNext()
        schedule()
    }
}

extension MainWindow {
    /// Shows windows from the back to the front; on Wayland each when the one before is on the screen: a
    /// compositor lays them in the order in which they have been drawn.
    ///
    /// - Parameter finish: called when the last one is there.
    static func presentInTurn(
        _ windows: ArraySlice<MainWindow>,
        then finish: @escaping @MainActor () -> Void = {}
    ) {
        guard let first = windows.first else { return finish() }
        var others: ArraySlice<MainWindow>? = windows.dropFirst()
        let goOn: @MainActor () -> Void = {
            guard let rest = others else { return }
            others = nil
            presentInTurn(rest, then: finish)
        }
        guard !first.isClosed else { return goOn() }
        let isThere = Desktop.opensWindowsInBackground || first.window.isMapped
        if !isThere { first.window.onFirstFrameDrawn(goOn) }
        if first.window.isMapped { first.present() } else { first.comeUp() }
        if isThere { return goOn() }
        MainLoop.after(Window.drawingTimeout, goOn)
    }
}
