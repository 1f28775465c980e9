import CGTK
import Glibc
import Phrases

/// The spelling library Enchant, loaded on first use: the only place with its pointers.
///
/// The program is not linked against it, and runs on machines that do not have it. It is never
/// unloaded. An instance is used by one thread at a time.
public final class Enchant {
    private let functions: EnchantFunctions
    private let broker: OpaquePointer
    private var dictionaries: [String: OpaquePointer?] = [:]

    /// Loads the library.
    ///
    /// - Returns: nil if the machine does not have it.
    public convenience init?() { self.init(library: "libenchant-2.so.2") }

    /// Loads another library with the same functions.
    init?(library name: String) {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL),
            let functions = EnchantFunctions(library),
            let broker = functions.makeBroker()
        else { return nil }
        self.functions = functions
        self.broker = broker
    }

    deinit {
        for case let dictionary? in dictionaries.values {
            functions.freeDictionary(broker, dictionary)
        }
        functions.freeBroker(broker)
    }

    /// The names of the dictionaries, such as `de_AT`.
    public private(set) lazy var names: [String] = {
        var names: Set<String> = []
        withUnsafeMutablePointer(to: &names) { names in
            functions.listDictionaries(broker, addName, names)
        }
        return names.sorted()
    }()

    /// Whether a dictionary has a word; true if it cannot tell.
    public func has(_ word: String, in name: String) -> Bool {
        guard let dictionary = dictionary(name), !word.isEmpty else { return true }
        return functions.check(dictionary, word, word.utf8.count) <= 0
    }

    /// Similar words, the best first.
    public func suggestions(for word: String, in name: String) -> [String] {
        guard let dictionary = dictionary(name), !word.isEmpty else { return [] }
        var count = 0
        guard let list = functions.suggest(dictionary, word, word.utf8.count, &count) else {
            return []
        }
        defer { functions.freeList(dictionary, list) }
        return (0..<count).compactMap { list[$0].map { String(cString: $0) } }
    }

    /// Adds a word to the user's own dictionary of the language, which other programs share.
    public func add(_ word: String, to name: String) {
        guard let dictionary = dictionary(name), !word.isEmpty else { return }
        // The library makes the file, but not its folder.
        if let folder { g_mkdir_with_parents(folder, 0o700) }
        functions.add(dictionary, word, word.utf8.count)
    }

    private func dictionary(_ name: String) -> OpaquePointer? {
        if let known = dictionaries[name] { return known }
        let new = leavingNoFiles(of: name) { functions.requestDictionary(broker, name) }
        dictionaries[name] = .some(new)
        return new
    }

    /// The folder of the user's own dictionaries.
    private lazy var folder = takeString(functions.userFolder())

    /// Removes the empty files that the library makes for the user's own words as soon as it opens
    /// a dictionary: they would tell in which languages something was written.
    private func leavingNoFiles<Result>(of name: String, _ body: () -> Result) -> Result {
        guard let folder else { return body() }
        let hasFolder = access(folder, F_OK) == 0
        let missing: [String] = [".dic", ".exc"].map { "\(folder)/\(name)\($0)" }
            .filter { access($0, F_OK) != 0 }
        let result = body()
        for path in missing {
            var state = stat()
            if stat(path, &state) == 0, state.st_size == 0 { unlink(path) }
        }
        if !hasFolder { rmdir(folder) }
        return result
    }
}

/// The functions of the library.
private struct EnchantFunctions {
    typealias Text = UnsafePointer<CChar>
    typealias List = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// Receives the name of a dictionary, and the provider's name, description and file.
    typealias Description =
        @convention(c) (Text?, Text?, Text?, Text?, UnsafeMutableRawPointer?) -> Void

    let makeBroker: @convention(c) () -> OpaquePointer?
    let freeBroker: @convention(c) (OpaquePointer) -> Void
    let listDictionaries:
        @convention(c) (OpaquePointer, Description, UnsafeMutableRawPointer?) -> Void
    let requestDictionary: @convention(c) (OpaquePointer, Text) -> OpaquePointer?
    let freeDictionary: @convention(c) (OpaquePointer, OpaquePointer) -> Void
    let check: @convention(c) (OpaquePointer, Text, Int) -> CInt
    let suggest: @convention(c) (OpaquePointer, Text, Int, UnsafeMutablePointer<Int>) -> List?
    let freeList: @convention(c) (OpaquePointer, List) -> Void
    let add: @convention(c) (OpaquePointer, Text, Int) -> Void
    let userFolder: @convention(c) () -> UnsafeMutablePointer<CChar>?

    /// Returns nil if the library lacks one of them.
    init?(_ library: UnsafeMutableRawPointer) {
        func function<Function>(_ name: String) -> Function? {
            dlsym(library, "enchant_" + name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard
            let makeBroker: @convention(c) () -> OpaquePointer? = function("broker_init"),
            let freeBroker: @convention(c) (OpaquePointer) -> Void = function("broker_free"),
            let listDictionaries:
                @convention(c) (OpaquePointer, Description, UnsafeMutableRawPointer?) -> Void =
                function("broker_list_dicts"),
            let requestDictionary: @convention(c) (OpaquePointer, Text) -> OpaquePointer? =
                function("broker_request_dict"),
            let freeDictionary: @convention(c) (OpaquePointer, OpaquePointer) -> Void =
                function("broker_free_dict"),
            let check: @convention(c) (OpaquePointer, Text, Int) -> CInt = function("dict_check"),
            let suggest:
                @convention(c) (OpaquePointer, Text, Int, UnsafeMutablePointer<Int>) -> List? =
                function("dict_suggest"),
            let freeList: @convention(c) (OpaquePointer, List) -> Void =
                function("dict_free_string_list"),
            let add: @convention(c) (OpaquePointer, Text, Int) -> Void = function("dict_add"),
            let userFolder: @convention(c) () -> UnsafeMutablePointer<CChar>? =
                function("get_user_config_dir")
        else { return nil }
        self.makeBroker = makeBroker
        self.freeBroker = freeBroker
        self.listDictionaries = listDictionaries
        self.requestDictionary = requestDictionary
        self.freeDictionary = freeDictionary
        self.check = check
        self.suggest = suggest
        self.freeList = freeList
        self.add = add
        self.userFolder = userFolder
    }
}

private let addName: EnchantFunctions.Description = { name, _, _, _, names in
    guard let name, let names else { return }
    names.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: name))
}
