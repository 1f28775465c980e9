import Foundation
import HawkNotesModel
import Phrases

/// The series that windows show, as they are in the library now, but without spoilers: these have
/// no text here, so that nothing that shows a series can reveal them. For writers, see `whole(_:)`.
///
/// A library may contain thousands: only requested ones are loaded, and each is read again, off the
/// main thread, after a change. Those with hidden spoilers are always loaded.
@MainActor
package final class LoadedSeries {
    /// The default series of a window: the sample series, or else the first.
    package private(set) var first: Series
    /// Where moved books were before.
    package private(set) var former: FormerSeries
    /// The spoilers that are shown.
    package var unveiled = UnveiledThings() {
        didSet {
            guard unveiled != oldValue else { return }
            onUnveil(unveiled)
            if unveiled.all != oldValue.all { veilAgain() }
        }
    }
    /// Called when other spoilers are shown.
    package var onUnveil: @MainActor (UnveiledThings) -> Void = { _ in }

    private let library: Library
    /// The requested series: a deleted one may be restored.
    private var asked: Set<UUID>
    /// As the library has them.
    private var wholes: [UUID: Series]
    /// As they are shown.
    private var series: [UUID: Series]
    /// The hidden spoilers of those series that have any.
    private(set) var veils: [UUID: Veil] = [:]
    private let observers = ChangeObservers<Set<UUID>>()
    private var observation: LibraryObservation?

    package init(_ library: Library, first: Series, former: FormerSeries = FormerSeries()) {
        self.library = library
        self.former = former
        asked = [first.id]
        wholes = [first.id: first]
        let shown = first.veiled(name: VeilText.name)
        self.first = shown
        series = [first.id: shown]
        if shown.veil.isOn { veils = [first.id: shown.veil] }
        observation = library.observeChanges { [weak self] in self?.follow($0) }
        loadThoseWithVeil()
    }

    /// A complete series, for changing it: the shown one may lack spoilers.
    package func whole(_ id: UUID) -> Series? { wholes[id] }

    /// A requested series; nil for one that was not requested, or was deleted.
    package subscript(id: UUID) -> Series? { series[id] }

    /// All requested series.
    package var all: [Series] { Array(series.values) }

    /// A book of the loaded series.
    package func book(_ id: UUID) -> Book? { find { $0.book(id) } }

    /// A character of the loaded series.
    package func character(_ id: UUID) -> Character? { find { $0.character(id) } }

    /// The series of a place.
    package func owner(of place: Place) -> Series? {
        switch place {
        case .shelf, .favorites(nil): first
        case .series(let id), .favorites(let id?): series[id]
        case .book(let id), .webPage(let id): find { $0.book(id) == nil ? nil : $0 }
        case .character(let id): find { $0.character(id) == nil ? nil : $0 }
        case .note, .search, .newer: nil
        }
    }

    /// The current place for a place that may lead to a joined part: that of the remaining one.
    package func current(_ place: Place) -> Place { former.joined.current(place) }

    /// The link to a place, for copying.
    package func link(to place: Place) -> String {
        owner(of: place).map(place.link(in:)) ?? place.link
    }

    /// Calls the body with the ids of series that were loaded, changed or deleted, as long as the
    /// returned object is kept.
    package func observe(_ body: @escaping @MainActor (Set<UUID>) -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Stores a loaded series, and notifies the observers if it has changed.
    package func store(_ new: Series) {
        asked.insert(new.id)
        guard wholes[new.id] != new else { return }
        setSeries(new, for: new.id)
        if first.id == new.id { first = shown(new) }
        observers.notify([new.id])
    }

    private func setSeries(_ new: Series?, for id: UUID) {
        wholes[id] = new
        updateShown(id)
    }

    private func updateShown(_ id: UUID) {
        series[id] = wholes[id].map(shown)
        veils[id] = series[id].flatMap { $0.veil.isOn ? $0.veil : nil }
    }

    private func shown(_ series: Series) -> Series {
        series.veiled(except: unveiled.all, name: VeilText.name)
    }

    private func veilAgain() {
        let changed = Set(veils.keys)
        for id in changed { updateShown(id) }
        if let new = series[first.id] { first = new }
        if !changed.isEmpty { observers.notify(changed) }
    }

    /// The title of a closed window, for example, must not reveal their text.
    private func loadThoseWithVeil() {
        library.perform {
            try $0.seriesWithVeil()
        } completion: { [weak self] result in
            switch result {
            case .success(let ids): self?.load(Set(ids)) {}
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }

    /// Loads missing series, and then continues: at once, if none is missing. Series that the
    /// library does not have stay missing.
    package func load(_ ids: Set<UUID>, then body: @escaping @MainActor @Sendable () -> Void) {
        asked.formUnion(ids)
        let missing = ids.filter { wholes[$0] == nil }
        guard !missing.isEmpty else { return body() }
        library.perform { library in
            try missing.compactMap { try library.series($0) }
        } completion: { [weak self] result in
            switch result {
            case .success(let found): found.forEach { self?.store($0) }
            case .failure(let error): Log.warn("\(error)")
            }
            body()
        }
    }

    /// Loads missing series.
    package func load(_ ids: Set<UUID>) async {
        await withCheckedContinuation { done in load(ids) { done.resume() } }
    }

    /// Reads the series again, even loaded ones, and then continues: a very recent change may not
    /// be reported here yet.
    package func refresh(_ ids: Set<UUID>, then body: @escaping @MainActor @Sendable () -> Void) {
        guard !ids.isEmpty else { return body() }
        asked.formUnion(ids)
        read(ids, then: body)
    }

    private func find<Part>(_ part: (Series) -> Part?) -> Part? {
        if let found = part(first) { return found }
        return series.values.lazy.compactMap(part).first
    }

    private func follow(_ changes: [LibraryChange]) {
        let changed = Set(changes.compactMap(\.seriesID))
        guard !changed.isEmpty else { return }
        read(changed.intersection(asked)) {}
    }

    private func read(_ ids: Set<UUID>, then body: @escaping @MainActor @Sendable () -> Void) {
        library.perform { library in
            var former = try library.formerSeries()
            while true {
                // Windows follow a book that was moved.
                let moved = ids.flatMap(former.books(thatLeft:))
                let followed = ids.union(moved.compactMap(former.currentSeries(ofMovedBook:)))
                let current = try followed.map { ($0, try library.series($0)) }
                let first = try library.firstSeries()
                // A part that was joined or moved in between would be gone, and windows would leave
                // it instead of following it.
                let after = try library.formerSeries()
                guard after != former else {
                    return (first: first, former: former, current: current)
                }
                former = after
            }
        } completion: { [weak self] result in
            switch result {
            case .success(let read):
                self?.former = read.former
                self?.replace(read.current, first: read.first)
            case .failure(let error): Log.warn("\(error)")
            }
            body()
        }
    }

    private func replace(_ current: [(UUID, Series?)], first newFirst: Series) {
        var changed: Set<UUID> = []
        asked.formUnion(current.map(\.0))
        for (id, new) in current where wholes[id] != new {
            setSeries(new, for: id)
            changed.insert(id)
        }
        if first.id != newFirst.id || wholes[newFirst.id] != newFirst {
            changed.formUnion([first.id, newFirst.id])
        }
        first = shown(newFirst)
        asked.insert(first.id)
        setSeries(newFirst, for: newFirst.id)
        if !changed.isEmpty { observers.notify(changed) }
    }
}
