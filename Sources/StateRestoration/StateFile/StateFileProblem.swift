import Foundation

/// The problems of files in the state directory; each has its own sentence.
///
/// Lines are counted from 1, which is the header.
enum StateFileProblem: Sendable, Equatable {
    // Reported by the file system.
    case directory
    case symbolicLink
    /// A pipe, a socket, a device.
    case otherKind
    case notPermitted
    case tooLarge
    case readError(POSIXErrorCode)

    // Found in the content.
    case empty
    /// It does not start like a state file.
    case notStateFile
    /// The last line is incomplete, beyond a missing line feed.
    case cutOff(line: Int)
    case checksum(line: Int)
    /// The line is undamaged, but not a JSON object.
    case notJSON(line: Int)
    /// The line's number does not follow the previous one.
    case outOfOrder(line: Int)
    /// The line has a path's number that was not defined.
    case unnamedKey(line: Int)
    /// It is undamaged, but the state of another window.
    case otherWindow(SceneIdentifier)
    /// It is undamaged, but continues a missing file.
    case continuation
    /// It continues a file that has changed or is missing.
    case otherBase
    /// The file ends, at the end of a line, before all records of the snapshot.
    case recordsMissing(found: Int, promised: Int)

    /// Makes a problem from a read error.
    init(_ error: POSIXError) {
        switch error.code {
        case .EISDIR: self = .directory
        case .ELOOP: self = .symbolicLink
        case .EINVAL, .ENXIO: self = .otherKind
        case .EACCES, .EPERM: self = .notPermitted
        case .EFBIG: self = .tooLarge
        default: self = .readError(error.code)
        }
    }

    /// Whether the next launch may be able to read the file: the machine lacks resources.
    var isPassing: Bool {
        switch self {
        case .readError(let code): [.EMFILE, .ENFILE, .ENOMEM, .EAGAIN, .EINTR].contains(code)
        default: false
        }
    }

    /// Whether perhaps only reading failed, and the file is good.
    var mayPass: Bool {
        switch self {
        case .readError, .notPermitted: true
        default: false
        }
    }

    /// A description of the problem, as a sentence about the file.
    var sentence: String {
        switch self {
        case .directory: "It is a directory."
        case .symbolicLink: "It is a symbolic link, which is never followed."
        case .otherKind: "It is not a regular file."
        case .notPermitted: "Reading it is not permitted."
        case .tooLarge: "It is larger than \(StateDirectory.fileSizeLimit >> 20) MB."
        case .readError(let code):
            "Reading it failed: \(String(cString: strerror(code.rawValue)))."
        case .empty: "It is empty."
        case .notStateFile: "It does not begin as a state file does."
        case .cutOff(let line): "Its last line, line \(line), is cut off."
        case .checksum(let line): "Its line \(line) does not match its checksum."
        case .notJSON(let line):
            "Its line \(line) is no JSON object, although its checksum is right."
        case .outOfOrder(let line): "Its line \(line) is out of order."
        case .unnamedKey(let line): "Its line \(line) is about a value that was never named."
        case .otherWindow(let id): "It is a copy of the file of another window, \(id)."
        case .continuation: "It goes on from another file, which is missing."
        case .otherBase: "The file that it goes on from has changed, or is missing."
        case .recordsMissing(let found, let promised):
            "It ends after \(found) of \(promised) records that were written in one piece."
        }
    }
}

/// The damage of a partly readable state file.
struct StateFileDamage: Sendable, Equatable {
    /// The first problem.
    var problem: StateFileProblem
    /// Whether it is in the snapshot rather than in the records appended since.
    var isInSnapshot: Bool
    /// Whether all lines from there on are damaged.
    var isAtEnd: Bool
    /// The number of unused bytes: those of the bad lines.
    var unusedByteCount: Int
    /// Text that good lines inserted into texts that were interrupted by bad ones.
    var salvagedTexts: [SalvagedText] = []
    /// The number of good lines about values whose paths were in bad ones.
    var unnamedCount = 0

    /// Whether it looks like the result of a power cut: the last appended records had not reached
    /// the disk. Nothing that was promised to be kept is missing then.
    var isTornTail: Bool { isAtEnd && !isInSnapshot }

    /// The restored parts, as a part of a sentence.
    var rest: String {
        isAtEnd ? "what stands before came back" : "all that stands in its good lines came back"
    }

    /// The problem and the missing parts, as sentences about the file.
    var sentences: String {
        var sentences = [problem.sentence]
        for text in salvagedTexts {
            if let path = text.path {
                let what = "What was typed later into “\(path)” does not fit what came back of it"
                sentences.append(what + "; it is kept beside it.")
            } else {
                sentences.append("The name of a text is damaged; what was typed into it is kept.")
            }
        }
        if unnamedCount > 0 {
            sentences.append("Lines about values whose names are damaged: \(unnamedCount).")
        }
        return sentences.joined(separator: " ")
    }
}
