import HawkNotesModel

/// What a window asks of the application.
@MainActor
protocol WindowCoordinator: AnyObject {
    /// Opens a window that shows the place; one that shows it already is raised instead, if wanted.
    func openWindow(showing place: Place, raisingExisting: Bool)
    /// The window has the keyboard now.
    func didActivate(_ window: MainWindow)
    /// The window is being closed.
    func didClose(_ window: MainWindow)
    /// Something of the window could not be brought back.
    func window(_ window: MainWindow, didNotRestore subject: String, reason: String)
}
