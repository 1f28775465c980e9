import Foundation

extension RestorationSession {
    /// The scope of the values that belong to the application and to no window, such as the page that
    /// its preferences showed last.
    ///
    /// ```swift
    /// @SceneStorage var page: PreferencesPage
    ///
    /// init(in session: RestorationSession) {
    ///     _page = SceneStorage(wrappedValue: .general, "preferences/page", in: session.application)
    /// }
    /// ```
    ///
    /// What is stored here is kept like the values of a window, in a file of its own, by whose state it
    /// is there at the next launch whichever windows come back: also with
    /// ``Configuration/restoresState`` off. It is no window, and in none of their lists. Restorables,
    /// long texts and scopes work as they do in a window.
    public var application: RestorationScope { applicationScene.root }

    func connectApplication() {
        connect(applicationScene)
        if loaded.isApplicationLeftAlone { applicationScene.submit = nil }
        var state = loaded.application?.state ?? WindowState()
        if loaded.application == nil, loaded.unlistedFolders.contains(directory.path) {
            state.nextSequence = UnseenFiles.number(after: state.nextSequence)
        }
        let isNew = loaded.application?.needsWriting ?? false
        submit(.open(.application, state, isNew: isNew))
    }

    /// Compares the values that are there now with those that this run has read.
    ///
    /// Values that were hidden from this run, or changed by another process, are left to the next launch
    /// when this run has none of its own, and kept beside them when it has.
    func mergeApplication(_ found: LoadedSession, into change: inout GenerationChange) {
        let number = change.application?.state.nextSequence
        change.application = found.application
        if found.isApplicationLeftAlone { return leaveApplicationAlone() }
        guard let application = found.application, application.state.nextSequence != number else {
            return
        }
        guard hasChangedApplication else { return leaveApplicationAlone() }
        keepBeside(application.path, of: .application, in: &change)
        submit(.supersede(.application, number: application.state.nextSequence))
    }

    private func leaveApplicationAlone() {
        applicationScene.submit = nil
        submit(.forget(.application))
    }
}
