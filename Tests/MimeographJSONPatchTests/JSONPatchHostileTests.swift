import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import TestSupport
import Testing

/// Patches that would exhaust time and memory.
@Suite struct JSONPatchHostileTests {
    @Test func copiesOfCopies() throws {
        let limits = DecodingLimits(elements: 10_000)
        // Each doubles the document.
        let patch = JSONPatch((0..<64).map { .copy(from: "", to: "/k\($0)") })
        let error = try #require(throws: SerializationError.self) {
            _ = try (["a": 1] as JSON).applying(patch, limits: limits)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.limit?.limit == .elements)
        let wide = JSONPatch(
            (0..<64).flatMap { _ in
                [.copy(from: "/a", to: "/b"), .move(from: "/b", to: "/a/-")] as [JSONPatch.Operation]
            }
        )
        let other = try #require(throws: SerializationError.self) {
            _ = try (["a": [1]] as JSON).applying(wide, limits: limits)
        }
        #expect(other.limit?.limit == .elements)
    }

    @Test func copiesOfLongTexts() throws {
        let document: JSON = ["a": JSON(String(repeating: "x", count: 1 << 20)), "b": []]
        let patch = JSONPatch((0..<100).map { _ in .copy(from: "/a", to: "/b/-") })
        let error = try #require(throws: SerializationError.self) { _ = try document.applying(patch) }
        #expect(error.limit?.limit == .outputBytes)
        #expect(error.patchFailure?.operation == 64)
    }

    @Test func longPointers() throws {
        let pointer = String(repeating: "/a", count: 1 << 19)
        let document: JSON = ["a": ["a": 1]]
        let error = try #require(throws: SerializationError.self) { _ = try document.applying([.remove(pointer)]) }
        #expect(error.code == .conflict)
        #expect(error.description.utf8.count < 1000)
        let step = String(repeating: "b", count: 1 << 20)
        #expect(try document.applying([.add("/\(step)", 1)]).object?.count == 2)
        #expect(throws: SerializationError.self) { _ = try document.applying([.add(pointer, 1)]) }
    }

    @Test func deeper() throws {
        // Each operation makes the document deeper by one.
        let patch = JSONPatch((0..<600).map { .add(String(repeating: "/a", count: $0 + 1), [:]) })
        let error = try #require(throws: SerializationError.self) { _ = try ([:] as JSON).applying(patch) }
        #expect(error.limit?.limit == .depth)
        #expect(error.patchFailure?.operation == 511)
        // So does a value that moves into its neighbor, which moves into the next one.
        let moves = JSONPatch((0..<600).map { .move(from: "/\($0)", to: "/\($0 + 1)/x") })
        let wide = JSON.object((0...600).map { ("\($0)", [:]) })
        let other = try #require(throws: SerializationError.self) { _ = try wide.applying(moves) }
        #expect(other.limit?.limit == .depth)
    }

    @Test func deepDocuments() throws {
        var limits = DecodingLimits.standard
        limits.depth = 100_000
        let text = String(repeating: #"{"a":["#, count: 50_000) + "1" + String(repeating: "]}", count: 50_000)
        let document = try JSON(parsing: text.utf8, limits: limits)
        let other = try JSON(parsing: text.replacing("1", with: "2").utf8, limits: limits)
        let patch = JSONPatch(from: document, to: other)
        #expect(patch.operations.count == 1)
        _ = try document.applying([.copy(from: "", to: "/b")], limits: DecodingLimits(depth: 200_000))
        #expect(throws: SerializationError.self) { _ = try document.applying([.copy(from: "", to: "/b")]) }
        #expect(try document.applying([.test("", document)]) == document)
        #expect(document.applying(JSONMergePatch(other)) == other)
        #expect(document.applying(try JSONMergePatch(from: document, to: other)) == other)
    }

    @Test func manyOperations() throws {
        let appended = try (["a": []] as JSON).applying(JSONPatch((0..<100_000).map { .add("/a/-", JSON($0)) }))
        #expect(appended["a"].array?.count == 100_000)
        let error = try #require(throws: SerializationError.self) {
            _ = try appended.applying(
                JSONPatch((0..<100_000).map { _ in .add("/a/0", 1) }),
                limits: DecodingLimits(elements: 100_000)
            )
        }
        #expect(error.limit?.limit == .elements)
        let keys = (0..<100_000).map { "k\($0)" }
        let object = JSON.object(keys.map { ($0, 1) })
        #expect(object.applying(JSONMergePatch(.object(keys.map { (key: $0, value: JSON.null) }))) == [:])
        #expect(throws: SerializationError.self) {
            _ = try appended.applying(
                JSONPatch((0..<100_000).map { _ in .test("/a/5", 5) }),
                limits: DecodingLimits(elements: 99_999)
            )
        }
    }

    @Test func takesTimeInProportion() throws {
        let text = #"{"a":["# + (0..<50_000).map { #"{"n":\#($0)}"# }.joined(separator: ",") + "]}"
        let document = try JSON(parsing: text.utf8)
        let growth = GrowthOfWork.perDoubling(from: 100, upTo: 40_000) { size in
            JSONPatch((0..<size).map { .replace("/a/\($0)/n", "x") })
        } work: { patch in
            _ = try? document.applying(patch)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
