import Foundation

/// What came back at this launch, what did not, and why: to be shown to a person.
public struct RestorationReport: Sendable {
    /// One line of the report.
    public struct Entry: Sendable, Identifiable, Equatable {
        /// How it went.
        public enum Outcome: String, Sendable {
            /// It is as it was.
            case restored
            /// It came back in part.
            case partial
            /// It did not come back; `reason` says where it is kept.
            case notRestored
            /// Worth knowing, and nothing is missing.
            case note
        }

        /// Its number in the report.
        public let id: Int
        /// How it went.
        public var outcome: Outcome
        /// What kind of thing happened, for code that reacts to it.
        public var code: Code
        /// The window concerned, when it is one.
        public var scene: SceneIdentifier?
        /// What it is about: a window's title, a path, a file's name.
        public var subject: String
        /// What happened and why, as a sentence.
        public var reason: String
        /// What was typed into texts of a damaged file and cannot be put where it belongs: to be shown
        /// beside them, and copied. Only this run has it; later it is in the file that is set aside.
        public var salvagedTexts: [SalvagedText] = []
        /// The file that it is about, where that is set aside or left, to be shown on request. `nil` when there is none.
        public var file: URL?
    }

    /// The lines, oldest first.
    public private(set) var entries: [Entry] = []

    /// Whether everything came back whole.
    public var isComplete: Bool {
        entries.allSatisfy { $0.outcome == .restored || $0.outcome == .note }
    }

    /// Adds a line of another report.
    mutating func add(_ entry: Entry) {
        add(
            entry.outcome,
            entry.code,
            scene: entry.scene,
            subject: entry.subject,
            reason: entry.reason,
            salvagedTexts: entry.salvagedTexts,
            file: entry.file?.path
        )
    }

    mutating func add(
        _ outcome: Entry.Outcome,
        _ code: Entry.Code,
        scene: SceneIdentifier? = nil,
        subject: String,
        reason: String,
        salvagedTexts: [SalvagedText] = [],
        file: String? = nil
    ) {
        entries.append(
            Entry(
                id: entries.count,
                outcome: outcome,
                code: code,
                scene: scene,
                subject: subject,
                reason: reason,
                salvagedTexts: salvagedTexts,
                file: file.map { URL(fileURLWithPath: $0) }
            )
        )
    }
}

/// What was typed into a text after a damaged part of its file, when there is no telling what stood
/// around it.
///
/// The text itself came back as it was before the damage. Mixing the two would make one that was never
/// written; only the user can do that, so show them side by side.
public struct SalvagedText: Sendable, Equatable {
    /// The full path of the text in its window; `nil` when the line that names it is damaged, too.
    public var path: String?
    /// The stretches that were inserted, each as it was left, in the order in which they were begun.
    public var pieces: [String]
}

extension RestorationReport.Entry {
    /// What kind of thing happened; the sentence in `reason` says it of the one case.
    public enum Code: String, Sendable, CaseIterable {
        // Windows.

        /// The window is as it was.
        case restored
        /// A part of the window's file is damaged; all that does not stand in the damaged lines came
        /// back. What had been typed into a text behind them may only be in the entry's
        /// `salvagedTexts`.
        case damagedFile
        /// Nothing in a file could be read; it is set aside in `quarantine/`.
        case unreadableFile
        /// The window came back from the previous session, because its own file is lost.
        case olderCopy
        /// The window is listed, and its file is nowhere.
        case missingFile
        /// A file has the name of one window and is that of another: a copy, which is set aside, or one
        /// that has been renamed, which gets its name back.
        case otherWindow
        /// A later version wrote the file; it is left as it is.
        case tooNew
        /// The configuration's `shouldRestore` refused the window; its file is kept.
        case refused
        /// The application called `restorationFailed(_:reason:)`; the file is kept.
        case failed
        /// The application never asked for the window's `root`; the file is kept.
        case notOpened
        /// The person chose other windows, see `restoreOnly(_:others:)`.
        case notChosen

        // Values.

        /// What is stored is of another type than its owner reads; the default is read instead.
        case otherType
        /// What is stored was written by another version, in a form unknown here; it is kept.
        case unknownValue
        /// A navigation path ends earlier, because something on it no longer exists.
        case pathCut
        /// The restoration class of what was presented has no factory.
        case noFactory
        /// The factory for what was presented threw an error; what is stored for it is kept.
        case factoryFailed
        /// A `Restorable` threw an error.
        case restorableFailed
        /// Two owners claim one key.
        case claimedTwice
        /// An edit did not fit the text that it was made to.
        case editDidNotFit
        /// The window has more small values than is sensible; they are kept.
        case manySmallValues

        // The session.

        /// `session.json` could not be read; the order of the windows is taken from their files.
        case indexLost
        /// The window was found, or found changed, when the state directory could be used at last; it
        /// is kept for the next launch, or in the previous session.
        case foundLater
        /// A folder of the state directory could not be read, or a window not be written to the directory
        /// that `leaveDirectory(for:)` names, or not be removed from the one that `adoptWindows(of:)` names.
        case unreadableFolder
        /// Another program has put something where the library keeps its own; it is set aside, and
        /// what was there before is written anew as far as this run has it.
        case setAside
        /// The file system lacks something; what is promised there is less.
        case limitedFileSystem
        /// `running.json` could not be read or written, so that launches may be miscounted.
        case markerFailed
        /// What the windows are cannot be kept in the history; it is tried again.
        case historyFailed
        /// A line that the application added.
        case application
    }
}
