import Foundation

/// Why a file cannot be written, in words for the user.
public enum FileErrorText {
    /// The reason of a system error, without a capital letter and a period.
    public static func reason(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: localized("the disk is full")
        case EROFS, EACCES, EPERM: localized("the folder cannot be written to")
        case ENOENT, ENOTDIR: localized("the folder no longer exists")
        case ENAMETOOLONG: localized("the name is too long for this disk")
        // The name is all that is special about the file. FAT refuses some characters.
        case EINVAL, EILSEQ: localized("this disk does not allow the name")
        case EFBIG: localized("the file is too large for this disk")
        case EISDIR, EEXIST, ENOTEMPTY: localized("a folder has this name")
        default: String(cString: strerror(number))
        }
    }
}
