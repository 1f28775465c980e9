import Foundation

/// One way in which a file of the state directory can be wrong; each has a sentence of its own.
///
/// Lines are counted from 1, the header.
enum StateFileProblem: Sendable, Equatable {
    // What the file system says.
    case directory
    case symbolicLink
    /// A pipe, a socket, a device.
    case otherKind
    case notPermitted
    case tooLarge
    case readError(POSIXErrorCode)

    // What the content says.
    case empty
    /// It does not begin as a state file does.
    case notStateFile
    /// The last line lacks its line feed, and more.
    case cutOff(line: Int)
    case checksum(line: Int)
    /// The line is as it was written, but it is no JSON object.
    case notJSON(line: Int)
    /// The number of the line is not the one after the last.
    case outOfOrder(line: Int)
    /// The line is about a number for which no path was given.
    case unnamedKey(line: Int)
    /// It is whole, and the state of another window.
    case otherWindow(SceneIdentifier)
    /// It is whole, and goes on from a file that is not there.
    case continuation
    /// It goes on from a file that has changed, or is not there.
    case otherBase
    /// The file ends, at the end of a line, before all that was written in one piece.
    case recordsMissing(found: Int, promised: Int)

    /// What a failure to read says about the file.
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

    /// Whether the next launch may read the file after all: it is the machine that lacks something.
    var isPassing: Bool {
        switch self {
        case .readError(let code): [.EMFILE, .ENFILE, .ENOMEM, .EAGAIN, .EINTR].contains(code)
        default: false
        }
    }

    /// Whether it was perhaps only the reading that failed, and not the file.
    var mayPass: Bool {
        switch self {
        case .readError, .notPermitted: true
        default: false
        }
    }

    /// What is wrong, as a sentence about the file.
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

/// What is wrong with a state file of which a part can be read.
struct StateFileDamage: Sendable, Equatable {
    /// The first thing that is.
    var problem: StateFileProblem
    /// Whether it is in the part that was written in one piece, and not in what was appended since.
    var isInSnapshot: Bool
    /// Whether no line from there on is as it was written.
    var isAtEnd: Bool
    /// How many bytes are not used: those of the bad lines.
    var unusedByteCount: Int
    /// What good lines inserted into texts that do not go on because of bad ones.
    var salvagedTexts: [SalvagedText] = []
    /// How many good lines are about values whose paths stood in bad ones.
    var unnamedCount = 0

    /// Whether it is what a power cut leaves behind: the end of what was appended had not reached
    /// the disk. Nothing that was to be kept is missing then.
    var isTornTail: Bool { isAtEnd && !isInSnapshot }

    /// What came back all the same, as a part of a sentence.
    var rest: String {
        isAtEnd ? "what stands before came back" : "all that stands in its good lines came back"
    }

    /// What is wrong and what is missing, as sentences about the file.
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
