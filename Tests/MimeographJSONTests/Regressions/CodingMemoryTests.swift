#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographJSON
    import TestSupport
    import Testing

    /// In debug builds, a value of more than two types leaked its cache of types, 384 bytes each time.
    @Suite struct CodingMemoryTests {
        struct Shape: Codable {
            var a: Int?
            var b: [String: Double]
            var c: [[UInt8]]
            var d: Nested?
            struct Nested: Codable {
                var e: Float
                var f: Int16
            }
        }

        /// Runs in its own process, because the memory of other tests would be counted too.
        @Test(.measuresMemory) func codingKeepsNothing() async {
            await #expect(processExitsWith: .success) {
                let body = Array(#"{"a":1,"b":{"x":0.5},"c":[[1,2],[3]],"d":{"e":1.5,"f":-7}}"#.utf8)
                let format = JSONFormat()
                func code(times: Int) throws {
                    for _ in 0..<times { _ = try format.encode(format.decode(Shape.self, from: body)) }
                }
                // Things that are created once, such as tables of the runtime, are created now.
                try code(times: 200)
                let before = try ResidentMemory.now
                try code(times: 3_000)
                // The leak came to more than two million bytes.
                let kept = try ResidentMemory.now - before
                try #require(kept < 1 << 20, "\(kept) bytes were kept")
            }
        }

        /// A nested container that was open when an encoding failed formed a reference cycle with the encoding.
        @Test(.measuresMemory) func failuresKeepNothing() async {
            struct Failing: Encodable {
                enum Keys: CodingKey { case list, inner }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: Keys.self)
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    for number in 0..<100 { try list.encode(number) }
                    var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
                    try inner.encode(Double.nan, forKey: .list)
                }
            }
            await #expect(processExitsWith: .success) {
                func fail(times: Int) throws {
                    for _ in 0..<times {
                        do {
                            _ = try JSONFormat().encode(Failing())
                            Issue.record("It has a number that JSON has not.")
                        } catch {}
                    }
                }
                try fail(times: 200)
                let before = try ResidentMemory.now
                try fail(times: 3_000)
                let kept = try ResidentMemory.now - before
                try #require(kept < 1 << 20, "\(kept) bytes were kept")
            }
        }

        /// Containers that a type keeps live no longer than the type's value.
        @Test(.measuresMemory) func keptContainersAreReleased() async {
            struct Keeper: Decodable {
                enum Keys: CodingKey { case name }
                let container: KeyedDecodingContainer<Keys>
                init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Keys.self) }
            }
            await #expect(processExitsWith: .success) {
                let body = Array(
                    ("[" + Array(repeating: #"{"name":"Ada"}"#, count: 20).joined(separator: ",") + "]").utf8
                )
                func code(times: Int) throws {
                    for _ in 0..<times {
                        for keeper in try JSONFormat().decode([Keeper].self, from: body) {
                            try #require(try keeper.container.decode(String.self, forKey: .name) == "Ada")
                        }
                    }
                }
                try code(times: 100)
                let before = try ResidentMemory.now
                try code(times: 1_000)
                let kept = try ResidentMemory.now - before
                try #require(kept < 1 << 20, "\(kept) bytes were kept")
            }
        }
    }
#endif
