import StateRestoration

// Of the trash.
extension RestorationKey<String> {
    /// The open confirmation of a permanent deletion: the id of one item, `all`, or empty.
    package static var trashStep: Self { .init(name: "step", default: "") }
}
