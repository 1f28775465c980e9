import Foundation

/// Why a file is not read. What lies in a shared folder is never an error of the program: the file
/// waits, and is looked at again when it has changed.
package enum SharedFileProblem: Error, Hashable, Sendable {
    /// It has no bytes: it has not arrived, or stands for a file that is elsewhere.
    case empty
    /// It has more bytes than any file that is written.
    case tooLarge(Int)
    /// It is something else, such as a carrier's own file.
    case other
    /// It has no end line: it is still arriving, or was cut. Contains the number of whole lines.
    case cut(wholeLines: Int)
    /// This line, counted from 1, is not as it was written.
    case damaged(line: Int)
    /// It was written in this later format, which this version does not read.
    case newer(format: Int64)
    /// It belongs to another library.
    case otherLibrary(UUID)
    /// It is encrypted.
    case encrypted
    /// The disk or the network could not deliver it: the number of the error.
    case unreadable(code: Int32)
    /// It changed while it was read.
    case changed
    /// There are more computers than are read.
    case tooManyComputers
}

extension SharedFileProblem: CustomStringConvertible {
    /// In English, for logs and reports; pages say it in the language of the reader.
    package var description: String {
        switch self {
        case .empty: "The file is empty, or has not arrived."
        case .tooLarge(let size): "The file is too large: \(size) bytes."
        case .other: "It is not a file of Hawk Notes."
        case .cut(let lines): "The file has not arrived completely: it ends after \(lines) lines."
        case .damaged(let line): "The file is damaged in line \(line)."
        case .newer(let format):
            "The file was written by a newer version of Hawk Notes, in format \(format)."
        case .otherLibrary(let id): "The file belongs to another library, \(id)."
        case .encrypted: "The file is encrypted."
        case .unreadable(let code): "The file can't be read: \(String(cString: strerror(code)))."
        case .changed: "The file changed while it was read."
        case .tooManyComputers: "Too many computers share the folder."
        }
    }
}
