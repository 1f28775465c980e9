import GTKBridge
import HawkNotesPresentation

extension Preferences {
    /// Makes the spelling checker, which follows the setting.
    func makeSpellingChecker() -> SpellingChecker {
        let checker = SpellingChecker(languages: Desktop.languages, open: { Enchant() })
        checker.isOn = checksSpelling
        onChange(of: Key.checksSpelling) { [weak self, weak checker] in
            if let self { checker?.isOn = checksSpelling }
        }
        return checker
    }
}

extension Enchant: SpellingDictionaries {}
