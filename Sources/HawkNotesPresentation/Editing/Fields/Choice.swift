/// A choice; an empty ID means none.
package struct Choice: Equatable {
    package var id: String
    package var title: String
    /// Whether it is the current choice.
    package var isChosen = false

    package init(id: String, title: String, isChosen: Bool = false) {
        self.id = id
        self.title = title
        self.isChosen = isChosen
    }
}
