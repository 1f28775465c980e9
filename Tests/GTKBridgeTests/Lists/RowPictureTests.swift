import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class RowPictureTests: DisplayTestCase {
    /// A list of three rows of 40 pixels that are drawn.
    @MainActor
    private static func with(_ body: (RowView) -> Void) {
        let window = Window(application: TestApplication.shared)
        var metrics = RowView.Metrics()
        metrics.spacing = 10
        let view = RowView(metrics)
        window.setChild(ScrolledWindow(view))
        window.defaultSize = (400, 300)
        let source = RowView.Source { index in
            RowItem(Label("\(index)").sizeRequest(height: 40), name: "Row")
        }
        view.show(source, count: 3)
        window.present()
        XCTAssertTrue(MainLoop.run { view.viewSize.height > 0 && view.live.count == 3 })
        view.waitUntilDrawn()
        body(view)
        window.destroy()
    }

    func testARowThatGoesFadesInItsPlace() {
        onMainActor {
            Style.animates = true
            // Where frames take long, none would show it on its way.
            Movement.slowdown = 5
            defer {
                Style.animates = false
                Movement.slowdown = 1
            }
            // The last one has nothing below it.
            for (gone, top) in [(1, 50.0), (2, 100)] {
                Self.with { view in
                    view.apply(removed: [gone..<gone + 1], inserted: [], collapsing: true)
                    var opacities: [Double] = []
                    var frames: [Rectangle] = []
                    XCTAssertTrue(
                        MainLoop.run {
                            guard let picture = view.fading else { return true }
                            opacities.append(gtk_widget_get_opacity(picture.widget))
                            frames += picture.frame(in: view).map { [$0] } ?? []
                            return false
                        }
                    )
                    XCTAssertTrue(opacities.contains { $0 > 0 && $0 < 1 }, "\(gone)")
                    XCTAssertEqual(opacities, opacities.sorted(by: >), "\(gone)")
                    XCTAssertTrue(frames.contains { $0.y == top && $0.height > 0 }, "\(gone)")
                    XCTAssertTrue(frames.allSatisfy { $0.height <= 40 }, "\(gone)")
                    XCTAssertEqual(view.count, 2)
                }
            }
        }
    }

    func testARowIsGoneAtOnceWithoutAnimations() {
        onMainActor {
            Style.animates = false
            Self.with { view in
                view.apply(removed: [1..<2], inserted: [], collapsing: true)
                XCTAssertNil(view.fading)
                XCTAssertNil(view.gap)
            }
        }
    }
}
