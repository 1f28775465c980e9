import XCTest

@testable import HawkNotesPresentation

final class DisplayNameTests: XCTestCase {
    private func name(_ x11: String? = nil, wayland: String? = nil, backend: String? = nil)
        -> DisplayName
    {
        var environment = ["XDG_RUNTIME_DIR": "/run/user/1000"]
        environment["DISPLAY"] = x11
        environment["WAYLAND_DISPLAY"] = wayland
        environment["GDK_BACKEND"] = backend
        return DisplayName(environment: environment)
    }

    private func assert(
        _ one: DisplayName,
        _ other: DisplayName,
        areApart: Bool,
        line: UInt = #line
    ) {
        XCTAssertEqual(one.isElsewhere(than: other), areApart, line: line)
        XCTAssertEqual(other.isElsewhere(than: one), areApart, line: line)
    }

    func testServersAreApartByTheirNames() {
        assert(name(":0"), name(":0"), areApart: false)
        assert(name(":0"), name(":0.1"), areApart: false)
        assert(name(":0"), name("unix:0"), areApart: false)
        assert(name(":0"), name("desk/unix:0.0"), areApart: false)
        assert(name(":0"), name(":1"), areApart: true)
        assert(name(":10"), name("localhost:10.0"), areApart: true)
        assert(name("localhost:10.0"), name("localhost:11.0"), areApart: true)
    }

    func testCompositorsAreApartByTheirSockets() {
        let here = name(":0", wayland: "wayland-0")
        assert(here, name(":0", wayland: "/run/user/1000/wayland-0"), areApart: false)
        assert(here, name(wayland: "wayland-0"), areApart: false)
        assert(here, name(wayland: "wayland-1"), areApart: true)
        assert(here, name(":0", wayland: "wayland-1"), areApart: true)
    }

    func testAServerOfACompositorBelongsToIt() {
        let here = name(":0", wayland: "wayland-0")
        assert(here, name(":0"), areApart: false)
        assert(here, name(":5"), areApart: true)
        assert(here, name("localhost:10.0"), areApart: true)
        // A virtual desktop that was started in a terminal of the compositor.
        assert(here, name(":5", wayland: "wayland-0", backend: "x11"), areApart: true)
        assert(name(wayland: "wayland-0"), name(":0"), areApart: false)
        assert(name(wayland: "wayland-0"), name("localhost:10.0"), areApart: true)
    }

    func testAProcessWithoutADisplayIsNotElsewhere() {
        assert(name(), name(":0"), areApart: false)
        assert(name(), name("localhost:10.0"), areApart: false)
        assert(name(""), name(wayland: "wayland-0"), areApart: false)
    }

    func testAnOlderProgramDoesNotTell() throws {
        let status = try JSONDecoder().decode(
            ProgramStatus.self,
            from: Data(#"{"windows":[],"workspaces":[]}"#.utf8)
        )
        XCTAssertNil(status.display)
    }
}
