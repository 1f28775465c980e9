import HawkNotesModel
import StateRestoration

extension RestorationKey<String> {
    /// How the notes of a page follow one another, as `NoteOrder.stored`.
    package static var noteOrder: Self { .init(name: "noteOrder", default: "") }
}

extension NoteOrder {
    /// As it stands in a window's state.
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
