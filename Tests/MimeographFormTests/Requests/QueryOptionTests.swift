import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Tests of each option, with the values from Alamofire's tests if there are any.
@Suite struct QueryOptionTests {
    struct Nested: Encodable {
        var a: [String: String]
    }

    private func encode(_ value: some Encodable, _ change: (inout QueryEncoder) -> Void) throws -> String {
        var encoder = QueryEncoder.alamofire
        change(&encoder)
        return try encoder.encode(value)
    }

    @Test func arrays() throws {
        let value: QueryValue = ["foo": ["a", 1, true] as QueryValue]
        #expect(try encode(value) { $0.order = .asWritten } == "foo%5B%5D=a&foo%5B%5D=1&foo%5B%5D=1")
        #expect(
            try encode(value) {
                $0.order = .asWritten
                $0.arrays = .noBrackets
            } == "foo=a&foo=1&foo=1"
        )
        let objects: QueryValue = ["foo": [["bar": 2], ["qux": 3], ["quy": 4]]]
        #expect(
            try encode(objects) { $0.arrays = .indexInBrackets }
                == "foo%5B0%5D%5Bbar%5D=2&foo%5B1%5D%5Bqux%5D=3&foo%5B2%5D%5Bquy%5D=4"
        )
        #expect(
            try encode(objects) { $0.arrays = .custom { key, index in "\(key).\(index + 1)" } }
                == "foo.1%5Bbar%5D=2&foo.2%5Bqux%5D=3&foo.3%5Bquy%5D=4"
        )
        #expect(
            try encode(["a": [[1], [2]]] as QueryValue) {
                $0.arrays = .noBrackets
                $0.arraysOfContainers = .indexInBrackets
            } == "a%5B0%5D=1&a%5B1%5D=2"
        )
    }

    @Test func keyPaths() throws {
        let value = Nested(a: ["b": "b"])
        #expect(try encode(value) { $0.keyPaths = .brackets } == "a%5Bb%5D=b")
        #expect(try encode(value) { $0.keyPaths = .dots } == "a.b=b")
        #expect(try encode(value) { $0.keyPaths = .custom { "-\($0)" } } == "a-b=b")
    }

    @Test func booleans() throws {
        #expect(try encode(["bool": true]) { $0.booleans = .literal } == "bool=true")
        #expect(try encode(["bool": false]) { _ in } == "bool=0")
        #expect(try encode(["number": 1]) { $0.booleans = .literal } == "number=1")
    }

    @Test func numbers() throws {
        #expect(try encode(["d": 1.0]) { _ in } == "d=1.0")
        #expect(try encode(["d": 1.0]) { $0.numbers = .shortest } == "d=1")
        #expect(try encode(["d": Float(2.3)]) { $0.numbers = .shortest } == "d=2.3")
        #expect(try encode(["d": 1e20]) { _ in } == "d=1e%2B20")
        #expect(try encode(["d": Double.infinity]) { _ in } == "d=inf")
        #expect(try encode(["d": UInt64.max]) { _ in } == "d=18446744073709551615")
        #expect(try encode(["d": Int128.min]) { _ in } == "d=-170141183460469231731687303715884105728")
    }

    @Test func data() throws {
        let value = ["data": Data("data".utf8)]
        #expect(try encode(value) { _ in } == "data=ZGF0YQ%3D%3D")
        #expect(
            try encode(value) { $0.data = .deferredToData }
                == "data%5B%5D=100&data%5B%5D=116&data%5B%5D=97&data%5B%5D=97".split(separator: "&").sorted()
                .joined(separator: "&")
        )
        #expect(try encode(value) { $0.data = .custom { "\($0.count) bytes" } } == "data=4%20bytes")
    }

    @Test func dates() throws {
        let value = ["date": Date(timeIntervalSinceReferenceDate: 123.456)]
        #expect(try encode(value) { _ in } == "date=123.456")
        #expect(try encode(value) { $0.dates = .secondsSince1970 } == "date=978307323.456")
        #expect(try encode(value) { $0.dates = .millisecondsSince1970 } == "date=978307323456.0")
        #expect(try encode(value) { $0.dates = .iso8601 } == "date=2001-01-01T00%3A02%3A03Z")
        #expect(try encode(value) { $0.dates = .description } == "date=2001-01-01%2000%3A02%3A03%20%2B0000")
        #expect(try encode(value) { $0.dates = .custom { "\(Int($0))" } } == "date=978307323")
        let description = QueryEncoder.afnetworking.escape(Date(timeIntervalSinceReferenceDate: 123.456).description)
        #expect(try QueryEncoder.afnetworking.encode(value) == "date=\(description)")
        for date in [Date.distantFuture.addingTimeInterval(1e13), Date(timeIntervalSinceReferenceDate: .nan)] {
            #expect { try QueryEncoder.afnetworking.encode(["date": date]) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
    }

    @Test func otherValuesOfFoundation() throws {
        let url = try #require(URL(string: "https://example.com/a?b=c"))
        #expect(try encode(["url": url]) { _ in } == "url=https%3A//example.com/a?b%3Dc")
        #expect(try encode(["price": Decimal(string: "12.50")]) { _ in } == "price=12.5")
        let id = UUID()
        #expect(try encode(["id": id]) { _ in } == "id=\(id.uuidString)")
        let relative = try #require(URL(string: "x", relativeTo: url))
        #expect { try encode(["url": relative]) { _ in } } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
    }

    @Test(
        arguments: [
            (.convertToSnakeCase, "one_two_three"), (.convertToKebabCase, "one-two-three"),
            (.capitalized, "OneTwoThree"), (.uppercased, "ONETWOTHREE"), (.lowercased, "onetwothree"),
            (.useDefaultKeys, "oneTwoThree"), (.custom { "\($0)!" }, "oneTwoThree%21"),
        ] as [(QueryEncoder.KeyNotation, String)]
    )
    func keys(_ notation: QueryEncoder.KeyNotation, _ expected: String) throws {
        #expect(try encode(["oneTwoThree": 1]) { $0.keys = notation } == "\(expected)=1")
        var encoder = QueryEncoder.alamofire
        encoder.keys = notation
        #expect(encoder.encode(pairs: [("oneTwoThree", "1")]) == "\(expected)=1")
    }

    @Test func keysAreConvertedWithTheirBrackets() throws {
        #expect(
            try encode(["outerKey": ["innerKey": [1]]]) { $0.keys = .convertToSnakeCase }
                == "outer_key%5Binner_key%5D%5B%5D=1"
        )
    }

    @Test(
        arguments: [
            (.dropKey, ""), (.dropValue, "a="), (.null, "a=null"), (.bareKey, "a"),
            (.custom("nil & void"), "a=nil%20%26%20void"),
        ] as [(QueryEncoder.NullNotation, String)]
    )
    func nulls(_ notation: QueryEncoder.NullNotation, _ expected: String) throws {
        struct Optionals: Encodable {
            var a: String?
        }
        struct Numbers: Encodable {
            var a: Int?
        }
        #expect(try encode(["a": String?.none]) { $0.nulls = notation } == expected)
        #expect(try encode(Optionals()) { $0.nulls = notation } == expected)
        #expect(try encode(Numbers()) { $0.nulls = notation } == expected)
        #expect(
            try encode(Optionals()) {
                $0.nulls = notation
                $0.countsAbsentMembersAsNull = false
            } == ""
        )
    }

    @Test func spaces() throws {
        #expect(try encode(["a b": "c +d"]) { $0.spaces = .plusReplaced } == "a+b=c+%2Bd")
        #expect(try encode(["a b": "c +d"]) { _ in } == "a%20b=c%20%2Bd")
    }

    @Test func allowedCharacters() throws {
        #expect(
            try encode(["a": "b:@/?~!"]) { $0.allowedCharacters = QueryCharacterSet("b:@") } == "%61=b:@%2F%3F%7E%21"
        )
        // Characters with a special meaning for readers are always escaped.
        let dangerous = QueryCharacterSet("%&=+# \u{1}\u{7F}é[]")
        #expect(
            try encode(["%&=+# é": "[]"]) { $0.allowedCharacters = dangerous } == "%25%26%3D%2B%23%20%C3%A9=[]"
        )
        var characters = QueryCharacterSet.unreserved
        characters.insert(contentsOf: ":")
        characters.remove(contentsOf: "~")
        #expect(characters.contains(UInt8(ascii: ":")) && !characters.contains(UInt8(ascii: "~")))
    }

    @Test func order() throws {
        let value: QueryValue = ["b": [2, 1], "a": ["z": 1, "y": 2] as QueryValue]
        #expect(try encode(value) { $0.order = .asWritten } == "b%5B%5D=2&b%5B%5D=1&a%5Bz%5D=1&a%5By%5D=2")
        #expect(try encode(value) { $0.order = .sortedKeys } == "a%5By%5D=2&a%5Bz%5D=1&b%5B%5D=2&b%5B%5D=1")
        #expect(try encode(value) { $0.order = .sortedPairs } == "a%5By%5D=2&a%5Bz%5D=1&b%5B%5D=1&b%5B%5D=2")
        // A dictionary and a set have no order, but are always written in the same order.
        #expect(try encode(["b": 1, "a": 2, "c": 3]) { $0.order = .asWritten } == "a=2&b=1&c=3")
        #expect(
            try encode(["s": Set(["c", "b", "a"])]) {
                $0.order = .asWritten
                $0.sets = .repeatedKey
            } == "s=a&s=b&s=c"
        )
    }
}
