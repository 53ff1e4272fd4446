import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// Tests with the system's whole list that a cookie's domain never spans several owners.
@Suite struct PublicSuffixTests {
    /// An independent implementation of the list's published algorithm. It uses no code of the library.
    ///
    /// Source: publicsuffix.org, "Algorithm". Like libpsl and browsers, it also treats the name after `*.` as public.
    private struct Oracle {
        private var rules: Set<String> = []
        /// The rules of the list, except those with names outside ASCII, which hosts don't use.
        let names: [String]

        init() throws {
            let paths = ["public_suffix_list.dat", "effective_tld_names.dat"].map { "/usr/share/publicsuffix/\($0)" }
            let path = try #require(paths.first(where: FileManager.default.fileExists), "apt-get install publicsuffix")
            let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
            names = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("//") && $0.allSatisfy(\.isASCII) }
            rules = Set(names)
        }

        /// Returns how many labels at the end of a host are public: at least one.
        func publicLabels(_ host: [String]) -> Int {
            var longest = 1
            for count in 1...host.count {
                let labels = Array(host.suffix(count))
                let name = labels.joined(separator: ".")
                // An exception is one label shorter than its text, and takes precedence over all other rules.
                if rules.contains("!" + name) { return count - 1 }
                if rules.contains(name) || rules.contains("*." + name) { longest = max(longest, count) }
                if rules.contains((["*"] + labels.dropFirst()).joined(separator: ".")) { longest = max(longest, count) }
            }
            return longest
        }

        /// Returns whether a host may set a cookie for a domain. The domain must be the host or above it, and longer than the
        /// public part of the host.
        func allows(_ domain: [String], from host: [String]) -> Bool {
            host.suffix(domain.count).elementsEqual(domain) && domain.count > publicLabels(host)
        }
    }

    private static func labels(_ name: String) -> [String] { name.components(separatedBy: ".") }

    /// Tries the hosts at and below the suffix of each rule, with each domain at and above those hosts.
    @Test(.needsPublicSuffixList, .within(minutes: 5))
    func noHostSetsACookieForOthersByTheWholeList() throws {
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
                    // If the whole host is public, it keeps the cookie for itself. Other hosts store none.
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

    /// A neighbor below a public suffix gets no cookie, even if the suffix is deeper than the requested domain.
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
    func neighboursGetNothing(_ host: String, _ domain: String, _ neighbour: String) throws {
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": "a=1; Domain=\(domain)"], url: "http://\(host)/")
        #expect(try storage.field(for: "http://\(neighbour)/") == nil)
        #expect(storage.cookies.isEmpty)
    }

    /// The storage asks a caller's own list about each domain from the host up to the requested one.
    @Test func aListOfTheCallersIsAskedForAllThatLieBetween() throws {
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

    /// Without a list, the storage guesses for each domain in between, too.
    @Test func aGuessIsMadeForAllThatLiesBetween() throws {
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
    /// Skips the test with a message if the system has no list. In continuous integration the test fails instead.
    fileprivate static var needsPublicSuffixList: Self {
        .enabled(
            if: PublicSuffixList.system != nil || Corpora.isContinuousIntegration,
            "This system has no list of public suffixes. Install it with `apt-get install publicsuffix`."
        )
    }
}
