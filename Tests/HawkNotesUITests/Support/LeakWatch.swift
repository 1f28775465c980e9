import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Finds out which objects outlive the window that they were made for.
///
/// Everything that can be reached from the window's own properties is watched: Swift objects by weak
/// references, GObjects by their finalisation.
@MainActor
final class LeakWatch {
    private final class Watched {
        let name: String
        weak var object: AnyObject?
        var isFinalized = false

        init(_ object: AnyObject) {
            name = "\(type(of: object))"
            self.object = object
        }
    }

    private var watched: [ObjectIdentifier: Watched] = [:]
    private var seen: Set<ObjectIdentifier> = []
    private var living: [String: Int] = [:]

    /// How many objects of a type are watched, so that a test can see that it watches them at all.
    func count(of type: AnyObject.Type) -> Int {
        watched.values.filter { $0.name == "\(type)" }.count
    }

    /// Watches an object and all that is reachable from it and belongs to the window alone.
    func watch(_ object: AnyObject) { walk(object) }

    /// Fails when something watched is alive although the loop has run.
    func assertGone(file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertFalse(watched.isEmpty, "nothing was watched", file: file, line: line)
        _ = MainLoop.run { alive.isEmpty }
        XCTAssertEqual(alive, [:], "left over", file: file, line: line)
    }

    private var alive: [String: Int] {
        var result = living
        for entry in watched.values where entry.object != nil {
            result[entry.name, default: 0] += 1
        }
        return result
    }

    private func walk(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class {
            let object = value as AnyObject
            guard isOfTheWindow(value), seen.insert(ObjectIdentifier(object)).inserted else {
                return
            }
            add(object)
        }
        var part: Mirror? = mirror
        while let current = part {
            for child in current.children { walk(child.value) }
            part = current.superclassMirror
        }
    }

    private func add(_ object: AnyObject) {
        watched[ObjectIdentifier(object)] = Watched(object)
        // GTK keeps the actions of the window that had the keyboard until another one has it, which is
        // for the window manager to say. That the wrapper is gone is all that can be expected of them.
        guard let object = object as? Object, !(object is Action) else { return }
        let name = "finalized \(object.typeName)"
        living[name, default: 0] += 1
        object.whenFinalized { [weak self] in
            guard let self else { return }
            let count = (self.living[name] ?? 0) - 1
            self.living[name] = count > 0 ? count : nil
        }
    }

    private func isOfTheDisplay(_ value: Any) -> Bool {
        guard let name = (value as? Object)?.typeName else { return false }
        return name == "GtkSettings" || name.hasPrefix("Gdk") && name.contains("Device")
    }

    /// What windows share, and what belongs to the session, outlives them.
    private func isOfTheWindow(_ value: Any) -> Bool {
        let name = String(reflecting: type(of: value))
        let isOurs = [
            "HawkNotesUI.", "HawkNotesPresentation.", "GTKBridge.", "StateRestoration.SceneStorage",
        ].contains { name.hasPrefix($0) }
        return isOurs
            && !(value is AppContext || value is LoadedSeries || value is Application
                || value is ImageStore || value is SeriesMentions || value is SeriesNoteCounts
                || value is NoteCounts || value is PendingNotes
                || isOfTheDisplay(value) || value is Texture || value is DragTracker
                || value is WebEngine || value is SpellingChecker || value is SeriesKnownWords)
    }
}
