import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The only question that the program asks: whether to forget everything but the library.
@MainActor
final class ForgetQuestion {
    let window: Window

    /// - Parameters:
    ///   - parent: the window's parent, with which it closes.
    ///   - forget: called when the user confirms.
    init(over parent: Window, forget: @escaping @MainActor () -> Void) {
        window = Window(transientFor: parent, isDialog: true)
        window.title = localized("Clear History and Drafts")
        window.defaultSize = (width: 480, height: 460)
        window.setTitlebar(HeaderBar())
        window.showAppearance(of: parent)
        let cancel = Button(localized("Cancel"), "pill")
        let confirm = Button(localized("Clear History"), "pill", "destructive-action")
        let content = Box(.vertical, spacing: 12).append(
            Label(localized("Clear history and drafts?"), "title-2").wrapping(),
            Self.list(
                localized("Will be erased:"),
                [
                    localized("open windows and their drafts"),
                    localized("closed windows, the previous session and the history"),
                    localized("window groups"),
                    localized("damaged files that were set aside"),
                    localized("cookies and caches of web pages, and crash reports"),
                ]
            ),
            Self.list(
                localized("Will be kept:"),
                [
                    localized("your notes, favorites, books and backups"),
                    localized("your preferences"),
                ]
            ),
            Box(.horizontal, spacing: 12).append(cancel, confirm).halign(.end).margin(top: 12)
        ).margin(18)
        window.setChild(ScrolledWindow(Clamp(content, maximumWidth: PageParts.measure)))
        cancel.onClicked { [weak self] in self?.window.destroy() }
        confirm.onClicked { [weak self] in
            self?.window.destroy()
            forget()
        }
        window.onKey(phase: .capture) { [weak self] key, _ in
            guard key == Key("Escape") else { return false }
            self?.window.destroy()
            return true
        }
        window.onMap { cancel.grabFocus() }
    }

    func present() { window.present() }

    private static func list(_ heading: String, _ lines: [String]) -> Widget {
        let rows = lines.map { line in
            Box(.horizontal, spacing: 6).append(Label("•").valign(.start), Label(line).wrapping())
        }
        return Box(.vertical, spacing: 3)
            .append(Label(heading, "heading").wrapping()).append(rows)
    }
}

extension WindowManager {
    /// Forgets the windows and everything stored outside the library, and opens a new window.
    ///
    /// The user has confirmed this. Notes that are still being saved reach the library.
    func forgetEverything() {
        completeRestoration()
        let old = windows
        let fresh = makeWindow(session.makeScene())
        fresh.present()
        prepareToClose(old)
        session.closeTogether(session.scenes.filter { $0 !== fresh.scene })
        removeWindows(old)
        turnedTo.forget()
        let forgetFiles = preferences?.places.forgetFiles
        Task {
            await closeOwnWindows()
            var problems: [any Error] = await session.forget(.everything)
            // The web pages that used them were closed with their windows.
            problems += await Task.detached { forgetFiles?() ?? [] }.value
            for problem in problems { Log.warn("\(problem)") }
            fresh.show(
                Toast(
                    text: problems.isEmpty
                        ? localized("History and drafts cleared")
                        : localized("Some items could not be removed; the rest was cleared")
                )
            )
        }
    }

    /// Closes the windows that this machine stored in its own folder beside another machine's. They
    /// are opened first: they may have notes that are still being saved.
    private func closeOwnWindows() async {
        guard let places = preferences?.places, !places.keepsOwnState else { return }
        let folder = places.ownStateDirectory
        do {
            let count = try await Task.detached {
                try RestorationSession.windowCount(in: folder)
            }.value
            guard count > 0 else { return }
            let scenes = try await session.adoptWindows(of: folder)
            await showWindows(of: scenes)
            let own = scenes.compactMap(window(of:))
            prepareToClose(own)
            session.closeTogether(scenes)
            removeWindows(own)
        } catch {
            Log.warn("\(error)")
        }
    }
}
