import Foundation
import GTKBridge
import Phrases

/// The controls of a task that writes into a folder: a button to choose the folder, the progress, and
/// the result.
@MainActor
final class FolderTaskControls {
    let root: Box
    let choose: Button
    let cancel = Button(localized("Cancel"), "remedy").wrapping()

    private let status = Label("", "caption").wrapping()
    private let bar = ProgressBar()
    private let buttons: [Button]
    private let title: String

    /// - Parameters:
    ///   - title: of the chooser of the folder.
    ///   - first: a button before the one to choose the folder.
    ///   - next: a button after that.
    init(choose: String, title: String, first: Button? = nil, next: Button? = nil) {
        self.choose = Button(choose, "remedy").wrapping()
        self.title = title
        buttons = [first, self.choose, next, cancel].compactMap(\.self)
        let box = WrapBox(spacing: 6)
        for button in buttons { box.append(button) }
        root = Box(.vertical, spacing: 9).append(status, bar, box)
        bar.visible(false)
    }

    /// Asks for a folder.
    func chooseFolder(_ completion: @escaping @MainActor (URL) -> Void) {
        FileChooser.chooseToRead(title: title, isFolder: true, over: root, completion)
    }

    /// Shows the stage of the task.
    ///
    /// - Parameters:
    ///   - words: the stage as a sentence; may be empty.
    ///   - fraction: the fraction that is written; nil if nothing is being written.
    func show(_ words: String, fraction: Double? = nil) {
        let (wasWriting, isWriting) = (bar.isVisible, fraction != nil)
        if let fraction { bar.fraction = fraction }
        if words != status.text {
            status.text = words
            if root.isMapped, !words.isEmpty { status.announce(words) }
        }
        status.visible(!words.isEmpty)
        let hasFocus = buttons.contains { $0.containsFocus }
        bar.visible(isWriting)
        cancel.visible(isWriting)
        choose.visible(!isWriting)
        if hasFocus, wasWriting != isWriting { (isWriting ? cancel : choose).grabFocus() }
    }
}
