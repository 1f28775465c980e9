import HawkNotesModel

/// Why a place cannot be shown. For the log; people read `PlaceText`.
package enum PlaceError: Error {
    /// The library does not have it.
    case missing(Place)
    /// Only a newer version can show it.
    case newer(Place)
}
