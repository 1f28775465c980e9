import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// External requests, with windows open or still to be opened.

extension WindowManager {
    /// Performs a request. Quitting is up to the application.
    func perform(_ request: ProgramRequest) {
        switch request {
        case .activate: activate()
        case .open(let addresses, let isPrivate):
            for address in addresses { open(address: address, isPrivate: isPrivate) }
        case .newWindow: openNewWindow()
        case .newPrivateWindow: openNewPrivateWindow()
        case .newNote: restore { [self] in presentFrontWindow().writeNote() }
        case .search(let text, let isPrivate):
            restore { [self] in search(for: text, isPrivate: isPrivate) }
        case .openWorkspace(let name): restore { [self] in openWorkspace(named: name) }
        case .quit: quit()
        }
    }

    /// Raises the last active window; opens a new one if there is none.
    ///
    /// - Parameter isPrivate: whether the window must be private; nil where that does not matter.
    func presentFrontWindow(isPrivate: Bool? = nil) -> MainWindow {
        let isFitting = isPrivate == nil || frontWindow?.scene.isPrivate == isPrivate
        let window =
            (isFitting ? frontWindow : nil)
            ?? openWindow(showing: nil, isPrivate: isPrivate ?? false)
        window.present()
        return window
    }

    private func openWorkspace(named name: String) {
        let all = workspaces.all
        let found =
            all.first { $0.name == name }
            ?? all.first { $0.name.compare(name, options: .caseInsensitive) == .orderedSame }
        guard let found else {
            presentFrontWindow().show(RequestText.noWorkspace(name))
            return
        }
        workspaces.open(found.id, instead: false)
        // Its windows appear when their series are loaded; without any the program ends.
        if windows.isEmpty { openNewWindow() }
    }

    /// Opens the window in a file, or shows what can be imported from it.
    func openFile(at path: String, isPrivate: Bool) {
        let url = URL(fileURLWithPath: path)
        if url.pathExtension == WindowFile.fileExtension {
            return openWindowFile(at: url, isPrivate: isPrivate)
        }
        presentFrontWindow(isPrivate: isPrivate).importFile(at: path)
    }

    /// The activity of the active window; nil without one, or for a private one.
    var currentActivity: UserActivity? {
        windows.first { $0.window.isActive }?.activity.make()
    }

    /// The windows as other processes may see them: titles as in lists, and nothing private.
    var status: ProgramStatus {
        let front = frontWindow
        let others = windows.reversed().filter { $0 !== front }
        let open = (front.map { [$0] } ?? []) + others
        let titles = open.map { window in
            window.scene.isPrivate ? RequestText.privateWindow : window.window.title
        }
        let late = lateWindows.scenes.map { context.series.readable(title: $0.title) }
        return ProgramStatus(
            windows: titles + late,
            workspaces: workspaces.all.map(\.name)
        )
    }
}

extension MainWindow {
    /// Focuses the field for a new note: on the current page, otherwise on a book's.
    func writeNote() {
        if page.notes == nil || search.isShown || shelf.isShown {
            let tabs = Place.tabs(in: series)
            let book = [tab] + tabs
            guard let last = book.first(where: { NoteSubject($0) != nil }) else {
                return show(localized("There is no book to write a note on yet."))
            }
            select(last, animated: false)
        }
        page.notes?.composer.field.grabFocus()
    }
}

extension UserActivity {
    /// The activity as other programs read it on the session bus.
    var busValues: [String: BusValue] {
        var values: [String: BusValue] = [
            "type": .string(activityType), "title": .string(title),
            "link": .string(targetContentIdentifier ?? ""),
            "activity": .string((try? encodedString) ?? ""),
        ]
        if let webpageURL { values["web-page"] = .string(webpageURL.absoluteString) }
        return values
    }
}

/// The answers to other processes.
enum RequestText {
    static var notRunning: String { localized("Hawk Notes is not running.") }

    static var privateWindow: String { localized("Private window") }

    static func noWorkspace(_ name: String) -> String {
        localized("There is no window group called “%1”.", PlaceText.shortened(name))
    }

    static func sentence(_ error: RequestError) -> String {
        switch error {
        case .tooLong: localized("The text is too long to send.")
        case .unknown:
            localized("Another version of Hawk Notes sent an unknown request.")
        }
    }
}
