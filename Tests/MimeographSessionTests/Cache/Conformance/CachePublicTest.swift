import Foundation
import Mimeograph
import TestSupport

/// A public test of HTTP caches from `corpora/http-cache/tests.json`; ORIGIN.txt next to it describes the members.
struct CachePublicTest: Sendable {
    /// The kind of a test.
    enum Kind: String { case required, optimal, check }

    let id: String
    let kind: Kind
    /// The tests that have to pass before this one has a meaning.
    let dependencies: [String]
    let steps: [Step]
    /// The steps in the form that the server receives.
    let script: [UInt8]
    private let members: [String: any Sendable]

    /// Reads the whole suite.
    static func all() throws -> [CachePublicTest] {
        let suites = try Corpora.json("http-cache/tests.json") as? [[String: any Sendable]] ?? []
        return try suites.flatMap { suite in
            try (suite["tests"] as? [[String: any Sendable]] ?? []).map { try CachePublicTest($0) }
        }
    }

    private init(_ members: [String: any Sendable]) throws {
        self.members = members
        id = members["id"] as? String ?? ""
        kind = Kind(rawValue: members["kind"] as? String ?? "required") ?? .required
        dependencies = members["depends_on"] as? [String] ?? []
        let requests = members["requests"] as? [[String: any Sendable]] ?? []
        steps = requests.enumerated().map { Step(members: $1, number: $0 + 1) }
        script = [UInt8](try JSONSerialization.data(withJSONObject: requests))
    }

    /// Why the test does not apply to a private cache in a program; nil if it does.
    var inapplicability: String? {
        if members["browser_skip"] as? Bool == true {
            return "browser_skip: the suite skips it for private caches"
        }
        if members["cdn_only"] as? Bool == true { return "cdn_only: it is for shared caches" }
        for member in ["mode", "credentials", "cache"] where steps.contains(where: { $0.has(member) }) {
            return "\(member): it needs a feature that only Fetch has"
        }
        return nil
    }

    /// One request of a test, and the expectations for its response.
    struct Step: Sendable {
        fileprivate let members: [String: any Sendable]
        /// Its position in the test, from 1 on.
        let number: Int

        func has(_ member: String) -> Bool { members[member] != nil }
        func text(_ member: String) -> String? { members[member] as? String }
        func flag(_ member: String) -> Bool? { members[member] as? Bool }
        func integer(_ member: String) -> Int? { members[member] as? Int }
        func list(_ member: String) -> [any Sendable] { members[member] as? [any Sendable] ?? [] }

        var method: HTTPMethod { HTTPMethod(rawValue: text("request_method") ?? "GET") }
        var responseStatus: Int? { list("response_status").first as? Int }
        var isFollowedByPause: Bool { flag("pause_after") == true }
        var isCutOff: Bool { flag("disconnect") == true }

        /// Whether an expectation is part of the setup. If it fails, the test says nothing about the cache.
        func isSetup(_ member: String) -> Bool {
            flag("setup") == true || list("setup_tests").contains { $0 as? String == member }
        }

        /// Returns the fields of a member. A number of seconds becomes the date that is this many seconds away.
        func fields(_ member: String, now: Int?) -> [ExpectedField] {
            list(member).compactMap { ExpectedField($0, now: now) }
        }
    }

    /// A field that a message must have, or must not have.
    struct ExpectedField {
        enum Value { case any, exactly(String), same(as: String), more(than: Int) }
        let name: String
        let value: Value

        fileprivate init?(_ json: any Sendable, now: Int?) {
            if let name = json as? String {
                self.init(name: name, value: .any)
                return
            }
            guard let parts = json as? [any Sendable], let name = parts.first as? String, parts.count >= 2 else {
                return nil
            }
            switch (parts[1] as? String, parts.count > 2) {
            case ("=", true): self.init(name: name, value: .same(as: parts[2] as? String ?? ""))
            case (">", true): self.init(name: name, value: .more(than: parts[2] as? Int ?? 0))
            case (let text?, _): self.init(name: name, value: .exactly(text))
            case (nil, _):
                guard let now, let seconds = parts[1] as? Int else { return nil }
                self.init(name: name, value: .exactly(Self.date(now + seconds)))
            }
        }

        private init(name: String, value: Value) {
            self.name = name
            self.value = value
        }

        private static func date(_ seconds: Int) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
        }

        /// Returns whether a message with these fields has it.
        func isIn(_ fields: HeaderFields) -> Bool {
            guard let found = fields[name] else { return false }
            switch value {
            case .any: return true
            case .exactly(let text): return found == text
            case .same(let other): return found == fields[other]
            case .more(let number): return Int(found).map { $0 > number } ?? false
            }
        }
    }
}
