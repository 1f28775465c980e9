import Foundation

/// All that a state file says about one window.
struct WindowState: Sendable {
    /// The format, and the program that wrote it.
    var format = StateLine.format
    var writer = ""
    /// The window that the file names as its own, where it does.
    var window: SceneIdentifier?
    var title = ""
    /// When the window was closed, should it have been.
    var closingDate: Date?
    /// What is stored, by path.
    var contents: [String: SceneContent] = [:]
    /// Members of the header that this version does not know; written again.
    var unknownHeader: [JSONValue.Member] = []
    /// Records that this version does not know; written again.
    var unknownRecords: [[JSONValue.Member]] = []
    /// The number of the next record; it goes on through every rewriting of the file, so that of
    /// two copies the later one can be told.
    var nextSequence = 0
    /// The numbers of the records that wrote or edited last what is at a path; read from files alone
    /// that are long enough to be continued.
    var lastRecords: [String: Int] = [:]

    /// Makes a change as the scene made it.
    mutating func apply(_ change: SceneChange) {
        if case .title(let title) = change { self.title = title } else { contents.apply(change) }
    }
}
