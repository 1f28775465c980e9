import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

final class ListBoxTests: DisplayTestCase {
    func testAnActivatedRowTellsItsPosition() {
        onMainActor {
            let list = ListBox()
            let rows = (1...3).map { ListBoxRow(Label("\($0)"), name: "\($0)") }
            for row in rows { list.insert(row) }
            var activated: [Int] = []
            list.onRowActivated { activated.append($0) }
            let window = Window(application: TestApplication.shared)
            window.setChild(list)
            gtk_widget_activate(rows[2].widget)
            list.remove(rows[0])
            gtk_widget_activate(rows[2].widget)
            XCTAssertEqual(activated, [2, 1])
            window.destroy()
        }
    }
}
