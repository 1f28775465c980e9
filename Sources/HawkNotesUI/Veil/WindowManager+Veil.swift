import HawkNotesPresentation
import StateRestoration

extension WindowManager {
    /// Brings back what was shown although the reader had yet to come to it, and keeps what becomes of that.
    func keepUnveiled() {
        let stored = SceneStorage(.unveiledThings, in: session.application)
        context.series.unveiled = UnveiledThings(stored: stored.wrappedValue)
        context.series.onUnveil = { things in
            if stored.wrappedValue != things.stored { stored.wrappedValue = things.stored }
        }
    }
}
