/// One of several things that can be chosen; nothing when the id is empty.
package struct Choice: Equatable {
    package var id: String
    package var title: String
    /// Whether it is what was chosen before.
    package var isChosen = false

    package init(id: String, title: String, isChosen: Bool = false) {
        self.id = id
        self.title = title
        self.isChosen = isChosen
    }
}
