import StateRestoration

extension RestorationScope {
    /// A dialog; to be asked of the scope of what it is about.
    func dialog(_ kind: DialogKind) -> RestorationScope { scope("dialog:" + kind.rawValue) }
}

extension RestorationKey<String> {
    /// What has the focus in a dialog, by its name there.
    static var dialogFocus: Self { .init(name: "focus", initial: "") }

    /// The page of the preferences that is shown.
    static var preferencesPage: Self { .init(name: "page", initial: "") }
}
