import FoundationEssentials
import Mimeograph
import MimeographTree
import Testing

@testable import MimeographJSON

@Suite struct JSONValueTests {
    static let text = #"{"a":[1,2.5,"x",null,true,{"b":{}}],"é":-7,"m~n":8,"a/b":9,"":0,"big":18446744073709551615}"#

    private func both() throws -> [JSON] {
        let built: JSON = [
            "a": [1, 2.5, "x", nil, true, ["b": [:]]], "é": -7, "m~n": 8, "a/b": 9, "": 0, "big": JSON(UInt64.max),
        ]
        return [try JSON(parsing: JSONValueTests.text.utf8), built]
    }

    @Test func parsedAndBuiltReadTheSame() throws {
        for json in try both() {
            #expect(json.kind == .object)
            #expect(json.object?.count == 6)
            #expect(json.object.map { $0.map(\.key) } == ["a", "é", "m~n", "a/b", "", "big"])
            #expect(json.object.map { Array($0.keys) } == ["a", "é", "m~n", "a/b", "", "big"])
            #expect(json.object?["é"]?.int == -7)
            #expect(json.object?["none"] == nil)
            #expect(json.array == nil)
            let array = try #require(json["a"].array)
            #expect(array.map(\.kind) == [.number, .number, .string, .null, .boolean, .object])
            #expect(array.count == 6)
            #expect(array[array.index(array.startIndex, offsetBy: 4)].bool == true)
            #expect(json["a"][0].int == 1)
            #expect(json["a"][1].double == 2.5)
            #expect(json["a"][1].int == nil)
            #expect(json["a"][2].string == "x")
            #expect(json["a"][3].isNull)
            #expect(json["a"][5]["b"].object?.isEmpty == true)
            #expect(json["big"].uint64 == .max)
            #expect(json["big"].int64 == nil)
            #expect(json["big"].numberText == "18446744073709551615")
            // Subscripts never fail: a missing value is null.
            for missing in [json["z"], json["a"][6], json["a"][-1], json[0], json["a"]["b"], json["z"][3]["y"]] {
                #expect(missing == .null)
            }
            #expect(String(decoding: try json.serialized(), as: UTF8.self) == JSONValueTests.text)
        }
    }

