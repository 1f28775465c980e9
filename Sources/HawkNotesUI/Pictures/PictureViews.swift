import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// A book's cover, of any size.
@MainActor
enum CoverView {
    /// - Parameters:
    ///   - width: in pixels, as `height`.
    ///   - cornerRadius: in pixels.
    static func make(
        _ book: Book,
        width: Int,
        height: Int,
        cornerRadius: Int = 8,
        images: ImageStore
    ) -> Picture {
        make(
            ShownPicture(book),
            width: width,
            height: height,
            cornerRadius: cornerRadius,
            images: images
        )
    }

    static func make(
        _ shown: ShownPicture,
        width: Int,
        height: Int,
        cornerRadius: Int = 8,
        images: ImageStore
    ) -> Picture {
        let picture = Picture(width: width, height: height)
        let size = PictureSize(width: width, height: height, cornerRadius: cornerRadius)
        images.show(shown, in: picture, size)
        return picture.classes("cover")
    }
}

/// A character's picture in a circle.
@MainActor
enum AvatarView {
    /// - Parameter size: in pixels.
    static func make(_ character: Character, size: Int, images: ImageStore) -> Picture {
        make(ShownPicture(character), size: size, images: images)
    }

    static func make(_ shown: ShownPicture, size: Int, images: ImageStore) -> Picture {
        let picture = Picture(width: size, height: size)
        let round = PictureSize(width: size, height: size, cornerRadius: size / 2)
        images.show(shown, in: picture, round)
        return picture.classes("avatar").valign(.center).accessibleHidden()
    }
}

/// A picture on a page; a click shows it large.
@MainActor
enum PictureButton {
    /// - Parameter name: the accessible name.
    static func make(
        _ picture: Picture,
        name: String,
        _ show: @escaping @MainActor () -> Void
    ) -> Button {
        // The widget at any point is the button, for a screen reader as well.
        picture.accessibleHidden().canTarget(false)
        let button = Button(picture, name: name, "flat", "picture-button")
        // Otherwise the clickable area would be wider than the picture.
        button.halign(.center).valign(.start).cursor("zoom-in")
        return button.onClicked(show)
    }
}
