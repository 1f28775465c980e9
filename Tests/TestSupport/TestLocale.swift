import Foundation
import XCTest

/// The ways of another country, on this thread alone; made for the test, since few machines have many.
public enum TestLocale {
    /// Does something where dates and numbers are written as in a country.
    ///
    /// - Parameter name: as in `/usr/share/i18n/locales`, such as `de_DE`.
    /// - Throws: `XCTSkip` where the C library's descriptions of locales are not installed.
    public static func with<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        let folder = try TemporaryDirectory()
        let locale = name + ".UTF-8"
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = [
            "localedef", "--no-archive", "-i", name, "-f", "UTF-8",
            folder.url.appendingPathComponent(locale).path,
        ]
        compiler.standardError = FileHandle.nullDevice
        try compiler.run()
        compiler.waitUntilExit()
        let old = getenv("LOCPATH").map { String(cString: $0) }
        setenv("LOCPATH", folder.url.path, 1)
        defer { if let old { setenv("LOCPATH", old, 1) } else { unsetenv("LOCPATH") } }
        let parts = [LC_CTYPE, LC_NUMERIC, LC_TIME].reduce(Int32(0)) { $0 | 1 << Int32($1) }
        guard let made = newlocale(parts, locale, nil) else {
            throw XCTSkip("there is no locale \(name): install the package locales")
        }
        let before = uselocale(made)
        defer {
            uselocale(before)
            freelocale(made)
        }
        return try body()
    }
}
