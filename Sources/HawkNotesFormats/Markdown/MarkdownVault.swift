import Foundation

/// Where a vault of Obsidian or a graph of Logseq begins, in or above what was chosen, and what in it is no
/// note.
final class MarkdownVault {
    /// What a folder belongs to.
    struct Home {
        enum Kind {
            case obsidian, logseq
            /// Nothing says where it begins: what was chosen.
            case folder
        }

        var kind: Kind
        /// The folder in which it begins, for people.
        var name: String
        /// Its path below what was chosen; empty when that is it, or lies in it.
        var root = ""
        /// The path of what was chosen, in it.
        var prefix = ""
        /// Where forms for new notes lie, in it.
        var formFolders: [String] = []

        /// A path below what was chosen as a path in the vault.
        func path(_ path: String) -> String {
            let inside = root.isEmpty ? path : String(path.dropFirst(root.count + 1))
            return prefix.isEmpty ? inside : "\(prefix)/\(inside)"
        }
    }

    private let source: ImportSource
    /// Whether a folder was chosen, and not one of its files.
    var isFolder: Bool { source.isFolder }
    private let limits: ImportLimits
    private var homes: [String: Home] = [:]
    private lazy var above: Home? = homeAbove()

    init(_ source: ImportSource, limits: ImportLimits) {
        self.source = source
        self.limits = limits
    }

    /// - Parameter folder: below what was chosen.
    func home(ofFolder folder: String) -> Home {
        if let known = homes[folder] { return known }
        let found: Home
        if let own = home(at: folder) {
            found = own
        } else if folder.isEmpty {
            found = above ?? Home(kind: .folder, name: chosenName)
        } else {
            found = home(ofFolder: folder.split(separator: "/").dropLast().joined(separator: "/"))
        }
        homes[folder] = found
        return found
    }

    /// Why a file is no note; nil when it is one.
    func isLeftOut(_ file: ImportFile) -> ImportProblem.Kind? {
        let home = home(ofFolder: file.folder)
        let path = home.path(file.path)
        if home.kind == .logseq, path.hasPrefix("logseq/") { return .backupCopy }
        return home.formFolders.contains { path.hasPrefix("\($0)/") } ? .form : nil
    }

    /// The path below what was chosen of a file that another names: from the folder of that one, or from
    /// where the vault begins; nil when there is none.
    func path(of name: String, namedIn file: ImportFile) -> String? {
        guard case .folder(let folder) = source.content, ArchiveReader.safeName(name) != nil else {
            return nil
        }
        let starts = [file.folder, home(ofFolder: file.folder).root]
        let paths = starts.map { $0.isEmpty ? name : "\($0)/\(name)" }
        return paths.first { folder.file(at: $0) != nil }
    }

    /// What stands beside a file of a folder; empty when there is none.
    func bytes(at path: String) -> [UInt8] {
        guard case .folder(let folder) = source.content else { return [] }
        return folder.file(at: path).map { Self.head($0, limits) } ?? []
    }

    /// The value of a small file in JSON.
    func value(at path: String) -> PlainValue { Self.value(bytes(at: path), limits) }

    static func value(_ bytes: [UInt8], _ limits: ImportLimits) -> PlainValue {
        var json = JSONStream(ByteStream(bytes: bytes), limits: limits)
        // A stranger's settings may be anything; without them every file is a note.
        return (try? json.value()) ?? .nothing
    }

    // MARK: - Signs

    private func home(at path: String) -> Home? {
        guard case .folder(let folder) = source.content else { return nil }
        let start = path.isEmpty ? "" : "\(path)/"
        let name = path.split(separator: "/").last.map(String.init) ?? chosenName
        if folder.hasFolder(at: "\(start).obsidian") {
            var home = Home(kind: .obsidian, name: name, root: path)
            home.formFolders = formFolders(of: folder, in: start)
            return home
        }
        guard folder.file(at: "\(start)logseq/config.edn") != nil else { return nil }
        return Home(kind: .logseq, name: name, root: path)
    }

    /// The settings that name a folder of forms, and under which key: of Obsidian itself, and of a plugin.
    private static let formSettings = [
        ("templates.json", "folder"),
        ("plugins/templater-obsidian/data.json", "templates_folder"),
    ]

    /// - Parameter start: the path of the vault in the folder, with a slash behind it; empty for the folder.
    private func formFolders(of folder: ImportFolder, in start: String = "") -> [String] {
        Self.formSettings.compactMap { path, key in
            guard let file = folder.file(at: "\(start).obsidian/\(path)") else { return nil }
            let name = Self.value(Self.head(file, limits), limits)[key].text?.trimmed ?? ""
            let parts = name.split(separator: "/").filter { $0 != "." }
            // Without a folder, every file would be a form.
            return parts.isEmpty ? nil : parts.joined(separator: "/")
        }
    }

    /// Only part of a vault may have been chosen. Nothing above is read but the vault's own settings.
    private func homeAbove() -> Home? {
        guard let path = diskPath else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        var inside: [String] = []
        if !source.isFolder, !parts.isEmpty { parts.removeLast() }
        for depth in 0..<limits.folderDepth {
            guard !parts.isEmpty else { break }
            let folder = ImportFolder(content: .disk("/" + parts.joined(separator: "/")))
            let isObsidian = folder.hasFolder(at: ".obsidian")
            // Of a folder that was chosen, this has been looked at.
            if depth > 0 || !source.isFolder, let name = parts.last,
                isObsidian || folder.file(at: "logseq/config.edn") != nil
            {
                var home = Home(kind: isObsidian ? .obsidian : .logseq, name: name)
                home.prefix = inside.reversed().joined(separator: "/")
                home.formFolders = formFolders(of: folder)
                return home
            }
            inside.append(parts.removeLast())
        }
        return nil
    }

    private var diskPath: String? {
        switch source.content {
        case .file(let file):
            if case .disk(let path) = file.content, path.hasPrefix("/") { return path }
        case .folder(let folder):
            if case .disk(let path) = folder.content, path.hasPrefix("/") { return path }
        }
        return nil
    }

    /// What the chosen folder is called; of a file, the folder that it lies in.
    private var chosenName: String {
        if source.isFolder { return source.name }
        let above = diskPath?.split(separator: "/").dropLast().last.map(String.init)
        return above ?? source.name.split(separator: ".").first.map(String.init) ?? source.name
    }

    /// Settings of plugins are often longer than one piece.
    private static func head(_ file: ImportFile, _ limits: ImportLimits) -> [UInt8] {
        var bytes: [UInt8] = []
        // As for one that is not there.
        guard case .bytes(let stream, _, _)? = try? FileOpening.open(file) else { return [] }
        while bytes.count < limits.textSize, let piece = try? stream.next() { bytes += piece }
        return Array(bytes.prefix(limits.textSize))
    }
}

extension ImportFolder {
    /// Whether there is a folder at a path below this one.
    fileprivate func hasFolder(at path: String) -> Bool {
        switch content {
        case .memory(let files):
            return files.keys.contains { $0.hasPrefix("\(path)/") }
        case .disk(let root):
            var status = stat()
            return lstat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }
}
