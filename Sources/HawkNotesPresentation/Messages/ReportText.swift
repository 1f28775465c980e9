import Phrases
import StateRestoration

/// The problems of a restoration, in words for the user; files are named in the log.
package enum ReportText {
    /// The entries about parts that were not restored completely. Parts that the user left out are
    /// no problem.
    package static func problems(of report: RestorationReport) -> [RestorationReport.Entry] {
        report.entries.filter {
            ($0.outcome == .notRestored || $0.outcome == .partial) && $0.code != .notChosen
        }
    }

    /// Whether an entry of this kind is about a value in a window, not about the window.
    package static func isAboutValue(_ code: RestorationReport.Entry.Code) -> Bool {
        switch code {
        case .otherType, .unknownValue, .pathCut, .noFactory, .factoryFailed: true
        case .restored, .damagedFile, .unreadableFile, .olderCopy, .missingFile, .otherWindow,
            .tooNew, .refused, .failed, .notOpened, .notChosen, .restorableFailed, .claimedTwice,
            .editDidNotFit, .manySmallValues, .indexLost, .foundLater, .unreadableFolder,
            .markerFailed, .historyFailed, .setAside, .limitedFileSystem, .application:
            false
        }
    }

    /// Says what was restored.
    package static func recovered(windows: Int, drafts: Int) -> String {
        guard drafts > 0 else {
            return localized(
                "Your window is back.",
                plural: "Your %1 windows are back.",
                count: windows
            )
        }
        // Translators: %2 is a number of drafts, such as “3 drafts”.
        return localized(
            "Your window and %2 are back.",
            plural: "Your %1 windows and %2 are back.",
            count: windows,
            localized("%1 draft", plural: "%1 drafts", count: drafts)
        )
    }

    /// Which part of a window was not restored, and what happened to it: for a list in which the
    /// window's title is beside it.
    package static func explanation(_ entry: RestorationReport.Entry) -> String {
        switch entry.code {
        case .pathCut:
            localized("An open page no longer exists. The previous one is shown.")
        case .otherType, .unknownValue:
            localized(
                "Some data is in a format that this version of Hawk Notes does not know. It is kept unchanged."
            )
        case .noFactory, .factoryFailed:
            localized("An open dialog could not be restored. Its contents are kept.")
        case .damagedFile, .unreadableFile, .olderCopy, .missingFile, .tooNew, .refused, .failed,
            .notOpened, .notChosen, .otherWindow, .foundLater, .restorableFailed, .claimedTwice,
            .editDidNotFit, .manySmallValues, .restored, .indexLost, .unreadableFolder,
            .markerFailed, .historyFailed, .setAside, .limitedFileSystem, .application:
            what(entry)
        }
    }

    /// All details of an entry, with names of files.
    ///
    /// - Parameter readable: replaces spoilers in a title.
    @MainActor
    package static func details(
        _ entry: RestorationReport.Entry,
        readable: WindowText.Readable = { $0 }
    ) -> String {
        let subject = readable(entry.subject)
        var lines = ["\(entry.outcome.rawValue) \(entry.code.rawValue): \(subject)"]
        lines.append(entry.reason)
        if let file = entry.file { lines.append(file.path) }
        return lines.joined(separator: "\n")
    }

    /// Which part of a window, or of all windows, was not restored.
    @MainActor
    static func sentence(
        _ entry: RestorationReport.Entry,
        readable: WindowText.Readable = { $0 }
    ) -> String {
        guard let title = windowTitle(entry) else { return what(entry) }
        // Translators: %1 is the title of a window, %2 a sentence about a window.
        return localized("“%1”: %2", readable(title), what(entry))
    }

    /// Which part of all windows was not restored.
    @MainActor
    package static func sentence(
        _ entries: [RestorationReport.Entry],
        readable: WindowText.Readable = { $0 }
    ) -> String? {
        guard let first = entries.first else { return nil }
        guard entries.count > 1 else { return sentence(first, readable: readable) }
        return localized(
            "%1 window could not be fully restored.",
            plural: "%1 windows could not be fully restored.",
            count: entries.count
        )
    }

    private static func what(_ entry: RestorationReport.Entry) -> String {
        switch entry.code {
        case .damagedFile:
            localized("Part of a window could not be read; the rest was restored.")
        case .unreadableFile:
            localized("A window could not be read; its files are kept.")
        case .olderCopy:
            localized("A window could not be read; its previous version was restored.")
        case .missingFile:
            localized("A window could not be restored: its file is missing.")
        case .tooNew:
            localized("A window is from a newer version of Hawk Notes; it is kept unchanged.")
        case .refused, .failed, .notOpened, .notChosen, .otherWindow:
            localized("A window was not opened; it is kept for the next start.")
        case .foundLater:
            localized("A window was found too late; it is kept for the next start.")
        case .otherType, .unknownValue, .pathCut, .noFactory, .factoryFailed, .restorableFailed,
            .claimedTwice, .editDidNotFit, .manySmallValues, .restored:
            localized("Something in a window could not be restored.")
        case .indexLost: localized("The order of your windows was lost.")
        case .setAside:
            localized("Another file was in the place of your windows and drafts. It is kept.")
        case .unreadableFolder, .markerFailed, .historyFailed, .limitedFileSystem:
            localized("The folder for your windows cannot be used.")
        case .application: entry.reason
        }
    }

    /// The title of the window that an entry is about; nil where its subject is something else.
    package static func windowTitle(_ entry: RestorationReport.Entry) -> String? {
        switch entry.code {
        case .damagedFile, .unreadableFile, .olderCopy, .missingFile, .tooNew, .refused, .failed,
            .notOpened, .notChosen, .foundLater, .restored:
            guard let id = entry.scene?.rawValue, !entry.subject.isEmpty else { return nil }
            // For a window without a title, the subject is its id, and for a file its name, which
            // begins with the id.
            return entry.subject.hasPrefix(id) ? nil : entry.subject
        case .otherWindow, .otherType, .unknownValue, .pathCut, .noFactory, .factoryFailed,
            .restorableFailed, .claimedTwice, .editDidNotFit, .manySmallValues, .indexLost,
            .unreadableFolder, .markerFailed, .historyFailed, .setAside, .limitedFileSystem,
            .application:
            return nil
        }
    }
}
