/// Why a picture cannot be taken into the library.
public enum PictureProblem: Error, Hashable, Sendable {
    /// There is no file with this name.
    case missing
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It may not be read, or the disk cannot read it.
    case unreadable
    /// It is not on this computer.
    case remote
    /// It has no bytes at all.
    case empty
    /// It has more than ``PictureFile/largestSize`` bytes.
    case tooLarge
    /// Its bytes are those of none of the kinds that ``PictureHeader/Kind`` has.
    case notAPicture
    /// It says that it is so large, in pixels. Nothing of it was decoded.
    case tooManyPixels(width: Int, height: Int)
    /// It ends early, or cannot be decoded.
    case damaged
    /// A drawing that leads to other files, or holds further pictures.
    case refersElsewhere
    /// The system package of this name decodes its kind, and is not installed.
    case needsPackage(String)
    /// There is not enough memory, or it cannot be kept.
    case notKept
}
