import HawkNotesModel

/// What becomes of what the reader has not come to yet when something is taken out of a library.
public enum ExportVeil: Sendable {
    /// All of it is written.
    case lifted
    /// It is left out, but for exceptions; where a note mentions a character that is left out, it is named
    /// otherwise.
    case kept(except: Set<Veil.Exception>, name: String)

    func shown(_ series: Series) -> Series {
        switch self {
        case .lifted: series.withoutVeil
        case .kept(let exceptions, let name): series.veiled(except: exceptions, name: name)
        }
    }

    var name: String {
        if case .kept(_, let name) = self { name } else { "" }
    }
}
