import HawkNotesModel
import HawkNotesPresentation

/// The spoilers that the reader writes on the current page: they stay visible until the page is
/// left, and the window offers to move the reading point to them.
@MainActor
final class WrittenSpoilers {
    private unowned let owner: MainWindow
    private weak var page: AnyObject?
    private var written: Set<Veil.Exception> = []
    /// The offers for items that are being saved.
    private var offers: [Veil.Exception: ReadingOffer] = [:]

    init(_ owner: MainWindow) { self.owner = owner }

    /// Keeps a note visible that is about to be saved.
    func willSave(_ id: Note.ID, on subject: NoteSubject, chapterID: Chapter.ID?) {
        let series = owner.context.series
        guard series.isVeiled(note: id, on: subject, chapterID: chapterID) else { return }
        offers[.thing(id)] = series.readingOffer(for: subject, chapterID: chapterID)
        keepVisible(.thing(id))
    }

    /// Offers to move the reading point to a note that was saved.
    func didSave(_ id: Note.ID) {
        if let offer = offers.removeValue(forKey: .thing(id)) { show(offer) }
    }

    /// Keeps a book or a character visible that was saved, and offers to move the reading point to it.
    func didSave(_ part: SeriesPart, in series: Series) {
        guard let offer = owner.context.series.readingOffer(for: part, in: series) else { return }
        keepVisible(.thing(part.id))
        show(offer)
    }

    /// Hides what was written on a page that was left.
    func pageDidChange() { if page !== owner.page { hideAll() } }

    /// Hides everything that was written.
    func hideAll() {
        guard !written.isEmpty else { return }
        let hidden = written
        written = []
        offers = [:]
        owner.context.series.unveiled.removeWritten(hidden)
    }

    private func keepVisible(_ thing: Veil.Exception) {
        page = owner.page
        written.insert(thing)
        owner.context.series.unveiled.insertWritten(thing)
    }

    private func show(_ offer: ReadingOffer) {
        let action = Toast.Action(title: VeilText.markAsRead(offer.name)) { [weak owner] in
            owner?.setReading(offer.choice, of: offer.bookID)
        }
        owner.show(Toast(text: VeilText.hiddenLater, action: action, source: self))
    }
}
