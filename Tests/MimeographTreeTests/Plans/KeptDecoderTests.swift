import Mimeograph
import MimeographJSON
import Testing

/// A value that keeps its container, and may be read later.
private struct Keeper: Codable {
    enum CodingKeys: CodingKey { case number, text }

    nonisolated(unsafe) static var containers: [KeyedDecodingContainer<CodingKeys>] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        unsafe Keeper.containers.append(container)
        _ = try container.decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(0, forKey: .number)
    }
}

private struct Keepers: SynthesizedCodable {
    var first: Keeper
    var text: String
    var second: Keeper
    var last: Int
}

/// Types that code themselves inside of marked ones may keep what they read from.
@Suite(.serialized)
struct KeptDecoderTests {
    @Test(arguments: ["3", "\"3\"", "3, \"last\": 3", "[[]", "3}"])
    func readsItsOwnObjectLater(last: String) throws {
        let texts = (1...2).map { "a text of \($0) with a line break\\n" }
        let body = """
            {"first": {"number": 1, "text": "\(texts[0])"}, "text": "\\"", "ignored": [[[1, 2, 3]], {"a": {}}],
            "second": {"number": 2, "text": "\(texts[1])", "more": [1, 2, 3, 4, 5]}, "last": \(last)}
            """
        for _ in 0..<5 {
            _ = try? JSONFormat().decode(Keepers.self, from: Array(body.utf8))
            // Other bodies use the memory of contexts that are free.
            _ = try? JSONFormat().decode([String: [Int]].self, from: Array(#"{"other": [7, 8, 9, 10, 11, 12]}"#.utf8))
        }
        for container in unsafe Keeper.containers {
            let number = try container.decode(Int.self, forKey: .number)
            #expect(try container.decode(String.self, forKey: .text) == texts[number - 1].replacing("\\n", with: "\n"))
        }
        unsafe Keeper.containers = []
    }
}