    /// Source: RFC 6901 §5.
    @Test(arguments: [
        ("", true), ("/a", true), ("/a/0", true), ("/a/5/b", true), ("/", true), ("/a~1b", true), ("/m~0n", true),
        ("/é", true), ("a", false), ("/a/6", false), ("/a/-", false), ("/a/00", false), ("/a/01", false),
        ("/a/+1", false), ("/z", false), ("/m~2n", false), ("/m~", false), ("/é/0", false), ("/a/0/", false),
        ("/a/99999999999999999999", false),
    ])
    func pointers(pointer: String, exists: Bool) throws {
        for json in try both() { #expect((json.pointer(pointer) != nil) == exists) }
    }

    @Test func pointersName() throws {
        for json in try both() {
            #expect(json.pointer("/a/2") == "x")
            #expect(json.pointer("/") == 0)
            #expect(json.pointer("/a~1b") == 9)
            #expect(json.pointer("/m~0n") == 8)
            #expect(json.pointer("/a/3") == JSON.null)
        }
    }

    @Test func changes() throws {
        let original = try JSON(parsing: JSONValueTests.text.utf8)
        var json = original
        json["a"][0] = "one"
        json["a"][6] = 7
        json["a"][9] = 9
        json["new"]["deep"] = [true]
        json["new"]["deep"].append(false)
        json["é"]["was"] = "a number"
        #expect(json.removeValue(forKey: "big")?.uint64 == .max)
        #expect(json.removeValue(forKey: "big") == nil)
        #expect(
            String(decoding: try json.serialized(), as: UTF8.self)
                == #"{"a":["one",2.5,"x",null,true,{"b":{}},7],"é":{"was":"a number"},"m~n":8,"a/b":9,"":0,"new":{"deep":[true,false]}}"#
        )
        // The original of a changed copy is unchanged.
        #expect(String(decoding: try original.serialized(), as: UTF8.self) == JSONValueTests.text)
        var many: JSON = [:]
        for number in 0..<100 { many["key\(number)"] = JSON(number) }
        for number in stride(from: 0, to: 100, by: 2) { many.removeValue(forKey: "key\(number)") }
        #expect(many.object?.count == 50)
        #expect(many["key51"].int == 51)
        #expect(many["key50"] == .null)
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", "1e0", true), ("100", "1e2", true), ("0", "-0.0", true), ("1", "2", false),
        ("9007199254740993", "9007199254740992.0", false), ("9007199254740992", "9007199254740992.0", true),
        ("18446744073709551615", "18446744073709551615", true), ("18446744073709551615", "18446744073709551616", false),
        ("18446744073709551616", "18446744073709551617", false),
        ("18446744073709551616", "1.8446744073709551616e19", true),
        ("100000000000000000000", "1e20", true), ("100000000000000000001", "1e20", false),
        ("1e400", "10e399", true), ("1e400", "1e401", false), ("1e400", "-1e400", false), ("0.1", "0.10", true),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true), (#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, false),
        (#"{"a":1}"#, #"{"a":1,"b":null}"#, false), ("[1,2]", "[2,1]", false), ("[1,2]", "[1,2,3]", false),
        (#""\u00e9""#, "\"é\"", true), (#""e\u0301""#, "\"é\"", false), ("null", "false", false), ("[]", "{}", false),
        (
            #"{"a":{"b":[1,{"c":2}]},"d":[],"e":1,"f":2,"g":3}"#,
            #"{"g":3.0,"f":2,"e":1,"d":[],"a":{"b":[1,{"c":2.0}]}}"#, true
        ),
        (
            #"{"a":{"b":[1,{"c":2}]},"d":[],"e":1,"f":2,"g":3}"#,
            #"{"g":3.0,"f":2,"e":1,"d":[],"a":{"b":[1,{"c":3.0}]}}"#, false
        ),
    ])
    func equality(left: String, right: String, areEqual: Bool) throws {
        let left = try JSON(parsing: left.utf8)
        let right = try JSON(parsing: right.utf8)
        #expect((left == right) == areEqual)
        #expect((right == left) == areEqual)
        if areEqual { #expect(left.hashValue == right.hashValue) }
    }

    @Test func canonicallyEquivalentKeysAreTwo() throws {
        let json = try JSON(parsing: "{\"e\\u0301\":1,\"\\u00e9\":2}".utf8)
        #expect(json.object?.count == 2)
        #expect(json["\u{E9}"].int == 2)
        #expect(json["e\u{301}"].int == 1)
        var built: JSON = [:]
        for (key, value) in try #require(json.object) { built[key] = value }
        #expect(built == json)
    }

    @Test(arguments: [
        ("0.1", "0.1"), ("-12.50", "-12.5"), ("1e3", "1000"), ("0", "0"), ("-0.0", "0"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
        ("9007199254740993", "9007199254740993"), ("1.10000000000000000000000000000000000000000000", "1.1"),
    ])
    func decimals(text: String, expected: String) throws {
        #expect(try JSON(parsing: text.utf8).decimal?.description == expected)
    }

    @Test(arguments: ["1234567890123456789012345678901234567891", "1e200", "1e-129", "null", "\"1\"", "[1]"])
    func noDecimals(text: String) throws {
        #expect(try JSON(parsing: text.utf8).decimal == nil)
    }

    @Test func kindsOfScalars() throws {
        let json = try JSON(parsing: #"[null,true,false,0,1.0,"s",[],{}]"#.utf8)
        let values = try #require(json.array).map { $0 }
        #expect(values.map(\.bool) == [nil, true, false, nil, nil, nil, nil, nil])
        #expect(values.map(\.int) == [nil, nil, nil, 0, 1, nil, nil, nil])
        #expect(values.map(\.double) == [nil, nil, nil, 0, 1, nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, nil, nil, "s", nil, nil])
        #expect(values.map(\.numberText) == [nil, nil, nil, "0", "1.0", nil, nil, nil])
        #expect(values.map { $0.array != nil } == [false, false, false, false, false, false, true, false])
        #expect(values.map { $0.object != nil } == [false, false, false, false, false, false, false, true])
        #expect(JSON(exactly: UInt64.max)?.uint64 == .max)
        #expect(JSON(exactly: Int128.max) == nil)
    }
}
