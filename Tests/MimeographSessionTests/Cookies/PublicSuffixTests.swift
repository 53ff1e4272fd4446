import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// A cookie may cover only the part of a domain that one owner has, by the system's complete list.
@Suite struct PublicSuffixTests {
    /// The meaning of a list by its own documentation, written for this test without code of the library.
    ///
    /// Source: publicsuffix.org, "Algorithm"; libpsl and browsers also treat the name after `*.` as public.
    private struct Oracle {
        private var rules: Set<String> = []
        /// The rules of the list, without names outside of ASCII, which hosts do not have.
        let names: [String]

        init() throws {
            let paths = ["public_suffix_list.dat", "effective_tld_names.dat"].map { "/usr/share/publicsuffix/\($0)" }
            let path = try #require(paths.first(where: FileManager.default.fileExists), "apt-get install publicsuffix")
            let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
            names = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("//") && $0.allSatisfy(\.isASCII) }
            rules = Set(names)
        }

        /// Returns the number of public labels at the end of a host: at least one.
        func publicLabels(_ host: [String]) -> Int {
            var longest = 1
            for count in 1...host.count {
                let labels = Array(host.suffix(count))
                let name = labels.joined(separator: ".")
                // An exception is one label shorter than its text, and has priority over all other rules.
                if rules.contains("!" + name) { return count - 1 }
                if rules.contains(name) || rules.contains("*." + name) { longest = max(longest, count) }
                if rules.contains((["*"] + labels.dropFirst()).joined(separator: ".")) { longest = max(longest, count) }
            }
            return longest
        }

        /// Returns whether a host may set a cookie for a domain: its own or one above it that is longer than its public suffix.
        func allows(_ domain: [String], from host: [String]) -> Bool {
            host.suffix(domain.count).elementsEqual(domain) && domain.count > publicLabels(host)
        }
    }

    private static func labels(_ name: String) -> [String] { name.components(separatedBy: ".") }

    /// Each rule's suffix and hosts below it, with each domain at and above them.
    @Test(.needsPublicSuffixList, .within(minutes: 5))
    func noHostSetsACookieForOtherOwners() throws {
        let oracle = try Oracle()
        let storage = CookieStorage()
        #expect(oracle.names.count > 5000)
        let record = SuiteRecord("public-suffixes")
        var accepted = 0
        var refused = 0
        var wrong: [String] = []
        for rule in oracle.names {
            let bare = rule.hasPrefix("!") ? String(rule.dropFirst()) : rule.replacingOccurrences(of: "*", with: "any")
            for host in [bare, "evil.\(bare)", "www.evil.\(bare)"] {
                let labels = Self.labels(host)
                let url = try RequestURL("http://\(host)/")
                for count in 1...labels.count {
                    let domain = labels.suffix(count)
                    storage.removeAll()
                    storage.store(
                        ["Set-Cookie": "a=1; Domain=\(domain.joined(separator: "."))"],
                        from: url,
                        now: Date()
                    )
                    let isAllowed = storage.cookies.contains { !$0.isHostOnly }
                    if isAllowed { accepted += 1 } else { refused += 1 }
                    let isRight = isAllowed == oracle.allows(Array(domain), from: labels)
                    record.count(rule, holds: isRight)
                    if !isRight {
                        wrong.append("\(host) for \(domain.joined(separator: ".")): \(isAllowed)")
                    }
                    // A rejected cookie is stored only if the host is entirely public, and then for that host alone.
                    if !isAllowed, let cookie = storage.cookies.first {
                        #expect(count == labels.count && cookie.domain == host, "\(host), \(cookie)")
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) pairs, such as \(wrong.prefix(12))")
        #expect(accepted > 10_000 && refused > 30_000, "\(accepted), \(refused)")
        try record.write()
    }

    /// A neighbor below a public suffix gets nothing, even if the suffix is deeper than the requested domain.
    @Test(
        .needsPublicSuffixList,
        arguments: [
            ("evil.s3.amazonaws.com", "amazonaws.com", "bank.s3.amazonaws.com"),
            ("evil.any.kobe.jp", "kobe.jp", "city.kobe.jp"),
            ("evil.any.kobe.jp", "any.kobe.jp", "bank.any.kobe.jp"), ("evil.github.io", "github.io", "bank.github.io"),
            ("evil.co.uk", "co.uk", "bank.co.uk"), ("s3.amazonaws.com", "amazonaws.com", "bank.s3.amazonaws.com"),
            ("evil.kobe.jp", "kobe.jp", "bank.kobe.jp"),
        ]
    )
    func neighborsGetNoCookies(_ host: String, _ domain: String, _ neighbour: String) throws {
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": "a=1; Domain=\(domain)"], url: "http://\(host)/")
        #expect(try storage.field(for: "http://\(neighbour)/") == nil)
        #expect(storage.cookies.isEmpty)
    }

    /// The same with a caller's list, which is asked about each domain from the host up to the requested one.
    @Test func callersListIsAskedAboutAllDomainsBetween() throws {
        let list = PublicSuffixList("com\n*.ck\n!www.ck\ndeep.shared.example.com\n")
        let storage = CookieStorage(isPublicSuffix: list.contains)
        for (host, domain, isSet) in [
            ("a.deep.shared.example.com", "example.com", false),
            ("a.deep.shared.example.com", "shared.example.com", false),
            ("a.deep.shared.example.com", "a.deep.shared.example.com", true),
            ("a.shared.example.com", "example.com", true),
            ("deep.shared.example.com", "example.com", false), ("a.b.ck", "ck", false), ("a.b.ck", "b.ck", false),
            ("a.b.c.ck", "b.c.ck", true), ("a.www.ck", "www.ck", true), ("www.ck", "www.ck", true),
        ] {
            storage.removeAll()
            try storage.store(from: ["Set-Cookie": "a=1; Domain=\(domain)"], url: "http://\(host)/")
            #expect(storage.cookies.contains { !$0.isHostOnly } == isSet, "\(host) for \(domain)")
        }
        #expect(list.contains("sub.ck") && !list.contains("www.ck"))
        #expect(PublicSuffixList("*.kobe.jp").contains("kobe.jp"))
    }

    /// Without a list, the guess also covers each domain between them.
    @Test func guessCoversAllDomainsBetween() throws {
        let storage = CookieStorage(isPublicSuffix: CookieDomain.looksPublic)
        for domain in ["amazonaws.com", "s3.amazonaws.com", "uk", "io"] {
            for host in ["evil.s3.amazonaws.com", "evil.co.uk", "evil.github.io"] {
                try storage.store(from: ["Set-Cookie": "a=1; Domain=\(domain)"], url: "http://\(host)/")
            }
        }
        #expect(storage.cookies.map(\.domain) == ["s3.amazonaws.com"])
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, with a message, if the system has no list; in continuous integration the test fails instead.
    fileprivate static var needsPublicSuffixList: Self {
        .enabled(
            if: PublicSuffixList.system != nil || Corpora.isContinuousIntegration,
            "This system has no list of public suffixes. Install it with `apt-get install publicsuffix`."
        )
    }
}
