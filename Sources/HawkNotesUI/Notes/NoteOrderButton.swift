import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

extension NoteOrder {
    fileprivate var title: String {
        switch self {
        case .byDate: localized("By Date")
        case .byPlace: localized("By Place")
        }
    }
}

/// Shows the order of a page's notes and toggles it; stored in the window's state.
///
/// Hidden on a page whose notes have no place, unless an order was chosen there.
@MainActor
final class NoteOrderButton {
    let root: Button
    /// Called when the user chose another order.
    var onChoose: @MainActor (NoteOrder) -> Void = { _ in }
    private let title = Label("").ellipsizing()
    private let stored: SceneStorage<String>
    private var list: ChoiceList?

    init(in scope: RestorationScope) {
        stored = SceneStorage(.noteOrder, in: scope)
        let content = Box(.horizontal, spacing: 6).append(
            title,
            Image(icon: "hawknotes-down-symbolic")
        )
        root = Button(
            content,
            name: localized("Order of the notes"),
            "flat",
            "choice",
            "note-order"
        )
        root.onClicked { [weak self] in self?.open() }
        show(hasPlaces: false)
    }

    /// The chosen order.
    var order: NoteOrder { NoteOrder(stored: stored.wrappedValue) ?? .byDate }

    /// - Parameter hasPlaces: whether any note of the page has a place.
    func show(hasPlaces: Bool) {
        title.text = order.title
        root.accessibleLabel(localized("Order of the notes: %1", order.title))
        root.visible(hasPlaces || !stored.wrappedValue.isEmpty)
    }

    private func open() {
        let orders: [NoteOrder] = [.byDate, .byPlace]
        list = ChoiceList(
            orders.map { Choice(id: $0.stored, title: $0.title, isChosen: $0 == order) },
            name: localized("Order of the notes")
        ) { [weak self] in
            if let order = NoteOrder(stored: $0.id) { self?.choose(order) }
        }
        list?.popUp(below: root)
    }

    func choose(_ order: NoteOrder) {
        stored.wrappedValue = order.stored
        show(hasPlaces: true)
        onChoose(order)
    }
}
