import GRDB

/// Rows of `fieldStamp` that say what is known of a thing and no column says.
///
/// What a library shows follows from its records and those of the libraries merged into it. A row may
/// be shown although its deletion is known, because it was changed elsewhere, and in the trash
/// although it was permanently deleted elsewhere. Its own columns say what is shown; these rows say
/// the rest, so that the next merge has the same records, whatever was merged first. Their names have
/// a blank, and those of columns never do.
enum UnshownRecord {
    /// The state that is known of a row of a series, where its columns say another one.
    enum State: String, CaseIterable {
        case shown, trash
        /// Permanently deleted; the row of a bundled series stays.
        case purged
        /// Permanently deleted, with nothing left but the date.
        case erased

        /// The name of the row of `fieldStamp`, whose stamp is that of the state.
        var field: String { "state \(rawValue)" }

        /// As the columns `deletedAt` and `purgedAt` say it.
        init(_ columns: [DatabaseValue]) {
            self =
                columns.count < 2
                ? .erased : columns[0].isNull ? .shown : columns[1].isNull ? .trash : .purged
        }

        /// - Parameter date: in milliseconds; of no account for what is shown.
        func columns(at date: Int64) -> [DatabaseValue] {
            switch self {
            case .shown: [.null, .null]
            case .trash: [date.databaseValue, .null]
            case .purged: [date.databaseValue, date.databaseValue]
            case .erased: []
            }
        }
    }

    /// When a thing was permanently deleted that is here. The time of the stamp is the date.
    static let purge = "purged elsewhere"

    private static let erasedPrefix = "erased "

    /// The stamp that a field had when the row was permanently deleted elsewhere.
    static func erased(_ field: String) -> String { erasedPrefix + field }

    /// The field of ``erased(_:)``; nil for other names.
    static func erasedField(_ name: String) -> String? {
        name.hasPrefix(erasedPrefix) ? String(name.dropFirst(erasedPrefix.count)) : nil
    }

    /// Whether a name is that of such a row.
    static func isName(_ field: String) -> Bool { field.contains(" ") }

    /// The recorded state, if it is that of the latest change.
    static func state(_ stamps: [String: ChangeStamp], at stamp: ChangeStamp) -> State? {
        State.allCases.first { stamps[$0.field] == stamp }
    }
}
