import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The program's command-line options and the requests that they stand for.
struct ProgramOptions: Equatable {
    /// The options' names on the command line.
    enum Name {
        static let newWindow = "new-window"
        static let newNote = "new-note"
        static let isPrivate = "private"
        static let search = "search"
        static let workspace = "workspace"
        static let fresh = "fresh"
        static let listWindows = "list-windows"
        static let quit = "quit"
        static let version = "version"
    }

    /// The requests, in order; may be empty.
    var requests: [ProgramRequest] = []
    var printsVersion = false
    var listsWindows = false
    /// Whether nothing is restored.
    var isFresh = false
    /// Whether the session has started the program after a login.
    var isAfterLogin = false

    /// Whether there is nothing to do if the program is not running.
    var needsRunningProgram: Bool { listsWindows || requests == [.quit] }
}

extension ProgramOptions {
    /// Parses the options. Contradictory ones are performed one after another, but *quit* excludes
    /// all others.
    init(_ given: GivenOptions) {
        printsVersion = given.contains(Name.version)
        listsWindows = given.contains(Name.listWindows)
        isFresh = given.contains(Name.fresh)
        isAfterLogin = given.contains(AfterLoginOption.name)
        if given.contains(Name.quit) {
            requests = [.quit]
            return
        }
        let isPrivate = given.contains(Name.isPrivate)
        if let name = given.value(of: Name.workspace) { requests.append(.openWorkspace(name)) }
        if given.contains(Name.newWindow) {
            requests.append(isPrivate ? .newPrivateWindow : .newWindow)
        }
        if !given.addresses.isEmpty {
            requests.append(.open(given.addresses, isPrivate: isPrivate))
        }
        if let text = given.value(of: Name.search) {
            requests.append(.search(text, isPrivate: isPrivate))
        }
        if given.contains(Name.newNote) { requests.append(.newNote) }
        if isPrivate, given.addresses.isEmpty, !given.contains(Name.search),
            !given.contains(Name.newWindow)
        {
            requests.insert(.newPrivateWindow, at: 0)
        }
    }

    /// Registers the options with an application, in the order of the help text.
    @MainActor
    static func declare(on application: Application) {
        application.setHelp(
            parameters: localized("[LINK or FILE…]"),
            summary: localized(
                "Notes on the books you read. Opens hawknotes:// links and imports files."
            )
        )
        application.takeAddresses()
        application.addOption(
            Name.newWindow,
            short: "w",
            description: localized("Open a new window")
        )
        application.addOption(
            Name.isPrivate,
            short: "p",
            description: localized("Open a private window")
        )
        application.addOption(
            Name.newNote,
            short: "n",
            description: localized("Write a note on the last used page")
        )
        application.addOption(
            Name.search,
            short: "s",
            // Translators: stands for what is searched for, in the list of options.
            value: localized("TEXT"),
            description: localized("Search the library")
        )
        application.addOption(
            Name.workspace,
            // Translators: stands for a group's name, in the list of options.
            value: localized("NAME"),
            description: localized("Open a window group")
        )
        application.addOption(
            Name.fresh,
            description: localized("Open without restoring windows; nothing is lost")
        )
        application.addOption(
            Name.listWindows,
            short: "l",
            description: localized("Print the titles of the open windows and exit")
        )
        application.addOption(
            Name.quit,
            description: localized("Save everything and quit the running program")
        )
        application.addOption(
            AfterLoginOption.name,
            description: localized(
                "Open in the background, if it was open when the last session ended"
            )
        )
        application.addOption(
            Name.version,
            short: "v",
            description: localized("Print the version and exit")
        )
    }
}
