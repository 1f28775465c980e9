import Phrases

extension WindowNotices {
    /// Says what the program is for and how to begin, in the first window, until somebody has answered:
    /// then never again.
    func welcome(in window: MainWindow) {
        guard let preferences = manager?.preferences?.values, preferences.showsWelcome,
            !hasWelcomed
        else { return }
        hasWelcomed = true
        var message = Banner.Message(
            text: localized(
                "Study notes are kept with the books they are about. Books of your own begin in the library."
            ),
            action: .init(title: localized("Open Library")) { [weak window] in
                window?.showShelf()
            },
            weight: .quiet,
            mayCoverPage: false
        )
        message.onAnswer = { preferences.showsWelcome = false }
        window.banner.show(message)
    }
}
