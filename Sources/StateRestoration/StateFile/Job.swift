/// Something slow to be done in the state directory, in steps, until it succeeds.
///
/// A job that fails begins anew with its first step, so that all of them must bear being repeated.
/// Only what really builds on one another waits for one another:
///
/// - Jobs about the same *topic* run in the order in which they were added, also when an earlier
///   one keeps failing. A window's file, for one, must not be replaced before what stood there at
///   launch has its second name in the previous session, nor be moved before it is written.
/// - A job that merely *follows* others waits until they have been tried. The index is no more than
///   a hint: it had better not name what is not on the disk yet, and can do without.
///
/// A sync of a file is about no topic: whatever else fails, what was typed reaches the disk.
struct Job: Sendable {
    typealias Work = @Sendable (StateDirectory) throws -> Void

    /// What no two jobs may change in another order than the one given.
    enum Topic: Hashable, Sendable {
        /// The files of a window in `windows/`.
        case window(SceneIdentifier)
        /// The file of a window among the closed ones.
        case closedWindow(SceneIdentifier)
        case previousSession
        /// The folder of a workspace.
        case workspace(WorkspaceIdentifier)
        case history
        case trash
        case index
    }

    enum Step: Sendable {
        /// Changes names, or writes little. One at a time, in the order of the jobs.
        case quick(Work)
        /// May take seconds, and is about nothing but this job's own files. Side by side with others.
        case slow(Work)
        /// Brings a directory's names to the disk, if there is one; for all jobs that have come to
        /// this step at once.
        case syncDirectory(String)
    }

    /// Which jobs before it are to be tried first.
    enum Following: Sendable {
        case none
        case topics(Set<Topic>)
        case everything
    }

    var topics: Set<Topic> = []
    var following = Following.none
    /// Whether it has something that nobody else has, so that a run must not end well without it.
    var isEssential = false
    /// Whether it makes those before it that are the same, and have not begun, needless.
    var supersedesOthers = false
    var steps: [Step]
}

extension Job {
    /// Portions of work, so that what fails in one of them does not hold up the others, and
    /// thousands of windows do not become thousands of jobs.
    static func portions<Element>(of elements: [Element]) -> [[Element]] {
        let size = max(1, elements.count / 64)
        return stride(from: 0, to: elements.count, by: size).map {
            Array(elements[$0..<min($0 + size, elements.count)])
        }
    }
}
