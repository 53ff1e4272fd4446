import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import Testing

/// Values that cost more to copy and to compare than their members and texts suggest.
@Suite struct JSONPatchWorkTests {
    private static let few = DecodingLimits(elements: 2000)

    /// Returns an object that repeats a key very often: it has one member, but every copy of it is read.
    private static func repeatedKeys() throws -> JSON {
        let members = repeatElement(#""k":1"#, count: 1000).joined(separator: ",")
        return try JSON(parsing: #"{"a":[{\#(members)}],"b":[]}"#.utf8)
    }

    private static func limit(
        _ document: JSON,
        _ patch: JSONPatch,
        _ limits: DecodingLimits
    ) throws -> DecodingLimits.Limit? {
        try #require(throws: SerializationError.self) { _ = try document.applying(patch, limits: limits) }.limit?.limit
    }

    @Test func copiesOfRepeatedKeys() throws {
        let patch = JSONPatch((0..<100).map { _ in .copy(from: "/a", to: "/b/-") })
        #expect(try Self.limit(Self.repeatedKeys(), patch, Self.few) == .elements)
    }

    @Test func comparisonsOfRepeatedKeys() throws {
        let document = try Self.repeatedKeys()
        let once: JSONPatch.Operation = .test("/a", [["k": 1]])
        #expect(try document.applying([once], limits: Self.few) == document)
        #expect(try Self.limit(document, JSONPatch(Array(repeating: once, count: 1000)), Self.few) == .elements)
        // The same holds for a document that the patch creates.
        let made: JSONPatch.Operation = .add("/b/-", document)
        let others = JSONPatch([made] + Array(repeating: .test("/b/0/a", [["k": 1]]), count: 1000))
        #expect(try Self.limit([:], JSONPatch([.add("/b", [])] + others.operations), Self.few) == .elements)
    }

    @Test func comparisonsOfLongNumbers() throws {
        let document = try JSON(parsing: "[1\(String(repeating: "0", count: 100_000))]".utf8)
        let patch = JSONPatch(Array(repeating: .test("", try JSON(parsing: "[1e100000]".utf8)), count: 1000))
        #expect(try Self.limit(document, patch, Self.few) == .elements)
    }

    @Test func copiesOfLongNumbers() throws {
        let document = try JSON(parsing: "[1.\(String(repeating: "5", count: 1 << 20))]".utf8)
        let patch = JSONPatch((0..<100).map { _ in .copy(from: "/0", to: "/-") })
        #expect(try Self.limit(document, patch, .standard) == .outputBytes)
    }

    /// Containers that were taken apart are released one inside the other, which would exhaust the stack.
    @Test func changesBelowTheLimits() throws {
        let levels = 50_000
        let text = String(repeating: #"{"a":["#, count: levels) + "1" + String(repeating: "]}", count: levels)
        let document = try JSON(parsing: text.utf8, limits: DecodingLimits(depth: 2 * levels))
        let pointer = String(repeating: "/a/0", count: levels)
        for operation: JSONPatch.Operation in [.remove(pointer), .replace(pointer, 2), .move(from: pointer, to: "/b")] {
            #expect(try Self.limit(document, [operation], .standard) == .depth)
        }
        // Operations that change nothing there may read it.
        #expect(try document.applying([.test(pointer, 1), .copy(from: pointer, to: "/b")])["b"].int == 1)
        let limits = DecodingLimits(depth: 4)
        #expect(try document.applying([.remove("/a/0/a/0")], limits: limits).pointer("/a/0/a")?.array?.count == 0)
        #expect(try Self.limit(document, [.remove("/a/0/a/0/a")], limits) == .depth)
    }
}
