import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Shows and changes the order and the filter of the shelf; stored in the window's state.
@MainActor
final class ShelfView {
    let button: Button
    /// Called after a change.
    var onChange: @MainActor () -> Void = {}

    private let title = Label("").ellipsizing()
    /// Nil once the shelf is closed: another one may claim the keys.
    private var stored: (order: SceneStorage<String>, status: SceneStorage<String>)?
    private var list: ChoiceList?

    init(in scope: RestorationScope) {
        stored = (
            SceneStorage(.shelfOrder, in: scope), SceneStorage(.shelfStatus, in: scope)
        )
        let content = Box(.horizontal, spacing: 6).append(
            title,
            Image(icon: "hawknotes-down-symbolic")
        )
        button = Button(content, name: Self.name, "flat", "choice")
        button.onClicked { [weak self] in self?.open() }
        show()
    }

    /// The order of the shelf.
    var order: ShelfOrder {
        stored.flatMap { ShelfOrder(rawValue: $0.order.wrappedValue) } ?? .opened
    }

    /// The reading status of the books that are shown; nil for all.
    var status: ReadingStatus? {
        stored.flatMap { ReadingStatus(rawValue: $0.status.wrappedValue) }
    }

    func close() { stored = nil }

    /// Sorts the shelf.
    func choose(_ order: ShelfOrder) {
        stored?.order.wrappedValue = order.rawValue
        didChoose()
    }

    /// Shows the books of a status, or all.
    func choose(_ status: ReadingStatus?) {
        stored?.status.wrappedValue = status?.rawValue ?? ""
        didChoose()
    }

    private func didChoose() {
        show()
        onChange()
    }

    private func show() {
        let status = status.map(ReadingText.name(of:))
        title.text =
            status.map { localized("%1 · %2", Self.title(of: order), $0) }
            ?? Self.title(of: order)
        button.accessibleLabel("\(Self.name): \(title.text)")
    }

    private func open() {
        let (order, status) = (order, status)
        let orders = ShelfOrder.allCases.map {
            Choice(id: $0.rawValue, title: Self.title(of: $0), isChosen: $0 == order)
        }
        let all = Choice(id: Self.status, title: localized("All Books"), isChosen: status == nil)
        let statuses = ReadingStatus.allCases.map {
            Choice(
                id: Self.status + $0.rawValue,
                title: ReadingText.name(of: $0),
                isChosen: $0 == status
            )
        }
        list = ChoiceList(
            [
                .init(title: localized("Sort By"), choices: orders),
                .init(title: localized("Show"), choices: [all] + statuses),
            ],
            name: Self.name
        ) { [weak self] in self?.choose($0.id) }
        list?.popUp(below: button)
    }

    private func choose(_ id: String) {
        if let order = ShelfOrder(rawValue: id) { return choose(order) }
        choose(ReadingStatus(rawValue: String(id.dropFirst(Self.status.count))))
    }

    /// The prefix of the choices' ids that are a status, or none.
    private static let status = "status:"

    private static var name: String { localized("Sort and Filter") }

    private static func title(of order: ShelfOrder) -> String {
        switch order {
        case .opened: localized("Last Opened")
        case .title: localized("Title")
        case .author: localized("Author")
        case .added: localized("Recently Added")
        case .finished: localized("Recently Finished")
        }
    }
}
