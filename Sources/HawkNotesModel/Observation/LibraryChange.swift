/// A part of the library that can be observed and that a write may change.
enum LibraryChange: Hashable, Sendable {
    case notes(NoteSubject)
    case noteCounts
    case favorites
    case series
}
