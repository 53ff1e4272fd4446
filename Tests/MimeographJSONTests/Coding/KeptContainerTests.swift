import Mimeograph
import MimeographJSON
import Testing

/// Containers are reused for several values; a container that a type keeps is not.
@Suite struct KeptContainerTests {
    @Test func containersThatATypeKeepsStayWhereTheyWere() throws {
        let text = #"[{"name":"a","inner":{"name":"x"}},{"name":"b"},{"name":"c","inner":{"name":"z"}},{"name":"d"}]"#
        let lazies = try JSONFormat().decode([Lazy].self, from: Array(text.utf8))
        #expect(try lazies.map { try $0.name } == ["a", "b", "c", "d"])
        #expect(try lazies.map { try $0.inner?.name } == ["x", nil, "z", nil])
    }

    @Test func aContainerOutlivesItsBody() throws {
        var kept: [Lazy] = []
        for number in 0..<200 {
            let text = #"[{"name":"first"},{"name":"second"},{"name":"\#(number)"}]"#
            kept.append(try JSONFormat().decode([Lazy].self, from: Array(text.utf8))[2])
        }
        for (number, lazy) in kept.enumerated() { #expect(try lazy.name == "\(number)") }
    }

    /// A kept decoder creates containers after its body is gone.
    @Test func aKeptDecoderCreatesContainers() throws {
        var containers: [KeyedDecodingContainer<Lazy.Keys>] = []
        for _ in 0..<3 {
            let values = try JSONFormat().decode(
                [Deferred].self,
                from: Array(#"[{"name":"a"},{"name":"b"},{"name":"c"}]"#.utf8)
            )
            for value in values {
                for _ in 0..<3 { containers.append(try value.decoder.container(keyedBy: Lazy.Keys.self)) }
            }
        }
        #expect(try containers.map { try $0.decode(String.self, forKey: .name) }.filter { $0 == "b" }.count == 9)
    }

    /// Codings share what they learned with the next ones, but never their data.
    @Test func manyAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let text = #"[{"name":"\#(task)","n":\#(round)},{"name":"x","n":1},{"name":"y","n":2}]"#
                        let values = try JSONFormat().decode([Twice].self, from: Array(text.utf8))
                        #expect(values.map(\.text) == ["\(task)\(round)\(task)", "x1x", "y2y"])
                        let nested = try JSONFormat().decode(
                            Nested.self,
                            from: Array(#"{"a":{"n":\#(round)},"n":\#(task)}"#.utf8)
                        )
                        #expect(nested.n == task && nested.a?.n == round)
                        let again = String(decoding: try JSONFormat().encode(nested), as: UTF8.self)
                        #expect(again == #"{"a":{"n":\#(round)},"n":\#(task)}"#)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aTypeInsideOfItself() throws {
        func text(_ depth: Int) -> String {
            depth == 0 ? "{}" : #"{"a":\#(text(depth - 1)),"n":\#(depth),"b":{"n":\#(-depth)}}"#
        }
        let whole = "[" + [text(3), text(100), text(3)].joined(separator: ",") + "]"
        let trees = try JSONFormat().decode([Nested].self, from: Array(whole.utf8))
        for (tree, depth) in zip(trees, [3, 100, 3]) {
            var tree: Nested? = tree
            for level in stride(from: depth, to: 0, by: -1) {
                #expect(tree?.n == level && tree?.b?.n == -level)
                tree = tree?.a
            }
            #expect(tree?.n == nil)
        }
        let again = try JSONFormat().decode([Nested].self, from: try JSONFormat().encode(trees))
        #expect(again == trees)
    }

    @Test func whatFailsLeavesTheContainerToOthers() throws {
        let text = #"[{"name":"a"},{"name":1},{"name":"b"},{},{"name":"c"}]"#
        let values = try JSONFormat().decode([Lenient].self, from: Array(text.utf8))
        #expect(values.map(\.name) == ["a", nil, "b", nil, "c"])
    }

    @Test func containersOfTypesThatAlternate() throws {
        let text = #"[{"name":"a","n":1},{"n":2,"name":"b"},{"name":"c","n":3}]"#
        let values = try JSONFormat().decode([Twice].self, from: Array(text.utf8))
        #expect(values.map(\.text) == ["a1a", "b2b", "c3c"])
        #expect(
            String(decoding: try JSONFormat().encode(values), as: UTF8.self)
                == #"[{"name":"a1a","n":3},{"name":"b2b","n":3},{"name":"c3c","n":3}]"#
        )
    }

    @Test func aLateWriteToAContainerIsRejected() throws {
        let keeper = Keeper()
        #expect(throws: (any Error).self) { try JSONFormat().encode([Late(keeper), Late(keeper), Late(keeper)]) }
        #expect(keeper.containers.count == 3)
        for var container in keeper.containers.prefix(2) {
            #expect(throws: EncodingError.self) { try container.encode(1, forKey: .n) }
            #expect(container.codingPath.isEmpty)
        }
    }
}

private struct Lazy: Decodable {
    enum Keys: CodingKey { case name, inner }
    let container: KeyedDecodingContainer<Keys>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Keys.self) }
    var name: String { get throws { try container.decode(String.self, forKey: .name) } }
    var inner: Lazy? { get throws { try container.decodeIfPresent(Lazy.self, forKey: .inner) } }
}

private struct Deferred: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        _ = try decoder.container(keyedBy: Lazy.Keys.self).decode(String.self, forKey: .name)
    }
}

private final class Nested: Codable, Equatable {
    let a, b: Nested?
    let n: Int?
    static func == (one: Nested, other: Nested) -> Bool { one.a == other.a && one.b == other.b && one.n == other.n }
}

private struct Lenient: Decodable {
    enum Keys: CodingKey { case name }
    let name: String?
    init(from decoder: any Decoder) throws {
        struct Strict: Decodable {
            let name: String
            init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
            }
        }
        name = (try? decoder.singleValueContainer().decode(Strict.self))?.name
    }
}

/// Requests two containers of the same keys, and uses them alternately.
private struct Twice: Codable {
    enum Keys: CodingKey { case name, n }
    let text: String
    init(from decoder: any Decoder) throws {
        let one = try decoder.container(keyedBy: Keys.self)
        let other = try decoder.container(keyedBy: Keys.self)
        let number = try other.decode(Int.self, forKey: .n)
        text = try "\(one.decode(String.self, forKey: .name))\(number)\(other.decode(String.self, forKey: .name))"
    }
    func encode(to encoder: any Encoder) throws {
        var one = encoder.container(keyedBy: Keys.self)
        var other = encoder.container(keyedBy: Keys.self)
        try one.encode(text, forKey: .name)
        try other.encode(text.count, forKey: .n)
    }
}

private final class Keeper { var containers: [KeyedEncodingContainer<Late.Keys>] = [] }

private struct Late: Encodable {
    enum Keys: CodingKey { case n }
    let keeper: Keeper
    init(_ keeper: Keeper) { self.keeper = keeper }
    func encode(to encoder: any Encoder) throws {
        // The container of the previous value, which is closed.
        let isLate = keeper.containers.count == 2
        keeper.containers.append(encoder.container(keyedBy: Keys.self))
        if isLate {
            var container = keeper.containers[0]
            try container.encode(1, forKey: .n)
        }
    }
}
