import CGTK
import CRowView

/// What the C class knows of its view.
@MainActor
final class RowViewBox {
    weak var view: RowView?

    static let functions = RowViewFunctions(
        measure: { data, orientation, _, minimum, natural in
            let width = RowViewBox.with(data) { $0.measure(orientation) } ?? 0
            minimum?.pointee = width
            natural?.pointee = width
        },
        allocate: { data, width, height in
            RowViewBox.with(data) { $0.allocate(width: Int(width), height: Int(height)) }
        },
        scrolled: { data in RowViewBox.with(data) { $0.didScroll() } },
        focus: { data, direction in
            (RowViewBox.with(data) { $0.moveFocus(direction) } ?? false).gboolean
        },
        focus_child: { data, child in
            guard let child else { return }
            let address = UInt(bitPattern: child)
            RowViewBox.with(data) { $0.focusCame(toChildAt: address) }
        }
    )

    @discardableResult
    nonisolated private static func with<Result: Sendable>(
        _ data: gpointer?,
        _ body: @MainActor (RowView) -> Result
    ) -> Result? {
        guard let data else { return nil }
        let box = Unmanaged<RowViewBox>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { box.view.map(body) }
    }
}
