import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Foundation's `JSONDecoder` in the same process is the reference: the same value, or the same kind of error at the same coding
/// path.
@Suite struct DecodingAgreementTests {
    @Test(arguments: scalars + containers + composites + manual)
    func sameAsFoundation(_ test: DecodingCase) {
        #expect(test.ours() == test.theirs())
    }

    /// Foundation loses the path if a number does not fit; this decoder has it.
    @Test(arguments: overflows)
    func sameKindAsFoundation(_ test: DecodingCase) {
        guard case .failure(let kind, _) = test.ours(), case .failure(let expected, _) = test.theirs() else {
            Issue.record("\(test.ours()) against \(test.theirs())")
            return
        }
        #expect(kind == expected)
    }

    static let scalars: [DecodingCase] = {
        var cases: [DecodingCase] = []
        let texts = [
            "0", "-0", "1", "-1", "127", "-128", "255", "32767", "-32768", "65535", "2147483647", "-2147483648",
            "4294967295", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1.0", "1e2", "120e-1",
            "0.0", "-0.0", "1E+2", "576460752303423487", "576460752303423488", "-576460752303423489", "true", "false",
            "null", "\"\"", "\"1\"", "\"inf\"", "\"a\\u00e9\\ud83d\\ude00\\n\"", "[]", "[1]", "{}", "{\"a\":1}", " 7 ",
        ]
        for text in texts {
            cases.append(DecodingCase(Bool.self, text))
            cases.append(DecodingCase(String.self, text))
            cases.append(DecodingCase(Double.self, text))
            cases.append(DecodingCase(Float.self, text))
            cases.append(DecodingCase(Int?.self, text))
            cases.append(DecodingCase([Int].self, text))
            cases.append(DecodingCase([String: Int].self, text))
            cases.append(DecodingCase(Decimal.self, text))
            cases.append(DecodingCase(Person.self, text))
            cases.append(DecodingCase(Color.self, text))
            cases.append(DecodingCase(Loose.self, text))
        }
        for text in texts where !text.contains(where: \.isNumber) || text.contains("\"") {
            cases.append(DecodingCase(Int.self, text))
            cases.append(DecodingCase(UInt8.self, text))
            cases.append(DecodingCase(Int128.self, text))
        }
        for text in ["1", "-0", "1.0", "1e2", "0.0", "127", "120e-1"] {
            cases += [
                DecodingCase(Int8.self, text), DecodingCase(Int16.self, text), DecodingCase(Int32.self, text),
                DecodingCase(Int64.self, text), DecodingCase(Int.self, text), DecodingCase(UInt8.self, text),
                DecodingCase(UInt16.self, text), DecodingCase(UInt32.self, text), DecodingCase(UInt64.self, text),
                DecodingCase(UInt.self, text), DecodingCase(Int128.self, text), DecodingCase(UInt128.self, text),
            ]
        }
        cases += [
            DecodingCase(Int64.self, "9223372036854775807"), DecodingCase(Int64.self, "-9223372036854775808"),
            DecodingCase(UInt64.self, "18446744073709551615"), DecodingCase(UInt64.self, "9223372036854775808"),
            DecodingCase(Int128.self, "170141183460469231731687303715884105727"),
            DecodingCase(Int128.self, "-170141183460469231731687303715884105728"),
            DecodingCase(UInt128.self, "340282366920938463463374607431768211455"),
            DecodingCase(Double.self, "1.7976931348623157e308"), DecodingCase(Double.self, "5e-324"),
            DecodingCase(Double.self, "0.1"), DecodingCase(Double.self, "123456789012345678901234567890"),
            DecodingCase(Float.self, "0.1"), DecodingCase(Float.self, "3.4028234e38"),
            // Halfway between two floats, except for a digit that a double does not hold.
            DecodingCase(Float.self, "1.00000005960464477539062500000000000001"),
            DecodingCase(Float.self, "16777217"), DecodingCase(Float.self, "9007199791611905"),
            DecodingCase(Decimal.self, "3.14159265358979323846264338327950288419716939937510582097"),
            DecodingCase(Decimal.self, "-1.50"), DecodingCase(Decimal.self, "12345678901234567890.123456789"),
            DecodingCase(Decimal.self, "1e100"), DecodingCase(URL.self, "\"http://a/b\""),
            DecodingCase(URL.self, "\"\""), DecodingCase(URL.self, "1"), DecodingCase(URL.self, "null"),
            DecodingCase(Float16.self, "0.5"),
        ]
        return cases
    }()

