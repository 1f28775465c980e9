/// Why a picture cannot be added to the library.
public enum PictureProblem: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// It is a folder, a pipe or a device.
    case notAFile
    /// The file may not be read, or the disk cannot read it.
    case unreadable
    /// The file is not on this computer.
    case remote
    /// The file has no bytes.
    case empty
    /// The file has more than ``PictureFile/largestSize`` bytes.
    case tooLarge
    /// The bytes don't match any ``PictureHeader/Kind``.
    case notAPicture
    /// The picture claims to be this large, in pixels. Nothing was decoded.
    case tooManyPixels(width: Int, height: Int)
    /// The file ends early, or cannot be decoded.
    case damaged
    /// A drawing that refers to other files, or contains pictures.
    case refersElsewhere
    /// Decoding requires the system package of this name, which is not installed.
    case needsPackage(String)
    /// There is not enough memory, or the picture cannot be stored.
    case notKept
}
