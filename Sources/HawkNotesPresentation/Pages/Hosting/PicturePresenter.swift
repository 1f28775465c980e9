/// Shows the pictures of a page large.
@MainActor
package protocol PicturePresenter: AnyObject {
    /// Shows a picture over the window.
    func showPicture(_ subject: PictureSubject)
}
