import Foundation

/// The notes that earlier versions made of other programs' files: one per file, identified by the
/// name of the chosen folder and the path below it.
extension MarkdownReader {
    struct FormerNote {
        var text: String
        /// They contained the name of the chosen folder, which may be any of the file's folders.
        var identities: [SourceIdentity] = []
        var wordsIdentities: [SourceIdentity] = []
        var renamed: [RenamedIdentity] = []
    }

    /// The note that was made of the file.
    func formerNote(_ matter: FrontMatter, _ home: MarkdownVault.Home) -> FormerNote {
        var former = FormerNote(text: formerText(matter))
        let parts = [sourceName] + file.path.split(separator: "/").map(String.init)
        for index in parts.indices.dropLast() {
            let path = parts[(index + 1)...].joined(separator: "/")
            let (note, words) = Self.formerIdentities(parts[index], path, former.text)
            // If two files have the same identity, each seen from the folder above it, the first
            // one keeps it.
            guard shelf.formerNotes.insert(note).inserted else { continue }
            former.identities.append(note)
            former.wordsIdentities.append(words)
        }
        guard !run.formerNames.isEmpty else { return former }
        var paths = [file.path]
        for path in [home.path(file.path), parts.joined(separator: "/")] where !paths.contains(path)
        {
            paths.append(path)
        }
        for name in run.formerNames {
            for path in paths {
                let (note, words) = Self.formerIdentities(name, path, former.text)
                guard !former.identities.contains(note) else { continue }
                former.renamed.append(RenamedIdentity(folder: name, note: note, words: words))
            }
        }
        return former
    }

    /// Adds the identities that earlier versions gave the note of this file.
    func identify(_ note: inout ImportedNote, as former: FormerNote) {
        note.formerIdentities += former.identities
        note.formerWordsIdentities += former.wordsIdentities
        note.renamedIdentities = former.renamed
        if !run.formerNames.isEmpty { note.formerText = former.text }
    }

    /// The file, for the notes that replace that note; nil if no earlier version made one.
    func formerFile(_ matter: FrontMatter, _ home: MarkdownVault.Home) -> FormerFile? {
        guard !run.formerNames.isEmpty else { return nil }
        let former = formerNote(matter, home)
        let folder = file.folder.split(separator: "/").last.map { [String($0)] }
        return FormerFile(
            identities: former.identities + former.wordsIdentities
                + former.renamed.flatMap { [$0.note, $0.words] },
            folders: folder ?? [sourceName, home.name] + run.formerNames,
            text: former.text
        )
    }

    private static func formerIdentities(
        _ folder: String,
        _ path: String,
        _ text: String
    ) -> (note: SourceIdentity, words: SourceIdentity) {
        (
            SourceIdentity(origin: "markdown", digestOf: folder, path),
            SourceIdentity(origin: "markdown", digestOf: folder, path, text)
        )
    }

    private func formerText(_ matter: FrontMatter) -> String {
        let body = Self.withLineFeeds(matter.formerBody).trimmed
        let name = file.name.split(separator: ".").dropLast().joined(separator: ".")
        let title = run.title((matter.isMended ? nil : matter.text("title")) ?? name)
        guard let title, !body.contains(title) else { return body }
        return body.isEmpty ? title : "\(title)\n\n\(body)"
    }
}
