import StateRestoration

enum Tab: String, CaseIterable { case home, work }

/// Which tab of a window is selected.
@MainActor
final class TabBar {
    @SceneStorage var selection: Tab

    init(in scope: RestorationScope) {
        _selection = SceneStorage(wrappedValue: .home, "selection", in: scope)
    }
}
