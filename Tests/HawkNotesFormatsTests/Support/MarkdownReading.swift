@testable import HawkNotesFormats

/// Reads texts as the files of a folder.
func readMarkdown(
    _ files: [String: String],
    as name: String = "Vault"
) throws -> Reading {
    try Reading(
        ImportSource(name: name, files: files.mapValues { Array($0.utf8) }),
        as: .markdown
    )
}

extension Reading {
    /// Kinds of what is left out, with how many there are.
    var leftOut: [ImportProblem.Kind: Int] {
        reasons.reduce(into: [:]) { result, reason in
            if case .leftOut(let kind, let count, _) = reason { result[kind] = count }
        }
    }

    /// What a library would know everything by.
    var identities: Set<SourceIdentity> { Set(items.map(\.identity)) }
}
