import Mimeograph

/// What a program tells servers about itself: its name and version, the system it runs on, the languages of its user.
///
/// ```swift
/// var client = ClientDescription(environment: ["LANG": "de_AT.UTF-8"])
/// client.userAgent        // hello (Linux; x86_64)
/// client.acceptLanguage   // de-AT;q=1
/// ```
/// On Linux a User-Agent is `name/version (Linux; architecture)`. The name is that of the program's file, a version is
/// there where it is given, and the version of the system is left out: it helps an attacker more than a server.
///
/// This module does no I/O and does not read the environment; hand it over, or take `ClientDescription.current` of
/// `MimeographFoundation`, which does.
public struct ClientDescription: Hashable, Sendable {
    /// The name of the program.
    public var name: String
    /// Its version, or nil where there is none.
    public var version: String?
    /// What is said about the system, in the order in which it is said.
    public var system: [String]
    /// The user's languages as BCP 47 tags, the preferred one first. A server process has none.
    public var languages: [String]

    /// Makes a description; what is not given is found out from the program itself.
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

    /// Makes a description with the languages that the environment of a process names.
    public init(environment: [String: String], version: String? = nil) {
        self.init(version: version, languages: Self.languages(in: environment))
    }

    /// The last part of the path that the program was started by.
    public static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The system and the processor's architecture, for example `Linux` and `x86_64`.
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
    /// The value of User-Agent; nil where the program's name has no character that may stand there.
    ///
    /// A product's name is a token: other characters of ASCII become `-`, and those outside of ASCII are left out, but a
    /// letter with a mark on it stays as the letter.
    ///
    /// Source: RFC 9110 §10.1.5, §5.6.2.
    public var userAgent: String? {
        guard let product = Self.token(name) else { return nil }
        let comment = system.map(Self.commentText).filter { !$0.isEmpty }.joined(separator: "; ")
        return product + (version.flatMap(Self.token).map { "/\($0)" } ?? "") + (comment.isEmpty ? "" : " (\(comment))")
    }

    /// The value of Accept-Language; nil where there is no language.
    ///
    /// As AFNetworking writes it: at most six languages, the first with the weight 1, each other with 0.1 less than the
    /// one before it.
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

    /// Source: RFC 9110 §5.6.5, without quoting: what would need it is left out.
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
