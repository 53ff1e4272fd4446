import Mimeograph

/// A description of the program for servers: its name and version, its system, and the languages of its user.
///
/// ```swift
/// var client = ClientDescription(environment: ["LANG": "de_AT.UTF-8"])
/// client.userAgent        // hello (Linux; x86_64)
/// client.acceptLanguage   // de-AT;q=1
/// ```
/// On Linux, `User-Agent` is `name/version (Linux; architecture)`. The default name is the file name of the program, and the
/// version appears only if you set one. The system's version is left out, because it helps attackers more than servers.
///
/// This module does no I/O and does not read the environment. Pass the environment yourself, or use `ClientDescription.current`
/// from `MimeographFoundation`.
public struct ClientDescription: Hashable, Sendable {
    /// The name of the program.
    public var name: String
    /// The version of the program, if known.
    public var version: String?
    /// The parts of the comment about the system, in order.
    public var system: [String]
    /// The user's languages as BCP 47 tags, in order of preference. A server process has none.
    public var languages: [String]

    /// Makes a description. By default, the name and the system come from the running program.
    public init(
        name: String = ClientDescription.programName,
        version: String? = nil,
        system: [String] = ClientDescription.platform,
        languages: [String] = []
    ) {
        self.name = name
        self.version = version
        self.system = system
        self.languages = languages
    }

    /// Makes a description with the languages from the environment of a process.
    public init(environment: [String: String], version: String? = nil) {
        self.init(version: version, languages: Self.languages(in: environment))
    }

    /// The last component of the path that started the program.
    public static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The system and the processor architecture, such as `Linux` and `x86_64`.
    public static var platform: [String] { [systemName, architecture] }

    private static var systemName: String {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "unknown"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "unknown"
        #endif
    }
}

// MARK: - Fields

extension ClientDescription {
    /// The value of `User-Agent`; nil if the program's name has no valid character.
    ///
    /// The name becomes a token. Letters with diacritics become plain letters, other non-ASCII characters are left out, and
    /// invalid ASCII characters become `-`.
    ///
    /// Source: RFC 9110 §10.1.5, §5.6.2.
    public var userAgent: String? {
        guard let product = Self.token(name) else { return nil }
        let comment = system.map(Self.commentText).filter { !$0.isEmpty }.joined(separator: "; ")
        return product + (version.flatMap(Self.token).map { "/\($0)" } ?? "") + (comment.isEmpty ? "" : " (\(comment))")
    }

    /// The value of `Accept-Language`; nil without languages.
    ///
    /// It lists at most six languages, as AFNetworking does. The first has the weight 1, and each further one 0.1 less.
    ///
    /// Source: RFC 9110 §12.5.4.
    public var acceptLanguage: String? {
        let weights = ["1", "0.9", "0.8", "0.7", "0.6", "0.5"]
        let named = languages.filter(Self.isLanguageTag)
        if named.isEmpty { return nil }
        return zip(named, weights).map { "\($0);q=\($1)" }.joined(separator: ", ")
    }

    private static func token(_ text: String) -> String? {
        var bytes: [UInt8] = []
        for scalar in CanonicalDecomposition.scalars(of: text) {
            guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else { continue }
            bytes.append(FieldSyntax.isToken(byte) ? byte : UInt8(ascii: "-"))
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Source: RFC 9110 §5.6.5, without quoting. Characters that would need quoting are left out.
    private static func commentText(_ text: String) -> String {
        let bytes = text.utf8.filter { (0x20...0x7E).contains($0) && !"();\\".utf8.contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Source: RFC 4647 §2.1 `language-range`.
    private static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.enumerated().allSatisfy { index, part in
            (1...8).contains(part.count)
                && part.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) || (index > 0 && (0x30...0x39).contains(byte))
                }
        }
    }
}

extension ClientDescription {
    /// Returns the languages from the environment of a process, as BCP 47 tags in order of preference.
    ///
    /// The locale of messages is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. The languages in `LANGUAGE`,
    /// separated by colons, come before it. If the locale is `C` or `POSIX`, as in most server processes, there are no languages.
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

    /// Returns the tag of a locale `language_TERRITORY.codeset@modifier`; nil for `C`, `POSIX` and invalid names.
    ///
    /// Source: the modifiers for scripts and variants in glibc's locales.
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
