import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What was typed behind a damaged part of a window's file cannot be put back into its text: it is
/// offered beside it, in the window that it belongs to.
extension WindowNotices {
    /// Offers what the session has found since the last call. It is in this run's report only.
    func offerSalvagedTexts() {
        let entries = session.report.entries
        entriesToOffer += entries.dropFirst(offeredEntryCount)
        offeredEntryCount = entries.count
        let coming = Set(manager?.lateWindows.scenes.map(\.id) ?? [])
        let entriesNow = entriesToOffer.filter { $0.scene.map(coming.contains) != true }
        entriesToOffer.removeAll { $0.scene.map(coming.contains) != true }
        for entry in entriesNow {
            let window =
                manager?.windows.first { $0.scene.id == entry.scene } ?? frontWindow
            for text in entry.salvagedTexts.map({ $0.pieces.joined(separator: "\n") })
            where !text.isEmpty {
                window?.banner.show(
                    .offer(
                        text,
                        localized(
                            "This was typed last, and could not be put back into its draft: “%1”",
                            text.beginning()
                        )
                    ) { [weak window] in window?.show(Toast(text: localized("Text copied"))) }
                )
            }
        }
    }
}

extension Banner.Message {
    /// A line that offers a text for copying.
    ///
    /// - Parameter didCopy: called when it was copied.
    @MainActor
    static func offer(
        _ text: String,
        _ words: String,
        didCopy: @escaping @MainActor () -> Void
    ) -> Banner.Message {
        Banner.Message(
            text: words,
            action: .init(title: localized("Copy Text")) {
                Desktop.copy(text)
                didCopy()
            }
        )
    }
}
