import Foundation

/// What was restored at this launch, what was not, and why: to show to the user.
public struct RestorationReport: Sendable {
    /// One line of the report.
    public struct Entry: Sendable, Identifiable, Equatable {
        /// The result of restoring.
        public enum Outcome: String, Sendable {
            /// Restored completely.
            case restored
            /// Restored in part.
            case partial
            /// Not restored; `reason` says where it is kept.
            case notRestored
            /// Worth knowing, but nothing is missing.
            case note
        }

        /// Its number in the report.
        public let id: Int
        /// The result.
        public var outcome: Outcome
        /// The kind of event, for code that reacts to it.
        public var code: Code
        /// The window concerned, if any.
        public var scene: SceneIdentifier?
        /// The subject: a window's title, a path, a file's name.
        public var subject: String
        /// What happened and why, as a sentence.
        public var reason: String
        /// Text typed into texts of a damaged file that cannot be put in its place: show it beside
        /// them, for copying. Only this run has it; later it is only in the file that is set aside.
        public var salvagedTexts: [SalvagedText] = []
        /// The file concerned, if it was set aside or left, to be shown on request; `nil`
        /// otherwise.
        public var file: URL?
    }

    /// The lines, oldest first.
    public private(set) var entries: [Entry] = []

    /// Whether everything was restored completely.
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

/// Text typed into a text after a damaged part of its file, when the surrounding text is unknown.
///
/// The text itself was restored as it was before the damage. Merging the two would make a text that
/// was never written; only the user can do that, so show them side by side.
public struct SalvagedText: Sendable, Equatable {
    /// The full path of the text in its window; `nil` when the line that names it is damaged, too.
    public var path: String?
    /// The inserted pieces in their last form, in the order in which they were started.
    public var pieces: [String]
}

extension RestorationReport.Entry {
    /// The kind of event; the sentence in `reason` describes the individual case.
    public enum Code: String, Sendable, CaseIterable {
        // Windows.

        /// The window was restored completely.
        case restored
        /// A part of the window's file is damaged; everything outside the damaged lines was
        /// restored. Text that was typed after them may only be in the entry's `salvagedTexts`.
        case damagedFile
        /// Nothing in a file is readable; it is set aside in `quarantine/`.
        case unreadableFile
        /// The window was restored from the previous session, because its own file is lost.
        case olderCopy
        /// The window is listed, but has no file.
        case missingFile
        /// A file has the name of one window and the content of another: either a copy, which is
        /// set aside, or a renamed file, which gets its name back.
        case otherWindow
        /// A later version wrote the file; it is left unchanged.
        case tooNew
        /// The configuration's `shouldRestore` refused the window; its file is kept.
        case refused
        /// The application called `restorationFailed(_:reason:)`; the file is kept.
        case failed
        /// The application never accessed the window's `root`; the file is kept.
        case notOpened
        /// The user chose other windows, see `restoreOnly(_:others:)`.
        case notChosen

        // Values.

        /// The stored value has another type than its owner reads; the default is read instead.
        case otherType
        /// The stored value was written by another version, in a form unknown here; it is kept.
        case unknownValue
        /// A navigation path ends earlier, because an element of it no longer exists.
        case pathCut
        /// The restoration class of presented content has no factory.
        case noFactory
        /// The factory for presented content threw an error; the stored state is kept.
        case factoryFailed
        /// A `Restorable` threw an error.
        case restorableFailed
        /// Two owners claim one key.
        case claimedTwice
        /// An edit did not match the text that it was applied to.
        case editDidNotFit
        /// The window has too many small values; they are kept.
        case manySmallValues

        // The session.

        /// `session.json` could not be read; the order of the windows is taken from their files.
        case indexLost
        /// The window was found, or found changed, when the state directory became available; it is
        /// kept for the next launch, or in the previous session.
        case foundLater
        /// A folder of the state directory could not be read. Or a window could not be written to
        /// the directory that `leaveDirectory(for:)` names, or not be removed from the one that
        /// `adoptWindows(of:)` names.
        case unreadableFolder
        /// Another program has put a file in the library's place; it is set aside, and the former
        /// content is rewritten as far as this run has it.
        case setAside
        /// The file system lacks a feature; fewer guarantees hold there.
        case limitedFileSystem
        /// `running.json` could not be read or written, so that launches may be miscounted.
        case markerFailed
        /// The windows cannot be stored in the history; retried later.
        case historyFailed
        /// A line that the application added.
        case application
    }
}
