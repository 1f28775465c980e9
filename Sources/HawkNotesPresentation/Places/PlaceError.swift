import HawkNotesModel

/// Why a place cannot be shown. For the log; the user sees `PlaceText`.
package enum PlaceError: Error {
    /// The library does not have it.
    case missing(Place)
    /// Only a newer version can show it.
    case newer(Place)
}
