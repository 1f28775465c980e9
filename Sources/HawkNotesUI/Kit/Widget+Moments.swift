import GTKBridge
import Phrases

extension Widget {
    /// Gives the widget a style class for as long as its animation takes; anew where that still goes on.
    func setClass(_ name: String, for milliseconds: Int) {
        setClass(name, false).setClass(name, true)
        MainLoop.after(milliseconds: milliseconds) { [weak self] in
            _ = self?.setClass(name, false)
        }
    }
}
