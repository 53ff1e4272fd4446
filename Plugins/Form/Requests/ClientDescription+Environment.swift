import Mimeograph

extension ClientDescription {
    /// The languages that the environment of a process names, as BCP 47 tags, the preferred one first.
    ///
    /// The locale of messages is the first that is set of `LC_ALL`, `LC_MESSAGES` and `LANG`. `LANGUAGE`, a list with
    /// colons between its parts, goes before it, unless that locale is `C` or `POSIX`: then there are no languages, as in
    /// most server processes.
    ///
    /// Source: POSIX.1-2024 §8.2; GNU gettext manual §2.3.3 "Specifying a Priority List of Languages".
    public static func languages(in environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale, let language = tag(ofLocale: locale) else { return [] }
        var languages: [String] = []
        for name in (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale] {
            let tag = name == locale ? language : tag(ofLocale: name)
            if let tag, !languages.contains(tag) { languages.append(tag) }
        }
        return languages
    }

    /// The tag of a locale's name, which is `language_TERRITORY.codeset@modifier`; nil for `C`, `POSIX` and what is none.
    ///
    /// Source: the modifiers that name a script or a variant are those of glibc's locales.
    private static func tag(ofLocale name: String) -> String? {
        let parts = name.split(separator: "@", maxSplits: 1)
        guard let first = parts.first, let locale = first.split(separator: ".").first else { return nil }
        let subtags = locale.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
        guard let language = subtags.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        else { return nil }
        var tag = [language.lowercased()]
        let modifier = parts.count > 1 ? parts[1].lowercased() : ""
        let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn"]
        if let script = scripts[modifier] { tag.append(script) }
        tag += subtags.dropFirst().filter { (1...8).contains($0.utf8.count) }
        if modifier == "valencia" { tag.append(modifier) }
        return tag.joined(separator: "-")
    }
}
