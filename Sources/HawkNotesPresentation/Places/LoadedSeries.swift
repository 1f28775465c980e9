import Foundation
import HawkNotesModel
import Phrases

/// The series that windows show, as they are in the library now, but for what the reader has not come to
/// yet: that has no words here, so that nothing that shows a series can tell them. See `whole(_:)` for those
/// who write.
///
/// A library may hold thousands: only those that are asked for are read, and each is read again, off the
/// main thread, when something in it has changed. Those with a veil are always there.
@MainActor
package final class LoadedSeries {
    /// What a window shows where nothing else is said: the bundled series, or else the first.
    package private(set) var first: Series
    /// Where books were that were moved.
    package private(set) var former: FormerSeries
    /// What is shown although the reader has not come to it yet.
    package var unveiled = UnveiledThings() {
        didSet {
            guard unveiled != oldValue else { return }
            onUnveil(unveiled)
            if unveiled.all != oldValue.all { veilAgain() }
        }
    }
    /// Told what else is shown.
    package var onUnveil: @MainActor (UnveiledThings) -> Void = { _ in }

    private let library: Library
    /// What was asked for: a deleted series may come back.
    private var asked: Set<UUID>
    /// As the library has them.
    private var wholes: [UUID: Series]
    /// As they are shown.
    private var series: [UUID: Series]
    /// The veils of those that have one.
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

    /// A series with all that it has, for those who change it: what is shown may lack some of it.
    package func whole(_ id: UUID) -> Series? { wholes[id] }

    /// A series that was asked for; nil for one that was not, and for one that is gone.
    package subscript(id: UUID) -> Series? { series[id] }

    /// All that were asked for.
    package var all: [Series] { Array(series.values) }

    /// A book of them.
    package func book(_ id: UUID) -> Book? { find { $0.book(id) } }

    /// A character of them.
    package func character(_ id: UUID) -> Character? { find { $0.character(id) } }

    /// The one that a place belongs to.
    package func owner(of place: Place) -> Series? {
        switch place {
        case .shelf, .favorites(nil): first
        case .series(let id), .favorites(let id?): series[id]
        case .book(let id), .webPage(let id): find { $0.book(id) == nil ? nil : $0 }
        case .character(let id): find { $0.character(id) == nil ? nil : $0 }
        case .note, .search, .newer: nil
        }
    }

    /// A place that leads to what was joined, as one that leads to what stayed.
    package func current(_ place: Place) -> Place { former.joined.current(place) }

    /// The link to a place for people to copy.
    package func link(to place: Place) -> String {
        owner(of: place).map(place.link(in:)) ?? place.link
    }

    /// Calls the body with the ids of series that have come, changed or gone, as long as what it returns
    /// is kept.
    package func observe(_ body: @escaping @MainActor (Set<UUID>) -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Stores a series that was read, and tells the observers where it is another one than before.
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

    /// What a window showed when it was closed, say, must not be told with its words.
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

    /// Reads those that are not there yet, and goes on when they are: at once, if none is missing. What
    /// the library does not have stays away.
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

    /// Reads those that are not there yet.
    package func load(_ ids: Set<UUID>) async {
        await withCheckedContinuation { done in load(ids) { done.resume() } }
    }

    /// Reads them, also those that are there, and goes on when they are as the library has them now: what was
    /// just changed may not be told here yet.
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
            let former = try library.formerSeries()
            // Windows go along with a book that was moved.
            let moved = ids.flatMap(former.books(thatLeft:))
            let followed = ids.union(moved.compactMap(former.currentSeries(ofMovedBook:)))
            let current = try followed.map { ($0, try library.series($0)) }
            return (first: try library.firstSeries(), former: former, current: current)
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
