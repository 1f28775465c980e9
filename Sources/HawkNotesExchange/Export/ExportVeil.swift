import HawkNotesModel

/// How an export treats spoilers.
public enum ExportVeil: Sendable {
    /// They are included.
    case lifted
    /// They are left out, with exceptions; where a note mentions a character that is left out, the
    /// mention gets this name.
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
