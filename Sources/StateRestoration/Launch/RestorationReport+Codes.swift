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
        /// that somebody has renamed, which gets its name back.
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
        /// Nobody registered a factory for the restoration class of what was presented.
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
