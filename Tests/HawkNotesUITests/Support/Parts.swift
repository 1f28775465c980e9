/// A private part of a view, by the name of its property; nil when there is none of that name and type.
///
/// For what a person reaches with the pointer, and the program needs no way to.
func part<Part>(_ name: String, of owner: Any, as type: Part.Type = Part.self) -> Part? {
    Mirror(reflecting: owner).children.first { $0.label == name }?.value as? Part
}
