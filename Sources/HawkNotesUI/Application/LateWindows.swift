import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The windows behind the front one, which are restored one by one while the program is idle, so
/// that typing in the front window does not wait for them.
///
/// They are made from front to back, each directly behind the one before, and so get their former
/// stacking order.
@MainActor
final class LateWindows {
    /// How long no key must have been pressed before a window is made.
    private static let pause: Duration = .milliseconds(150)
    /// The maximum number of such pauses by which keys can delay a window.
    private static let mostPauses = 6

    /// The remaining windows, front first.
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

    /// Whether windows are being made, and when the next one is due.
    private enum Progress {
        /// The front window is not usable yet.
        case notBegun
        /// `next` is nil while a window is being made, and when none is left.
        case making(next: LoopSource?)
        /// - hasBegun: whether windows are made after `resume()`.
        case paused(hasBegun: Bool)
    }

    /// - Parameters:
    ///   - onChange: called with whether any windows remain, when that changes.
    ///   - make: makes the window of a scene and shows it.
    ///   - finish: called after the last one.
    init(
        onChange: @escaping @MainActor (Bool) -> Void,
        make: @escaping @MainActor (RestorationScene) -> Void,
        finish: @escaping @MainActor () -> Void
    ) {
        self.onChange = onChange
        self.make = make
        self.finish = finish
    }

    /// Adds windows to make later.
    func add(_ scenes: [RestorationScene]) { self.scenes += scenes }

    /// Starts making windows; called when the front window is usable.
    func begin() {
        switch progress {
        case .notBegun: progress = .making(next: nil)
        case .paused: progress = .paused(hasBegun: true)
        case .making: break
        }
        schedule()
    }

    /// Makes no windows until `resume()`.
    func pause() {
        switch progress {
        case .notBegun: progress = .paused(hasBegun: false)
        case .making(let next):
            next?.cancel()
            progress = .paused(hasBegun: true)
        case .paused: break
        }
    }

    /// Continues after `pause()`.
    func resume() {
        if case .paused(let hasBegun) = progress {
            progress = hasBegun ? .making(next: nil) : .notBegun
        }
        schedule()
    }

    /// Gives keys pressed in a window precedence.
    func watch(_ window: Window) {
        guard !scenes.isEmpty else { return }
        window.onKey(phase: .capture) { [weak self] _, _ in
            self?.hadInput = true
            return false
        }
    }

    /// Makes the first remaining window that fulfils the condition, if any.
    func makeNow(where isWanted: (RestorationScene) -> Bool) {
        if let index = scenes.firstIndex(where: isWanted) { makeWindow(at: index) }
    }

    /// Makes the next window, if any.
    func makeNext() {
        if !scenes.isEmpty { makeWindow(at: 0) }
    }

    private func makeWindow(at index: Int) {
        make(scenes.remove(at: index))
        // After the window has been drawn as well.
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
    /// Shows windows from back to front; on Wayland, waits until each is on screen: a compositor
    /// stacks windows in the order in which they were drawn.
    ///
    /// - Parameter finish: called after the last one.
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
