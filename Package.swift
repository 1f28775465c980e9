// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hawk-notes",
    products: [
        .library(name: "StateRestoration", targets: ["StateRestoration"]),
        .library(name: "StateRestorationTesting", targets: ["StateRestorationTesting"]),
        .executable(name: "hawk-notes", targets: ["HawkNotes"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
    ],
    targets: [
        // The three below know nothing of one another.
        .target(name: "StateRestoration"),
        .target(
            name: "HawkNotesModel",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(name: "GTKBridge", dependencies: ["CGTK"]),

        .systemLibrary(
            name: "CGTK",
            pkgConfig: "gtk4",
            providers: [.apt(["libgtk-4-dev"])]
        ),
        .target(name: "StateRestorationTesting", dependencies: ["StateRestoration"]),
        .target(
            name: "HawkNotesUI",
            dependencies: ["GTKBridge", "HawkNotesModel", "StateRestoration"]
        ),
        .executableTarget(
            name: "HawkNotes",
            dependencies: ["HawkNotesUI", "HawkNotesModel", "StateRestoration"]
        ),

        // A process for the tests to kill.
        .executableTarget(
            name: "StateRestorationTypist",
            dependencies: ["StateRestoration"],
            path: "Tests/StateRestorationTypist"
        ),
        .executableTarget(
            name: "StateRestorationBenchmark",
            dependencies: ["StateRestoration", "StateRestorationTesting"],
            path: "Tests/StateRestorationBenchmark"
        ),
        .testTarget(
            name: "StateRestorationTests",
            dependencies: [
                "StateRestoration", "StateRestorationTesting", "StateRestorationTypist",
            ],
            exclude: ["Fixtures"]
        ),
        // A second program, which uses the library as any other would.
        .testTarget(
            name: "JournalTests",
            dependencies: ["StateRestoration", "StateRestorationTesting"]
        ),
        .testTarget(name: "HawkNotesModelTests", dependencies: ["HawkNotesModel"]),
        .target(
            name: "DisplayTestSupport",
            dependencies: ["GTKBridge", "CGTK"],
            path: "Tests/DisplayTestSupport"
        ),
        .testTarget(name: "GTKBridgeTests", dependencies: ["GTKBridge", "DisplayTestSupport"]),
        .testTarget(
            name: "HawkNotesUITests",
            dependencies: ["HawkNotesUI", "StateRestorationTesting"]
        ),
        .testTarget(name: "HawkNotesTests", dependencies: ["HawkNotes"]),
    ],
    swiftLanguageModes: [.v6]
)

// The library on its own, without what it does not need: `meson-helpers/sanitize` builds it so.
if Context.environment["HAWK_NOTES_CORE_ONLY"] != nil {
    let tests: Set = ["StateRestorationTests", "JournalTests"]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { target in
        !target.name.hasPrefix("StateRestoration") && !tests.contains(target.name)
    }
}
