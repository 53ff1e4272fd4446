import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

/// Any bytes are read as a value or throw an error, and a value is unchanged when it is written and read again.
@Suite struct JSONMutationTests {
    static let rounds = 20_000

    @Test(arguments: [
        #"{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00é😀",true,false,null],"b":{},"c":[],"a":9223372036854775808}"#,
        #"[[[["deep"],{"k":{"l":[12345678901234567890,0.1234567890123456789,1e400]}}]],"\"\\/"]"#,
        "[0.1,123456789012345678,-0,5e-324,1.7976931348623157e308,9007199254740993.0]",
        "\u{FEFF}{\"long key with é and more than sixteen bytes\":\"あいうえお\\tかきくけこ\"}", #"[]"#,
    ])
    func mutations(seed: String) throws {
        let dictionary = [
            "\\u", "\\ud83d", "[", "]", "{\"", "\":", ",", "null", "true", "1e", "-", "0.", "\"", "\u{FEFF}",
        ]
        .map { Array($0.utf8) }
        var generator = SeededGenerator(seed: UInt64(seed.utf8.count))
        var accepted = 0
        for round in 0..<JSONMutationTests.rounds {
            let body = Mutation.mutate(Array(seed.utf8), dictionary: dictionary, using: &generator)
            let options = JSONReadingOptions(
                nullStripping: round % 3 == 0 ? .objectMembersAndArrayElements : .keep,
                allowsTrailingCommas: round % 2 == 0,
                allowsComments: round % 4 == 0
            )
            guard let json = try? JSON(parsing: body, options: options) else { continue }
            accepted += 1
            let written = try json.serialized(round % 5 == 0 ? .pretty : .compact)
            let again = try JSON(parsing: written)
            if again != json { Issue.record("round \(round): \(body)") }
        }
        #expect(accepted > 20)
    }

    /// Random bytes that do not come from a valid body.
    @Test func noise() {
        var generator = SeededGenerator(seed: 99)
        let alphabet = Array(#"[]{}:,"\u0189aeftn.-+ é"#.utf8) + [0, 0x80, 0xFF, 0xFE]
        for _ in 0..<JSONMutationTests.rounds {
            let count = Int.random(in: 0..<24, using: &generator)
            let body = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            if let json = try? JSON(parsing: body) { #expect((try? JSON(parsing: json.serialized())) == json) }
        }
    }
}
