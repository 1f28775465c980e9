import CGTK

/// A short movement of something on the screen, frame by frame: quick at first, then slower.
///
/// When animations are off, or it cannot be seen, its end is shown at once.
@MainActor
public final class Movement {
    private weak var widget: Widget?
    private let step: @MainActor (Double) -> Void
    private var number = 0
    private var start: gint64?

    /// How many times longer all movements take, to look at one in detail.
    static var slowdown = 1.0

    /// How long a movement takes, in microseconds.
    private static var duration: Double { 200_000 * slowdown }

    /// - Parameters:
    ///   - widget: in whose frames it happens.
    ///   - step: told how much of the way is done, from 0 to 1.
    public init(of widget: Widget, step: @escaping @MainActor (Double) -> Void) {
        self.widget = widget
        self.step = step
    }

    /// Begins anew.
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
