import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// The errors that callers see if a body or a value does not fit a type.
@Suite struct CodingErrorTests {
    struct Response: Codable { var users: [Person] }

    static func error<T: Decodable>(_ type: T.Type, _ text: String) throws -> SerializationError {
        do {
            _ = try JSONFormat().decode(type, from: text.utf8)
        } catch {
            return error
        }
        throw Silent.Failure()
    }

    @Test func namesThePath() throws {
        let error = try Self.error(
            Response.self,
            """
            {"users": [
              {"name": "a", "isAdmin": true},
              {"name": ["topsecret"], "isAdmin": true}
            ]}
            """
        )
        #expect(error.code == .dataShape)
        #expect(error.codingPath.map(\.stringValue) == ["users", "Index 1", "name"])
        #expect(error.message.contains("users[1].name"))
        #expect(error.message.contains("expected String but found an array"))
        #expect(error.location?.line == 3)
        #expect(error.location?.column == 12)
        #expect(error.remedy != nil)
        #expect(error.underlying.first is DecodingError)
        #expect(!"\(error)".contains("topsecret"))
    }

    @Test(arguments: [
        (#"{"users":[{"isAdmin":true}]}"#, "users[0]", 10), (#"{"users":[{"name":"a","isAdmin":1.5}]}"#, "isAdmin", 32),
        (#"{"users":null}"#, "users", 9), (#" 7"#, "root", 1), (#"  [1]"#, "root", 2), (#"{"x":1}"#, "root", 0),
        (#"{"users":[{"name":"a","age":1e30,"isAdmin":true}]}"#, "users[0].age", 28),
        (#"{"users":[{"name":"a\u0041\"","isAdmin": 1}]}"#, "users[0].isAdmin", 41),
        (#"{"users":[{"name":"a","isAdmin":true},7]}"#, "users[1]", 38),
        (#"{"x":[1,2.5,[{}],"\\"],"users" : true}"#, "users", 33),
    ])
    func locations(_ text: String, _ path: String, _ offset: Int) throws {
        let error = try Self.error(Response.self, text)
        #expect(error.code == .dataShape)
        #expect(error.message.contains(path))
        #expect(error.location?.offset == offset)
        let shifted = try Self.error(Response.self, "\u{FEFF}" + text)
        #expect(shifted.location?.offset == offset + 3)
    }

    /// The error for a value that does not fit has the value's offset, whatever surrounds it.
    @Test(arguments: JSONNullStripping.allCases)
    func locationsOfElements(_ stripping: JSONNullStripping) throws {
        let others = [
            "null", "1", "-7000000000000000000", "2.5", "1e400", "\"a\\u00e9\\\\\"", "[]", "{}", "[null,1,[null]]",
            #"{"a":null,"b":[{"c":null}],"d":null}"#, "/* , [ */ true", "[1,2,3,4.5,null,6,]",
        ]
        var format = JSONFormat()
        format.reading = JSONReadingOptions(
            nullStripping: stripping,
            allowsTrailingCommas: true,
            allowsComments: true
        )
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let before = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                others.randomElement(using: &generator) ?? ""
            }
            let wrong =
                ["true", "[]", "{}", "7", "12.5", "99999999999999999999"].randomElement(using: &generator) ?? ""
            let start = #" {"n":null,"m":{"o":null,"p":1},"k":["# + before.map { $0 + ", " }.joined()
            let isStripping = stripping == .objectMembersAndArrayElements
            format.userInfo[try #require(Sought.index)] =
                before.count - (isStripping ? before.count { $0 == "null" } : 0)
            let error = try #require(throws: SerializationError.self) {
                try format.decode(Holder.self, from: "\(start)\(wrong) , null ]}".utf8)
            }
            #expect(error.location?.offset == start.utf8.count, "\(start)\(wrong)")
        }
    }

    struct Holder: Decodable { var k: Sought }

    /// Decodes the value at an index of an array as a string.
    struct Sought: Decodable {
        static let index = CodingUserInfoKey(rawValue: "index")

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let index = Sought.index.flatMap { decoder.userInfo[$0] } as? Int
            for _ in 0..<(index ?? 0) { _ = try list.decode(JSON.self) }
            _ = try list.decode(String.self)
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func placesInOtherEncodings(_ encoding: String.Encoding) throws {
        let text = "{\"é😀\":1,\n \"users\" : 7}"
        let unit = encoding == .utf32LittleEndian ? 4 : 2
        let error = try #require(throws: SerializationError.self) {
            try JSONFormat().decode(Response.self, from: text.data(using: encoding) ?? Data())
        }
        // The smiley takes two units of UTF-16.
        #expect(error.location?.offset == (unit == 4 ? 20 * 4 : 21 * 2))
        #expect(error.location?.line == 2)
    }

    /// The path contains keys of the body, but only up to a limit.
    @Test func longAndOddKeysAreLimited() throws {
        let key = String(repeating: "k", count: 5_000)
        let error = try Self.error([String: Int].self, "{\"\(key)\":true}")
        #expect(error.message.utf8.count < 300)
        let odd = try Self.error([String: Int].self, "{\"a\\u001b[31m\\u202e\":true}")
        #expect(!odd.message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test func errorsOfTypesThemselves() throws {
        struct Stubborn: Decodable {
            init(from decoder: any Decoder) throws { throw Silent.Failure() }
        }
        let error = try Self.error([Stubborn].self, "[1]")
        #expect(error.code == .dataShape)
        #expect(error.underlying.first is Silent.Failure)
        struct Quoting: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "bad: \(text)")
                )
            }
        }
        let quoting = try Self.error(["topsecret"].map { _ in Quoting.self }[0], "\"topsecret\"")
        #expect(!quoting.message.contains("topsecret"))
    }

