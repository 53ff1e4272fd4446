import Mimeograph
import MimeographTree
import TestSupport
import Testing

@testable import MimeographJSON

/// Objects whose members repeat almost unchanged: each must be read as if it were alone.
@Suite struct JSONMemberPredictionTests {
    @Test(arguments: [
        [#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, #"{"a":1,"b":3}"#],
        [#"{"a": 1, "b": 2}"#, #"{"a":  1, "b":   2}"#, #"{"a":1 , "b": 2}"#],
        // Unescaped text has replaced the escapes.
        [#"{"\u0061":1,"b":2}"#, #"{"\u0061":1,"b":2}"#, #"{"a":1,"b":2}"#, #"{"a\u0061":1,"b":2}"#],
        [#"{"a":1,"a\n":2}"#, #"{"a":1,"a\n":3}"#, #"{"a":1,"a\t":4}"#],
        [#"{"id":1,"tag":{"id":2}}"#, #"{"id":3,"tag":{"id":4,"tag":5}}"#, #"{"id":6,"tag":[],"id":7}"#],
        [#"{"":1,"":2}"#, #"{"":1}"#, "{}", #"{"":{},"":[{}]}"#, "{ }"],
        [#"{"é":"é","😀":"😀"}"#, #"{"é":"e","😁":"😀"}"#, #"{"é":null,"😀":true}"#],
        [#"{"k":false,"l":"x,\"m\":1"}"#, #"{"k":false,"l":"x","m":1}"#, #"{"k":",\"l\":","l":0}"#],
        // Members that are missing in some objects.
        [
            #"{"a":1,"b":2,"c":3,"d":4}"#, #"{"a":1,"c":3,"d":4}"#, #"{"b":2,"d":4}"#,
            #"{"a":1,"x":0,"y":0,"b":2,"c":3}"#,
        ],
        // Objects that begin in the same way and have other members.
        [#"{"url":1,"id":{"url":2,"count":3,"by":{"url":4}},"by":{"url":5,"id":6}}"#, #"{"url":1,"by":[{"url":2}]}"#],
    ])
    func readsEachAsAlone(objects: [String]) throws {
        // Members are predicted from their second occurrence.
        let repeated = Array(repeating: objects, count: 4).flatMap { $0 }
        for separator in [",", ",\n  ", " , "] {
            try compare(repeated, separator: separator)
        }
    }

    @Test(arguments: [1, 45, 46, 47, 48, 58, 59, 60, 61, 62, 100])
    func readsKeysOfEveryLength(length: Int) throws {
        let key = String(repeating: "k", count: length)
        let objects = (0..<6).map { "{\"\(key)\":\($0),\"\(key)l\":1,\"\(key.dropLast())m\":2}" }
        try compare(objects, separator: ",")
    }

    @Test func readsMoreKeysThanThereArePlaces() throws {
        var generator = SeededGenerator(seed: 47)
        let names = (0..<1500).map { "name\($0)" + String(repeating: "x", count: $0 % 7) }
        let objects = (0..<600).map { _ in
            let start = Int.random(in: 0..<names.count, using: &generator)
            let members = (0..<Int.random(in: 1..<9, using: &generator)).map {
                "\"\(names[(start + $0) % names.count])\": \($0)"
            }
            return "{" + members.joined(separator: ", ") + "}"
        }
        try compare(objects, separator: ",\n")
    }

    @Test func readsMoreLevelsThanAreToldApart() throws {
        let inner = (0..<100).reduce("1") { text, level in #"{"a":\#(text),"b":\#(level),"c":[{"a":0}]}"# }
        try compare(Array(repeating: inner, count: 3), separator: ",")
    }

    @Test(arguments: [1, 2, 3])
    func readsRandomMembers(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let keys = ["a", "b", "id", "id_str", "\\u0061", "é", "a key of more than thirty-two bytes, to be sure"]
        let spaces = ["", "", "", " ", "\n    ", "\t", "\r\n"]
        func object(_ depth: Int) -> String {
            func space() -> String { spaces.randomElement(using: &generator) ?? "" }
            let members = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                let value =
                    switch Int.random(in: 0..<(depth == 0 ? 3 : 5), using: &generator) {
                    case 0: "null"
                    case 1: "-12.5"
                    case 2: "\"text\""
                    case 3: object(depth - 1)
                    default: "[" + object(depth - 1) + "," + object(depth - 1) + "]"
                    }
                let key = keys.randomElement(using: &generator) ?? ""
                return space() + "\"" + key + "\"" + space() + ":" + space() + value + space()
            }
            return "{" + members.joined(separator: ",") + space() + "}"
        }
        try compare((0..<150).map { _ in object(3) }, separator: ",")
    }

    @Test(arguments: [
        (#"{"a":}"#, "syntax", 5), (#"{"a"::1}"#, "syntax", 5), (#"{"a":1,"b"}"#, "syntax", 10),
        (#"{"a":1,"b":}"#, "syntax", 11), (#"{"a":1,}"#, "syntax", 7), (#"{"a":1,"b":2,"#, "truncated", 13),
        (#"{"a":1,"b":"#, "truncated", 11), (#"{"a":1,"b""#, "truncated", 10), (#"{"a":1;"b":2}"#, "syntax", 6),
        (#"{"a":1,'b":2}"#, "syntax", 7),
    ])
    func rejectsErrorsAfterPredictions(object: String, code: String, offset: Int) throws {
        let before = "[" + String(repeating: #"{"a":1,"b":2},"#, count: 5)
        let error = try #require(failure((before + object).utf8))
        #expect(error.code.rawValue == code)
        #expect(error.location?.offset == before.utf8.count + offset)
    }

    @Test func blocksAgreeOnEqualBytes() {
        var generator = SeededGenerator(seed: 5)
        var text = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text += text
        for length in 1...64 {
            for changed in [0, length - 1, length, 63] where changed < 64 {
                var bytes = text + [UInt8](repeating: 0, count: JSONBytes.padding)
                bytes[64 + changed] ^= 0x20
                unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return }
                    // SAFETY: the buffer has the padding, and outlives the closure.
                    let source = unsafe JSONBytes(buffer, base: base)
                    let expected = changed >= length
                    #expect(JSONBlock.areEqual(source, at: 64, and: 0, length: UInt32(length)) == expected)
                    #expect(JSONPortableBlock.areEqual(source, at: 64, and: 0, length: UInt32(length)) == expected)
                }
            }
        }
    }

    private func compare(_ objects: [String], separator: String) throws {
        let whole = try JSON(parsing: ("[" + objects.joined(separator: separator) + "]").utf8)
        let elements = try #require(whole.array)
        try #require(elements.count == objects.count)
        for (element, object) in zip(elements, objects) {
            let alone = try JSON(parsing: object.utf8)
            #expect(try element.serialized() == alone.serialized(), "\(object)")
        }
    }
}
