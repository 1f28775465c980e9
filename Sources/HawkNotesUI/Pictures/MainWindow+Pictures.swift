import HawkNotesPresentation
import StateRestoration

// The picture that is shown large over a window.

extension MainWindow: PicturePresenter {
    func showPicture(_ subject: PictureSubject) {
        if let open = dialogs.dialog(.picture) {
            let isSame = (open.content as? PictureDialog)?.subject == subject
            if isSame { return open.present() }
            open.dismiss()
        }
        let scope = scene.root.window.dialog(.picture)
        SceneStorage(.shownPicture, in: scope).wrappedValue = subject.stored
        dialogs.restore(.picture, in: scope)
    }

    /// Shows the picture again that was looked at last. It may be of a series that none of the windows
    /// shows, and that has yet to be read.
    func restorePicture(in scope: RestorationScope) {
        guard let subject = PictureDialog.subject(in: scope) else {
            return dialogs.restore(.picture, in: scope)
        }
        context.resolve(subject.place) { [weak self] _ in
            guard let self, !isClosed else { return }
            dialogs.restore(.picture, in: scope)
        }
    }
}
