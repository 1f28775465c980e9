import StateRestoration

// Of the trash.
extension RestorationKey<String> {
    /// What is about to be deleted for good: the id of one thing, `all`, or nothing.
    package static var trashStep: Self { .init(name: "step", default: "") }
}
