import StateRestoration

// Of the report of a merge.
extension RestorationKey<String> {
    /// The id of the merge.
    package static var shownMerge: Self { .init(name: "merge", default: "") }
}
