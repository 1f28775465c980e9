import StateRestoration

extension RestorationScope {
    /// A dialog; call it on the scope of its subject.
    package func dialog(_ kind: DialogKind) -> RestorationScope { scope("dialog:" + kind.rawValue) }

    /// The scope of the preferences' window; call it on the application's scope.
    package var preferences: RestorationScope { scope("preferences") }
}

extension RestorationScope {
    /// The scope of a workspace in the list.
    package func workspace(_ id: WorkspaceIdentifier) -> RestorationScope {
        scope("workspace:" + id.rawValue)
    }
}

extension TextKey {
    /// The typed name of a workspace.
    package static let workspaceName = TextKey(name: "name")
}

extension RestorationKey<Bool> {
    /// Whether a workspace is being renamed.
    package static var isRenamed: Self { .init(name: "isRenamed", default: false) }
}

extension RestorationKey<String> {
    /// The shown moment of the history, in milliseconds since 1970.
    package static var historyState: Self { .init(name: "time", default: "") }

    /// The focused element of a dialog, by its name there.
    package static var dialogFocus: Self { .init(name: "focus", default: "") }

    /// The draft that is being moved: its window and its path there.
    package static var movedDraft: Self { .init(name: "moved", default: "") }

    /// The path of the file or folder to import.
    package static var importedFile: Self { .init(name: "file", default: "") }

    /// The ids of the notes to export, separated by blanks.
    package static var exportedNotes: Self { .init(name: "notes", default: "") }

    /// The subject of the export, by its `storedName`.
    package static var exportSubject: Self { .init(name: "subject", default: "") }

    /// The target of the export, by its `storedName`.
    package static var exportWay: Self { .init(name: "way", default: "") }

    /// The link to the book or character to join with another one.
    package static var joinedPart: Self { .init(name: "part", default: "") }

    /// The link to the other one; empty until it is chosen.
    package static var joinedWith: Self { .init(name: "with", default: "") }

    /// The fields that are taken from the other one, separated by blanks.
    package static var joinedFields: Self { .init(name: "fields", default: "") }

    /// The path of the backup to restore.
    package static var chosenBackup: Self { .init(name: "backup", default: "") }

    /// The last page of the preferences.
    package static var preferencesPage: Self { .init(name: "page", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether spoilers are exported as well.
    package static var exportsVeiled: Self { .init(name: "veiled", default: false) }
    /// Whether the find bar of a web page is open.
    package static var isFindBarOpen: Self { .init(name: "isFinding", default: false) }
}

extension TextKey {
    /// The query in a web page.
    package static let find = TextKey(name: "find")
    /// The query of a page chooser.
    package static let pageFilter = TextKey(name: "filter")
}

// Of a picture in the picture dialog.
extension RestorationKey<String> {
    /// The picture, as `PictureSubject.stored`.
    package static var shownPicture: Self { .init(name: "picture", default: "") }
}

extension RestorationKey<Double> {
    /// The zoom, relative to the size that fits.
    package static var pictureZoom: Self { .init(name: "zoom", default: 1) }
    /// The horizontal center, from 0 at the left edge to 1.
    package static var pictureX: Self { .init(name: "x", default: 0.5) }
    /// The vertical center, from 0 at the upper edge to 1.
    package static var pictureY: Self { .init(name: "y", default: 0.5) }
}

extension RestorationKey<Bool> {
    /// Whether the drafts in the backup are restored.
    package static var restoresDrafts: Self { .init(name: "drafts", default: true) }
}
