import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// The names of an encoding stay for the next one, and a name that was written is copied; neither changes the output.
@Suite struct KeptNamesTests {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Objects with chosen names; it may throw after the last of them.
    private struct Objects: Encodable {
        struct Unwritable: Error {}

        var objects: [[String]]
        var throwsAtEnd = false

        func encode(to encoder: any Encoder) throws {
            var array = encoder.unkeyedContainer()
            for names in objects { try array.encode(Members(names: names)) }
            if throwsAtEnd { throw Unwritable() }
        }

        struct Members: Encodable {
            let names: [String]

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                for (number, name) in names.enumerated() {
                    try container.encode(number, forKey: Name(stringValue: name))
                }
            }
        }

        func text(escapingSlashes: Bool) -> String {
            let objects = objects.map { names in
                let members = names.enumerated().map { number, name in
                    "\(KeptNamesTests.quoted(name, escapingSlashes: escapingSlashes)):\(number)"
                }
                return "{" + members.joined(separator: ",") + "}"
            }
            return "[" + objects.joined(separator: ",") + "]"
        }
    }

    fileprivate static func quoted(_ name: String, escapingSlashes: Bool) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "/": text += escapingSlashes ? "\\/" : "/"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Distinct names of 0 to 45 characters, many of which begin or end alike.
    private static func names(_ count: Int, using random: inout SeededGenerator) -> [String] {
        let letters: [Character] = ["a", "b", "c", "_", "/", "\"", "\\", "\n", "\u{1}", "é", "名", "🙂"]
        var names: Set<String> = []
        while names.count < count {
            let length = Int.random(in: 0...45, using: &random)
            let common = String(repeating: "x", count: length / 3)
            let rest = (0..<(length - length / 3)).map { _ in
                // Mostly letters that need no escape.
                Bool.random(using: &random) ? "n" : letters.randomElement(using: &random) ?? "a"
            }
            names.insert(Bool.random(using: &random) ? common + String(rest) : String(rest) + common)
        }
        return names.sorted()
    }

    @Test(arguments: [(3, 12), (40, 60), (600, 200), (2_500, 900)])
    func textsOfManyEncodings(pool: Int, most: Int) throws {
        var random = SeededGenerator(seed: UInt64(pool))
        let names = KeptNamesTests.names(pool, using: &random)
        for round in 0..<(20_000 / (pool + 100)) {
            let escapingSlashes = Bool.random(using: &random)
            let objects = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                let count = Int.random(in: 0...min(most, pool), using: &random)
                // Often in the same order, so that a name is predicted from the one before it.
                return Bool.random(using: &random)
                    ? Array(names.prefix(count)) : Array(names.shuffled(using: &random).prefix(count))
            }
            let format = JSONFormat(writing: JSONWritingOptions(escapesSlashes: escapingSlashes))
            if round % 5 == 0 {
                #expect(throws: SerializationError.self) {
                    try format.encode(Objects(objects: objects, throwsAtEnd: true))
                }
            }
            let value = Objects(objects: objects)
            let text = String(decoding: try format.encode(value), as: UTF8.self)
            try #require(text == value.text(escapingSlashes: escapingSlashes), "round \(round)")
        }
    }

    /// If a name occurs twice in an object, only the last member is written, even if the name occurred earlier in the encoding.
    @Test func repeatedNames() throws {
        for names in [["a", "b", "a"], ["b", "a", "a"], ["c", "b", "a", "c", "b"]] {
            _ = try JSONFormat().encode(Objects(objects: [["a", "b"], ["b", "c", "a"]]))
            let json = try JSON(parsing: JSONFormat().encode(Objects(objects: [names])))
            for name in Set(names) {
                let last = try #require(names.lastIndex(of: name))
                #expect(json[0][name].int == last)
            }
            #expect(json[0].object?.count == Set(names).count)
        }
    }
}
