import HawkNotesModel
import StateRestoration

extension RestorationKey<String> {
    /// The order of a page's notes, as `NoteOrder.stored`.
    package static var noteOrder: Self { .init(name: "noteOrder", default: "") }
}

extension NoteOrder {
    /// The value in a window's state.
    package var stored: String {
        switch self {
        case .byDate: "date"
        case .byPlace: "place"
        }
    }

    package init?(stored: String) {
        switch stored {
        case Self.byDate.stored: self = .byDate
        case Self.byPlace.stored: self = .byPlace
        default: return nil
        }
    }
}