    static let overflows: [DecodingCase] = [
        DecodingCase(Int8.self, "128"), DecodingCase(Int8.self, "-129"), DecodingCase(UInt.self, "-1"),
        DecodingCase(Int.self, "1.5"), DecodingCase(Int64.self, "9223372036854775808"),
        DecodingCase(Int64.self, "9223372036854775807.5"), DecodingCase(UInt64.self, "18446744073709551616"),
        DecodingCase(Int.self, "1e30"), DecodingCase(Int.self, "1e999999999999999999999"),
        DecodingCase(UInt128.self, "340282366920938463463374607431768211456"), DecodingCase(Double.self, "1e400"),
        DecodingCase(Double.self, "-1e400"), DecodingCase(Float.self, "1e39"), DecodingCase(Decimal.self, "1e200"),
        DecodingCase([Int8].self, "[1,300]"), DecodingCase(Person.self, #"{"name":"a","age":1e30}"#),
    ]

    static let containers: [DecodingCase] = [
        DecodingCase(Person.self, #"{"name":"Ada","age":36,"isAdmin":true}"#),
        DecodingCase(Person.self, #"{"isAdmin":true,"age":null,"name":"Ada"}"#),
        DecodingCase(Person.self, #"{"isAdmin":true,"name":"Ada"}"#),
        DecodingCase(Person.self, #"{"name":null,"isAdmin":true}"#),
        DecodingCase(Person.self, #"{"name":"Ada"}"#),
        DecodingCase(Person.self, #"{"name":"Ada","age":"x","isAdmin":true}"#),
        DecodingCase(Person.self, #"{"name":["Ada"],"isAdmin":1}"#),
        DecodingCase([Person].self, #"[{"name":"a","isAdmin":false},{"name":1,"isAdmin":false}]"#),
        DecodingCase([Person?].self, #"[{"name":"a","isAdmin":false},null]"#),
        DecodingCase([[Int]].self, "[[1],[2,3],[]]"), DecodingCase([[Int]].self, "[[1],[2,true]]"),
        DecodingCase([[[Double]]].self, "[[[1,2.5],[3,\"x\"]]]"), DecodingCase([[Int]?].self, "[null,[1]]"),
        DecodingCase([[Int]].self, "[null,[1]]"), DecodingCase([Int?].self, "[1,null,\"x\"]"),
        DecodingCase([String].self, #"["a",null]"#), DecodingCase([Bool].self, "[true,0]"),
        DecodingCase(Set<Int>.self, "[3]"), DecodingCase([String: Int].self, #"{"a":1}"#),
        DecodingCase([String: Int].self, #"{"a":"x"}"#), DecodingCase([String: Int?].self, #"{"a":null}"#),
        DecodingCase([String: Person].self, #"{"k":{"name":1,"isAdmin":true}}"#),
        DecodingCase([String: [String: Int]].self, #"{"k":{"l":null}}"#), DecodingCase([Int: Int].self, #"{"7":1}"#),
        DecodingCase([Int: Int].self, #"{"x":1}"#), DecodingCase([Int: Int].self, #"{"7":"x"}"#),
        DecodingCase([Color: Int].self, #"{"red":1}"#), DecodingCase([Color: Int].self, #"{"blue":1}"#),
        DecodingCase([Point: Int].self, #"[{"x":1,"y":2},3]"#), DecodingCase([Point: Int].self, #"[{"x":1,"y":2}]"#),
    ]

    static let composites: [DecodingCase] = [
        DecodingCase(
            Team.self,
            #"{"title":"t","members":[{"name":"a","isAdmin":true}],"scores":{"s":[1,2.5]},"lead":null}"#
        ),
        DecodingCase(Team.self, #"{"title":"t","members":[{"name":"a","isAdmin":0}],"scores":{}}"#),
        DecodingCase(Team.self, #"{"title":"t","members":[],"scores":{"s":[1,"2"]}}"#),
        DecodingCase(Team.self, #"{"title":"t","members":[],"scores":{},"lead":{"age":1}}"#),
        DecodingCase(Figure.self, #"{"circle":{"radius":2}}"#), DecodingCase(Figure.self, #"{"nothing":{}}"#),
        DecodingCase(Figure.self, #"{"polygon":{"_0":[{"x":1,"y":2}],"closed":true}}"#),
        DecodingCase(Figure.self, #"{"polygon":{"_0":[{"x":1,"y":"2"}],"closed":true}}"#),
        DecodingCase(Figure.self, #"{"label":{"_0":"a"}}"#), DecodingCase(Figure.self, #"{"label":{"at":null}}"#),
        DecodingCase(Figure.self, #"{"square":{}}"#), DecodingCase(Figure.self, #"{"circle":{},"nothing":{}}"#),
        DecodingCase(Figure.self, #"{"circle":[]}"#), DecodingCase(Figure.self, #"{"circle":null}"#),
        DecodingCase(Tree.self, #"{"node":{"left":{"leaf":{"_0":1}},"right":{"leaf":{"_0":2}}}}"#),
        DecodingCase(Tree.self, #"{"node":{"left":{"leaf":{"_0":1}},"right":{"leaf":{"_0":null}}}}"#),
        DecodingCase(Dog.self, #"{"super":{"legs":4},"name":"Rex"}"#), DecodingCase(Dog.self, #"{"name":"Rex"}"#),
        DecodingCase(Dog.self, #"{"super":{},"name":"Rex"}"#), DecodingCase(Dog.self, #"{"super":3,"name":"Rex"}"#),
        DecodingCase(Cat.self, #"{"legs":4,"lives":9}"#), DecodingCase(Cat.self, #"{"lives":9}"#),
        DecodingCase([Color].self, #"["red","blue"]"#),
    ]

    static let manual: [DecodingCase] = [
        DecodingCase(Restless.self, #"{"a":1,"b":true,"c":"z","d":[1,{"a":2}]}"#),
        DecodingCase(Restless.self, #"{"d":{"c":1},"c":"z","a":1}"#), DecodingCase(Restless.self, #"{"a":1}"#),
        DecodingCase(
            Digger.self,
            #"{"outer":{"list":[null,{"value":7},[{"x":1,"y":2},{"x":3,"y":4}],2.5],"inner":{"value":"v"}}}"#
        ),
        DecodingCase(Digger.self, #"{"outer":{"list":[null,{"value":7},[{"x":1}],2.5],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[null,{"value":"7"}],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[null],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[1,2],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[1,null],"inner":{"value":"v"}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":[null],"inner":{"value":null}}}"#),
        DecodingCase(Digger.self, #"{"outer":{"list":{}}}"#), DecodingCase(Digger.self, #"{"outer":null}"#),
        DecodingCase(Forgiving.self, #"[{"number":1},{"number":"x"},{},{"number":3}]"#),
        DecodingCase(Loose.self, #"{"a":[1,"x",null,{"b":[true,[]]}]}"#),
        DecodingCase(Names.self, #"{"b":1,"a":{"c":2},"d":[{"e":1}]}"#),
    ]
}
