// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hawk-notes",
    products: [
        .library(name: "StateRestoration", targets: ["StateRestoration"]),
        .library(name: "StateRestorationTesting", targets: ["StateRestorationTesting"]),
        .executable(name: "hawk-notes", targets: ["HawkNotes"]),
        // Opened by the program when a web page is first shown, and by nothing linked: WebKitGTK would
        // make it start a third slower.
        .library(name: "HawkNotesWebPage", type: .dynamic, targets: ["HawkNotesWebPage"]),
        // The same, opened when a file is first imported that needs it.
        .library(name: "HawkNotesImport", type: .dynamic, targets: ["HawkNotesImport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The three below know nothing of one another.
        .target(name: "StateRestoration"),
        .target(
            name: "HawkNotesModel",
            dependencies: [
                "CSQLite", "LibrarySalvage", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        // Reads damaged databases and their logs from their bytes. Knows the library's tables, and nothing
        // else of the model.
        .target(
            name: "LibrarySalvage",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")]
        ),
        // A call of SQLite's that Swift cannot make.
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        // The files by which several computers keep a library in step.
        .target(
            name: "LibrarySharing",
            dependencies: ["HawkNotesModel", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        // What needs GLib and no display: the log, the main loop, clocks, and texts in the reader's language.
        .target(name: "Phrases", dependencies: ["CGLib"]),
        .systemLibrary(
            name: "CGLib",
            pkgConfig: "glib-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        .target(
            name: "GTKBridge",
            dependencies: [
                "Phrases", "CGTK", "CRowView", "CX11Window", "CDisplayLoss", "CWebPage", "CProcess",
            ]
        ),
        // A widget class; Swift can make none.
        .target(name: "CRowView", dependencies: ["CGTK"]),
        // In C, because what it asks Xlib for must be looked up at run time.
        .target(name: "CX11Window", dependencies: ["CGTK"]),
        // The same for Xlib and libwayland.
        .target(name: "CDisplayLoss", dependencies: ["CGTK"]),
        // What must be ready before Swift is, or still work when Swift no longer does.
        .target(name: "CProcess"),

        .systemLibrary(
            name: "CGTK",
            pkgConfig: "gtk4",
            providers: [.apt(["libgtk-4-dev"])]
        ),

        // In C, because a second dynamic library in Swift would bring a second Swift runtime. Without
        // the package it compiles to a library that says so.
        .target(name: "HawkNotesWebPage", dependencies: ["CWebKitGTK"]),
        // The library's interface alone: its one header.
        .systemLibrary(name: "CWebPage", path: "Sources/HawkNotesWebPage/include"),
        .systemLibrary(
            name: "CWebKitGTK",
            pkgConfig: "webkitgtk-6.0",
            providers: [.apt(["libwebkitgtk-6.0-dev"])]
        ),

        // That library in Swift: the only place where its pointers are held.
        .target(name: "ImportBridge", dependencies: ["CImport"]),
        // Reads what other programs have written. Knows no library and no window.
        .target(
            name: "HawkNotesFormats",
            dependencies: ["ImportBridge", .product(name: "Yams", package: "Yams")]
        ),
        // Between the two: what is read becomes part of a library, and a library becomes files.
        .target(
            name: "HawkNotesExchange",
            dependencies: [
                "HawkNotesFormats", "HawkNotesModel", "LibrarySalvage",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // Archives, XML and tables, in C; it looks the libraries for them up when they are first needed.
        .target(name: "HawkNotesImport"),
        // The library's interface alone: its one header.
        .systemLibrary(name: "CImport", path: "Sources/HawkNotesImport/include"),

        .target(name: "StateRestorationTesting", dependencies: ["StateRestoration"]),
        // What pages show and do. Knows no widget: GTK's headers are not needed to build it.
        .target(
            name: "HawkNotesPresentation",
            dependencies: [
                "Phrases", "HawkNotesExchange", "HawkNotesFormats", "HawkNotesModel",
                "StateRestoration",
            ]
        ),
        .target(
            name: "HawkNotesUI",
            dependencies: [
                "Phrases", "GTKBridge", "HawkNotesExchange", "HawkNotesFormats", "HawkNotesModel",
                "HawkNotesPresentation", "StateRestoration",
            ]
        ),
        .executableTarget(
            name: "HawkNotes",
            dependencies: [
                "Phrases", "GTKBridge", "HawkNotesUI", "HawkNotesModel", "HawkNotesPresentation",
                "StateRestoration",
            ]
        ),

        // What tests of several targets need: without a display, with a library, with a display.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .target(
            name: "LibraryTestSupport",
            dependencies: [
                "HawkNotesModel", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/LibraryTestSupport"
        ),
        .target(
            name: "DisplayTestSupport",
            dependencies: ["Phrases", "GTKBridge", "CGTK", "TestSupport"],
            path: "Tests/DisplayTestSupport"
        ),

        // A process for the tests to kill.
        .executableTarget(
            name: "StateRestorationTypist",
            dependencies: ["StateRestoration"],
            path: "Tests/StateRestorationTypist"
        ),
        // Types into the program's own text fields as well.
        .executableTarget(
            name: "StateRestorationBenchmark",
            dependencies: [
                "Phrases", "StateRestoration", "StateRestorationTesting", "HawkNotesUI",
                "GTKBridge",
            ],
            path: "Tests/StateRestorationBenchmark"
        ),
        .executableTarget(
            name: "HawkNotesSearchBenchmark",
            dependencies: [
                "HawkNotesModel", "StateRestorationTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/HawkNotesSearchBenchmark"
        ),
        .testTarget(
            name: "StateRestorationTests",
            dependencies: [
                "StateRestoration", "StateRestorationTesting", "StateRestorationTypist",
                "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        // A second program, which uses the library as any other would.
        .testTarget(
            name: "JournalTests",
            dependencies: ["StateRestoration", "StateRestorationTesting", "TestSupport"]
        ),
        .testTarget(
            name: "LibrarySalvageTests",
            dependencies: ["LibrarySalvage", "TestSupport"]
        ),
        .testTarget(
            name: "HawkNotesModelTests",
            dependencies: [
                "HawkNotesModel", "LibrarySalvage", "LibraryTestSupport", "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "LibrarySharingTests",
            dependencies: [
                "LibrarySharing", "LibraryTestSupport", "StateRestorationTesting", "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HawkNotesFormatsTests",
            dependencies: ["HawkNotesFormats", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HawkNotesExchangeTests",
            dependencies: ["HawkNotesExchange", "LibraryTestSupport", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        // The keyboard layouts of all countries, which GTK is built with.
        .systemLibrary(
            name: "CXKBCommon",
            path: "Tests/CXKBCommon",
            pkgConfig: "xkbcommon",
            providers: [.apt(["libxkbcommon-dev"])]
        ),
        // In C, because it takes the place of a function of GTK's.
        .target(name: "MeasureRecorder", dependencies: ["CGTK"], path: "Tests/MeasureRecorder"),
        // A process for the tests to look at from outside, and to let die.
        .target(name: "CrashingCode", path: "Tests/CrashingCode"),
        .executableTarget(
            name: "ProcessTestProgram",
            dependencies: ["Phrases", "GTKBridge", "CGTK", "CrashingCode"],
            path: "Tests/ProcessTestProgram"
        ),
        .testTarget(
            name: "PhrasesTests",
            dependencies: ["Phrases", "TestSupport"]
        ),
        .testTarget(
            name: "GTKBridgeTests",
            dependencies: [
                "GTKBridge", "Phrases", "CWebPage", "DisplayTestSupport", "MeasureRecorder",
                "ProcessTestProgram", "StateRestorationTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "HawkNotesPresentationTests",
            dependencies: [
                "Phrases", "HawkNotesPresentation", "StateRestorationTesting", "LibraryTestSupport",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "HawkNotesUITests",
            dependencies: [
                "Phrases", "HawkNotesPresentation", "HawkNotesUI", "StateRestorationTesting",
                "CXKBCommon", "DisplayTestSupport", "LibraryTestSupport", "TestSupport",
            ]
        ),
        .testTarget(
            name: "HawkNotesTests",
            dependencies: [
                "Phrases", "HawkNotes", "HawkNotesPresentation", "GTKBridge",
                "StateRestorationTesting", "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The library on its own, without what it does not need: `meson-helpers/sanitize` builds it so.
if Context.environment["HAWK_NOTES_CORE_ONLY"] != nil {
    let tests: Set = ["StateRestorationTests", "JournalTests", "TestSupport"]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { target in
        !target.name.hasPrefix("StateRestoration") && !tests.contains(target.name)
            || target.name == "StateRestorationBenchmark"
    }
}

// What needs neither a display nor GTK's headers, with its tests.
if Context.environment["HAWK_NOTES_PRESENTATION_ONLY"] != nil {
    var left: Set = ["CGTK", "CWebKitGTK"]
    func needsGTK(_ target: Target) -> Bool {
        left.contains(target.name)
            || target.dependencies.contains {
                if case .byNameItem(let name, _) = $0 { left.contains(name) } else { false }
            }
    }
    while let target = package.targets.first(where: { needsGTK($0) }) {
        left.insert(target.name)
        package.targets.removeAll { $0.name == target.name }
    }
    package.products.removeAll { ["hawk-notes", "HawkNotesWebPage"].contains($0.name) }
}
