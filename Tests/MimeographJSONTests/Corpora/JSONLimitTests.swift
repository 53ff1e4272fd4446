import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON
import MimeographTree

/// Bodies that are far too deep or too long throw an error that names the limit.
@Suite struct JSONLimitTests {
    static let depth = 100_000

    static let deep: [String] = [
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
        String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
        String(repeating: "[{\"a\":", count: depth / 2) + "null" + String(repeating: "}]", count: depth / 2),
        String(repeating: "[", count: depth),
    ]

    @Test(arguments: 0..<4) func depth(_ number: Int) throws {
        let text = JSONLimitTests.deep[number]
        let standard = try #require(throws: SerializationError.self) { try JSON(parsing: text.utf8) }
        #expect(standard.code == .limitExceeded)
        #expect(standard.limit?.limit == .depth)
        #expect(standard.limit?.allowed == 512)
        #expect(standard.remedy != nil)
        let tight = DecodingLimits(depth: JSONLimitTests.depth - 1)
        let error = try #require(throws: SerializationError.self) { try JSON(parsing: text.utf8, limits: tight) }
        #expect(error.limit?.limit == .depth)
        #expect(throws: SerializationError.self) { try JSONFormat().decode(Loose.self, from: text.utf8) }
    }

    /// With limits that allow it, neither reading nor writing nor comparing uses the stack.
    @Test(arguments: 0..<3) func raised(_ number: Int) throws {
        let text = JSONLimitTests.deep[number]
        let limits = DecodingLimits(depth: JSONLimitTests.depth)
        let json = try JSON(parsing: text.utf8, limits: limits)
        #expect(try json.serialized().elementsEqual(text.utf8))
        #expect(try json == JSON(parsing: text.utf8, limits: limits))
    }

    private static var longRuns: Bool { ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] == "1" }

    /// The length of a string has 28 bits; a gigabyte too many has the same result as a byte too many.
    @Test(
        .enabled(if: longRuns, "set MIMEOGRAPH_LONG_TESTS=1, in release mode; it takes three gigabytes"),
        arguments: [(TapeWord.maximumPayload, true), (TapeWord.maximumPayload + 1, false), (1 << 30, false)]
    )
    func longStrings(_ length: Int, _ fits: Bool) throws {
        let limits = DecodingLimits(inputBytes: .max)
        for (prefix, suffix) in [("\"", "\""), ("[\"\\n", "\"]"), ("{\"", "\":1}")] {
            var body = Array(prefix.utf8)
            let escapes = prefix.utf8.contains(UInt8(ascii: "\\")) ? 1 : 0
            body.reserveCapacity(length + 8)
            body.append(contentsOf: repeatElement(UInt8(ascii: "a"), count: length - escapes))
            body.append(contentsOf: suffix.utf8)
            if fits {
                let json = try JSON(parsing: body, limits: limits)
                #expect(json.kind == (prefix == "\"" ? .string : prefix == "{\"" ? .object : .array))
            } else {
                let error = try #require(throws: SerializationError.self) { try JSON(parsing: body, limits: limits) }
                #expect(error.code == .limitExceeded)
                #expect(error.message.contains("2^28"))
            }
        }
    }

    /// With standard limits, the size of the body is rejected before a byte of it is copied.
    @Test func longBodies() throws {
        let body = [UInt8](repeating: UInt8(ascii: "1"), count: DecodingLimits.standard.inputBytes + 1)
        let error = try #require(throws: SerializationError.self) { try JSON(parsing: body) }
        #expect(error.limit?.limit == .inputBytes)
        #expect(throws: SerializationError.self) { try JSONFormat().decode(Double.self, from: body) }
    }
}