    @Test(arguments: [("[1,", "truncated"), ("[1}", "syntax"), ("", "emptyBody"), ("\"abc\u{1}\"", "syntax")])
    func syntaxComesFromTheScanner(_ text: String, _ code: String) throws {
        #expect(try Self.error([Int].self, text).code.rawValue == code)
    }

    @Test func limitsHold() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect { try JSONFormat().decode(Loose.self, from: deep.utf8) } throws: {
            ($0 as? SerializationError)?.limit?.limit == .depth
        }
        #expect {
            try JSONFormat().decode([Int].self, from: "[1,2,3]".utf8, limits: DecodingLimits(inputBytes: 5))
        } throws: {
            ($0 as? SerializationError)?.limit?.limit == .inputBytes
        }
    }

    /// The deepest body within the limits fits on the stack of a thread, and of a test's task.
    @Test func deepestBody() async throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let loose = try await Task.detached { try JSONFormat().decode(Loose.self, from: text.utf8) }.value
        #expect(String(decoding: try JSONFormat().encode(loose), as: UTF8.self) == text)
    }

    @Test func encodingNamesThePath() {
        do {
            _ = try JSONFormat().encode(["figures": [Figure.circle(radius: .nan)]])
            Issue.record("not-a-number was written")
        } catch {
            #expect(error.code == .unencodableValue)
            #expect(error.message.contains("figures[0].circle.radius"))
            #expect(error.codingPath.count == 4)
            #expect(error.underlying.first is EncodingError)
            #expect(error.remedy != nil)
        }
    }

    /// Random damage to bodies results in values or errors, never in traps, and in no value if Foundation finds no JSON.
    @Test func mutations() throws {
        let seeds = [
            #"{"title":"t","members":[{"name":"a","isAdmin":true,"age":3}],"scores":{"s":[1,2.5]},"lead":null}"#,
            #"{"outer":{"list":[null,{"value":7},[{"x":1,"y":2}],2.5],"inner":{"value":"v"}}}"#,
            #"{"polygon":{"_0":[{"x":1e3,"y":-2}],"closed":true}}"#,
        ].map { Array($0.utf8) }
        let dictionary = ["null", "\"a\":1,", "[", "{}", "1e999", "-0", "\\u0061", "18446744073709551616"].map {
            Array($0.utf8)
        }
        var generator = SeededGenerator(seed: 42)
        var values = 0
        for round in 0..<6_000 {
            let bytes = Mutation.mutate(seeds[round % 3], dictionary: dictionary, using: &generator)
            let format = JSONFormat()
            if (try? format.decode(Team.self, from: bytes)) != nil { values += 1 }
            if (try? format.decode(Figure.self, from: bytes)) != nil { values += 1 }
            if (try? format.decode(Digger.self, from: bytes)) != nil { values += 1 }
            if let loose = try? format.decode(Loose.self, from: bytes) {
                _ = try? format.encode(loose)
            }
        }
        #expect(values > 50)
    }
}
