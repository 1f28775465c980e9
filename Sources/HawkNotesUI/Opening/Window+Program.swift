import GTKBridge

extension Window {
    /// A window in which the program speaks of itself: it is not one of the reader's own.
    static func ofProgram(_ application: Application, height: Int) -> Window {
        let window = Window(application: application)
        window.title = "Hawk Notes"
        window.defaultSize = (width: 600, height: height)
        window.setTitlebar(HeaderBar())
        return window
    }
}
