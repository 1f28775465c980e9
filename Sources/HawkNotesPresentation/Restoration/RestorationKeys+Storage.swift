import Foundation
import StateRestoration

// Values by their keys. One initializer for each type that is stored: the library has no protocol for
// them, so that nothing else compiles.

extension SceneStorage<Bool> {
    package convenience init(
        _ key: RestorationKey<Bool>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<Int> {
    package convenience init(
        _ key: RestorationKey<Int>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<Double> {
    package convenience init(
        _ key: RestorationKey<Double>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<String> {
    package convenience init(
        _ key: RestorationKey<String>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<Data> {
    convenience init(
        _ key: RestorationKey<Data>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<Date> {
    convenience init(
        _ key: RestorationKey<Date>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(wrappedValue: key.initial, key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<String?> {
    convenience init(
        _ key: RestorationKey<String?>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key.name, in: scope, fileID: fileID, line: line)
    }
}

extension SceneStorage<AnchoredScrollPosition?> {
    package convenience init(
        _ key: RestorationKey<AnchoredScrollPosition?>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key.name, in: scope, fileID: fileID, line: line)
    }
}

extension RestorableText {
    package convenience init(
        _ key: TextKey,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key.name, in: scope, fileID: fileID, line: line)
    }
}
