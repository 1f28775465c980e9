/// What was typed into a text after a part of its file that is damaged, when nobody can tell any more
/// what stood around it.
///
/// The text itself came back as it was before the damage. To mix the two would make one that nobody
/// wrote, so that a person has to: show them beside one another.
public struct SalvagedText: Sendable, Equatable {
    /// The full path of the text in its window; `nil` when the line that names it is damaged, too.
    public var path: String?
    /// The stretches that were inserted, each as it was left, in the order in which they were begun.
    public var pieces: [String]
}
