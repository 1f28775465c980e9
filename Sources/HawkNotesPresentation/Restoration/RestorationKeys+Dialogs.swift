import StateRestoration

extension RestorationScope {
    /// A dialog; to be asked of the scope of what it is about.
    package func dialog(_ kind: DialogKind) -> RestorationScope { scope("dialog:" + kind.rawValue) }

    /// What the preferences keep of themselves; to be asked of the application's scope.
    package var preferences: RestorationScope { scope("preferences") }
}

extension RestorationScope {
    /// What is kept of a workspace in their list.
    package func workspace(_ id: WorkspaceIdentifier) -> RestorationScope {
        scope("workspace:" + id.rawValue)
    }
}

extension TextKey {
    /// The name of a workspace that is being typed.
    package static let workspaceName = TextKey(name: "name")
}

extension RestorationKey<Bool> {
    /// Whether a workspace is being given another name.
    package static var isRenamed: Self { .init(name: "isRenamed", default: false) }
}

extension RestorationKey<String> {
    /// The earlier time that is looked at, in milliseconds since 1970.
    package static var historyState: Self { .init(name: "time", default: "") }

    /// What has the focus in a dialog, by its name there.
    package static var dialogFocus: Self { .init(name: "focus", default: "") }

    /// The draft that is being moved: its window and its path there.
    package static var movedDraft: Self { .init(name: "moved", default: "") }

    /// The path of the file or folder that is to be imported.
    package static var importedFile: Self { .init(name: "file", default: "") }

    /// The ids of the notes that are to be exported, with blanks between them.
    package static var exportedNotes: Self { .init(name: "notes", default: "") }

    /// What is to be exported, by its `storedName`.
    package static var exportSubject: Self { .init(name: "subject", default: "") }

    /// Where that is to go, by its `storedName`.
    package static var exportWay: Self { .init(name: "way", default: "") }

    /// The link to the book or character that is joined with another one.
    package static var joinedPart: Self { .init(name: "part", default: "") }

    /// The link to the other one; nothing until it is chosen.
    package static var joinedWith: Self { .init(name: "with", default: "") }

    /// The fields that are taken from the other one, with blanks between them.
    package static var joinedFields: Self { .init(name: "fields", default: "") }

    /// The path of the backup that is to be restored.
    package static var chosenBackup: Self { .init(name: "backup", default: "") }

    /// The page of the preferences that was shown last.
    package static var preferencesPage: Self { .init(name: "page", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether what the reader has yet to come to is exported as well.
    package static var exportsVeiled: Self { .init(name: "veiled", default: false) }
    /// Whether the line is there in which a text is searched for in a web page.
    package static var isFindBarOpen: Self { .init(name: "isFinding", default: false) }
}

extension TextKey {
    /// What is searched for in a web page.
    package static let find = TextKey(name: "find")
    /// What pages are looked for with.
    package static let pageFilter = TextKey(name: "filter")
}

// Of a picture that is looked at.
extension RestorationKey<String> {
    /// The picture, as `PictureSubject.stored`.
    package static var shownPicture: Self { .init(name: "picture", default: "") }
}

extension RestorationKey<Double> {
    /// How many times as large as it fits.
    package static var pictureZoom: Self { .init(name: "zoom", default: 1) }
    /// What is in the middle, from 0 at the left edge to 1.
    package static var pictureX: Self { .init(name: "x", default: 0.5) }
    /// What is in the middle, from 0 at the upper edge to 1.
    package static var pictureY: Self { .init(name: "y", default: 0.5) }
}
