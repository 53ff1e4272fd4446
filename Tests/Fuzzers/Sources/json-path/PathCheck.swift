import FuzzerSupport
import Mimeograph
import MimeographJSON
import MimeographJSONPath

/// Evaluates a query in every way, and compares the results with each other.
struct PathCheck {
    let query: String
    let document: JSON

    static let sample: JSON = [
        "a": [1, -2.5, "x", nil, true, ["a": ["b": "Ab1"]], [], [[1]]], "b": ["a": "é", "'": 0, "": [:]],
        "c": 9_007_199_254_740_993,
    ]

    private static var limits: JSONPathLimits {
        var limits = JSONPathLimits()
        limits.steps = 20_000
        limits.patternStates = 500
        return limits
    }

    func run() {
        guard let path = compiled() else { return }
        guard let nodes = check({ () throws(SerializationError) in try path.nodes(in: document) }) else { return }
        guard let values = check({ () throws(SerializationError) in try path.values(in: document) }) else {
            disagree("there are nodes, and no values")
        }
        require(nodes.map(\.value) == values, "the values differ from those of the nodes")
        do throws(SerializationError) {
            var matches = try path.matches(in: document)
            for node in nodes {
                require(try matches.next() == node.value, "the lazy search finds another value")
                require(matches.path == node.path, "the lazy search has another path")
            }
            require(try matches.next() == nil, "the lazy search does not end")
            require(try path.first(in: document) == nodes.first?.value, "the first value is another")
            for node in nodes.prefix(20) {
                require(try JSONPath(node.path).nodes(in: document) == [node], "\(node.path) does not select its value")
            }
        } catch {
            disagree("a second evaluation fails: \(error)")
        }
        // Objects that repeat a key keep their order, and lose the hidden members.
        guard let built = check({ () throws(SerializationError) in try path.nodes(in: Self.rebuilt(document)) }) else {
            return
        }
        require(built == nodes, "a document that was built has other nodes")
    }

    private func compiled() -> JSONPath? {
        do throws(SerializationError) {
            return try JSONPath(query, limits: Self.limits)
        } catch {
            require(error.code == .invalidPath || error.code == .limitExceeded, "unexpected code: \(error)")
            require(error.code != .invalidPath || error.location != nil, "the error has no location: \(error)")
            require(
                (0...query.utf8.count).contains(error.location?.offset ?? 0),
                "the location is outside of the query"
            )
            return nil
        }
    }

    private func check<Result>(_ body: () throws(SerializationError) -> Result) -> Result? {
        do throws(SerializationError) {
            return try body()
        } catch {
            require(error.code == .limitExceeded, "unexpected code: \(error)")
            return nil
        }
    }

    private static func rebuilt(_ json: JSON) -> JSON {
        if let elements = json.array { return .array(elements.map(rebuilt)) }
        if let members = json.object { return .object(members.map { ($0.key, rebuilt($0.value)) }) }
        if let text = json.string { return JSON(text) }
        return json
    }
}

/// Compares a pattern with the regular expressions of the standard library, if it uses only what both read in the same way.
struct PatternCheck {
    let pattern: String

    private static let texts = ["", "a", "b", "ab", "ba", "aab", "abab", "bbb", "abba"]

    func run() {
        let isCommon = pattern.utf8.allSatisfy { "ab|()*+?".utf8.contains($0) }
        guard isCommon, pattern.utf8.count <= 12, let reference = try? Regex(pattern),
            let path = try? JSONPath("$[?match(@, '\(pattern)')]")
        else { return }
        // The standard library also reads lazy and possessive quantifiers, for which nothing matches here.
        let quantifiers = Array("*+?".utf8)
        guard
            zip(pattern.utf8, pattern.utf8.dropFirst()).allSatisfy({
                !quantifiers.contains($0) || !quantifiers.contains($1)
            })
        else { return }
        let found = try? path.values(in: JSON.array(Self.texts.map { JSON($0) })).map(\.string)
        let expected = Self.texts.filter { (try? reference.wholeMatch(in: $0)) ?? nil != nil }
        require(found == expected.map(Optional.some), "the pattern matches \(found ?? []), not \(expected)")
    }
}
