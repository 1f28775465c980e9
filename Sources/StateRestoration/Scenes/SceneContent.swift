import Foundation

/// What is stored at one path.
enum SceneContent: Sendable {
    case value(RestorableValue)
    case text(ChunkedText)
    /// Written by another version; kept as it is, and written again.
    case unknown(JSONValue)
}

/// One change of a window, on its way to the disk.
enum SceneChange: Sendable {
    case value(path: String, RestorableValue?)
    case text(path: String, ChunkedText)
    case splice(path: String, offset: Int, removed: String, inserted: String)
    case title(String)
}
