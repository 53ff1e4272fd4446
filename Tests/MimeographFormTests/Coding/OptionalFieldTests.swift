import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// Tests of optionals that `decodeIfPresent` does not read, and of values that write nothing.
@Suite struct OptionalFieldTests {
    struct Member<Value: Codable & Equatable>: Codable, Equatable {
        var v: Value

        init(_ value: Value) { v = value }

        private enum CodingKeys: CodingKey { case v }

        init(from decoder: any Decoder) throws {
            // Synthesized code would call `decodeIfPresent` for an optional.
            v = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .v)
        }
    }

    private func read<Value: Codable & Equatable>(_ type: Value.Type, _ body: String) throws -> Value {
        try FormFormat().decode(Member<Value>.self, from: body.utf8).v
    }

    enum Size: String, Codable { case small, large }
    enum Level: Int, Codable { case low, high }
    enum Unit: String, Codable {
        case none = ""
        case meter
    }

    /// A browser sends an empty value for an empty input, and for an option of a `<select>` without a value.
    @Test func emptyFieldsAreNil() throws {
        #expect(try read(Size?.self, "v=") == nil)
        #expect(try read(Level?.self, "v=") == nil)
        #expect(try read(UUID?.self, "v=") == nil)
        #expect(try read([Size?].self, "v=small&v=") == [.small, nil])
        #expect(try read(Size?.self, "v=large") == .large)
        #expect(try read(Unit?.self, "v=") == Unit.none)
        #expect(try read(String?.self, "v=") == "")
        struct Order: Codable, Equatable {
            var size: Size?
            var id: UUID?
        }
        #expect(try FormFormat().decode(Order.self, from: "size=&id=".utf8) == Order())
        #expect(throws: SerializationError.self) { try read(Size.self, "v=") }
        #expect(throws: SerializationError.self) { try read(Size?.self, "v=huge") }
    }

    @Test func optionalsAreNotNil() throws {
        #expect(try read(Int?.self, "v=1") == 1)
        #expect(try read([Int?].self, "v=1&v=2") == [1, 2])
        #expect(try read([Int?].self, "v=1&v&v=") == [1, nil, nil])
        #expect(try read([Int?]?.self, "v=1&v") == [1, nil])
        #expect(try read([String: String?].self, "v[a]=1&v[b]") == ["a": "1", "b": nil])
        #expect(try read(Int??.self, "v=1") == 1)
        #expect(try FormFormat().decode(Member<Int>?.self, from: "v=1".utf8) == Member(1))
        #expect(try FormFormat().decode([String: Int?].self, from: "a=1&b=".utf8) == ["a": 1, "b": nil])
        #expect(try FormFormat().decode(Member<Int>?.self, from: "".utf8) == nil)
        let serializers = try SerializerRegistry { FormPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-www-form-urlencoded"])
        let optional: [String: Int?]? = try serializers.read(from: "a=1".utf8, head: head)
        #expect(optional == ["a": 1])
    }

    @Test func nilIsRead() throws {
        #expect(try read(Int?.self, "") == nil)
        #expect(try read(Int?.self, "v") == nil)
        #expect(try read(Int?.self, "v=") == nil)
        #expect(try read(String?.self, "v=") == "")
        #expect(try read([Int]?.self, "v") == nil)
        #expect(try read([Int]?.self, "v=1&v=2") == [1, 2])
    }

    @Test func aWrongFieldIsNotNil() {
        #expect(throws: SerializationError.self) { try read(Int?.self, "v=x") }
        #expect(throws: SerializationError.self) { try read([Int?].self, "v=1&v=x") }
        #expect(throws: SerializationError.self) { try read([String: Int?].self, "v[a]=1.5") }
    }

    enum Choice: Codable, Equatable {
        case none
        case list([Int])
        indirect case other(Choice)
    }

    struct Nothing: Codable, Equatable {}

    private func written<Value: Codable & Equatable>(_ value: Value) throws -> String {
        let body = try FormFormat().encode(Member(value))
        #expect(try FormFormat().decode(Member<Value>.self, from: body) == Member(value))
        return String(decoding: body, as: UTF8.self).removingPercentEncoding ?? ""
    }

    @Test func emptyValuesKeepTheirPosition() throws {
        #expect(try written([[1, 2], [], [3]]) == "v[0]=1&v[0]=2&v[1]&v[2]=3")
        #expect(try written([[]] as [[Int]]) == "v[0]")
        #expect(try written([1, nil, 3]) == "v=1&v&v=3")
        #expect(try written([nil] as [Int?]) == "v[0]")
        #expect(try written(["a": [], "b": [1]]) == "v[a]&v[b]=1")
        #expect(try written(["a": nil, "b": 1]) == "v[a]&v[b]=1")
        #expect(try written([Nothing(), Nothing()]) == "v[0]&v[1]")
        #expect(try written([] as [Int]) == "")
        #expect(try written([:] as [String: Int]) == "")
        #expect(try written(Nothing()) == "v")
    }

    @Test func casesWithoutPayload() throws {
        #expect(try written(Choice.none) == "v[none]")
        #expect(try written(Choice.list([])) == "v[list]")
        #expect(try written(Choice.other(.none)) == "v[other][_0][none]")
        #expect(try written([Choice.none, .list([1])]) == "v[0][none]&v[1][list][_0]=1")
        #expect(try FormFormat().encode(Choice.none) == Array("none".utf8))
        #expect(try FormFormat().decode(Choice.self, from: "none".utf8) == .none)
    }

    /// A browser's form may lack elements that were removed from the page.
    @Test func missingNumbersLeaveNoGap() throws {
        #expect(try read([Int].self, "v[0]=1&v[2]=3") == [1, 3])
    }

    /// This library does not read queries back, and servers read a bare name as text.
    @Test func queriesLeaveOutEmptyValues() throws {
        #expect(try QueryEncoder.whatwg.encode(["v": [[1], [], [3]]]) == "v%5B0%5D=1&v%5B2%5D=3")
        #expect(try QueryEncoder.whatwg.encode(["v": [1, nil, 3]]) == "v=1&v=3")
    }

    @Test func tooLargeNumbersAreErrors() {
        for text in ["1e400", "-1e400", "1e309"] {
            #expect(throws: SerializationError.self) { try read(Double.self, "v=\(text)") }
            #expect(throws: SerializationError.self) { try read(Double?.self, "v=\(text)") }
        }
        #expect(throws: SerializationError.self) { try read(Float.self, "v=1e39") }
        #expect(throws: Never.self) { try read(Float.self, "v=inf") }
    }
}
