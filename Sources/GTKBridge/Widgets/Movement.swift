import CGTK

/// A short animation, frame by frame: fast at first, then slower.
///
/// If animations are disabled, or the widget is not visible, it jumps to its end.
@MainActor
public final class Movement {
    private weak var widget: Widget?
    private let step: @MainActor (Double) -> Void
    private var number = 0
    private var start: gint64?

    /// A factor for the duration of all animations, to examine one in detail.
    static var slowdown = 1.0

    /// The duration of an animation, in microseconds.
    private static var duration: Double { 200_000 * slowdown }

    /// - Parameters:
    ///   - widget: the widget whose frames drive the animation.
    ///   - step: called with the progress, from 0 to 1.
    public init(of widget: Widget, step: @escaping @MainActor (Double) -> Void) {
        self.widget = widget
        self.step = step
    }

    /// Starts from the beginning.
    public func begin() {
        number += 1
        start = nil
        guard Style.animates, let widget, widget.isMapped else { return step(1) }
        step(0)
        goOn(number)
    }

    private func goOn(_ number: Int) {
        widget?.onNextFrame { [weak self] in
            guard let self, number == self.number else { return }
            let done = done
            step(1 - (1 - done) * (1 - done) * (1 - done))
            if done < 1 { goOn(number) }
        }
    }

    private var done: Double {
        guard let widget, let clock = gtk_widget_get_frame_clock(widget.widget) else { return 1 }
        let now = gdk_frame_clock_get_frame_time(clock)
        let start = start ?? now
        self.start = start
        return min(1, Double(now - start) / Self.duration)
    }
}
