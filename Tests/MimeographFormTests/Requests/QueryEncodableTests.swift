import Mimeograph
import MimeographForm
import Testing

/// Tests of everything that `Codable` allows a value to do with an encoder.
@Suite struct QueryEncodableTests {
    private func encode(_ value: some Encodable) throws -> String {
        var encoder = QueryEncoder.afnetworking
        encoder.order = .asWritten
        return try encoder.encode(value)
    }

    class Base: Encodable {
        var base = 1
    }

    final class Shared: Base {
        var own = 2
        enum Keys: CodingKey { case own }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(own, forKey: .own)
        }
    }

    final class Apart: Base {
        var own = 2
        enum Keys: CodingKey { case own, parent }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try super.encode(to: container.superEncoder())
            try container.encode(own, forKey: .own)
            try super.encode(to: container.superEncoder(forKey: .parent))
        }
    }

    @Test func classesInherit() throws {
        #expect(try encode(Shared()) == "base=1&own=2")
        #expect(try encode(Apart()) == "super%5Bbase%5D=1&own=2&parent%5Bbase%5D=1")
    }

    struct OutOfTurn: Encodable {
        enum Keys: CodingKey { case a, list, c }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            var a = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
            try container.encode("last", forKey: .c)
            try list.encode(1)
            var inner = list.nestedContainer(keyedBy: Keys.self)
            try a.encode(true, forKey: .c)
            try inner.encode(2, forKey: .c)
            var again = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
            try again.encode("x", forKey: .a)
            try list.encodeNil()
            var nested = list.nestedUnkeyedContainer()
            try nested.encode(Int8(3))
            var single = list.superEncoder().singleValueContainer()
            try single.encode("s")
            #expect(list.count == 5)
        }
    }

    @Test func containersAreFilledInTurns() throws {
        #expect(
            try encode(OutOfTurn()).removingEscapes
                == "list[]=1&list[][c]=2&list[]&list[][]=3&list[]=s&a[c]=1&a[a]=x&c=last"
        )
    }

    struct Twice: Encodable {
        enum Keys: CodingKey { case a, b }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .b)
            try container.encode(3, forKey: .a)
        }
    }

    @Test func theLastValueOfAKeyCounts() throws { #expect(try encode(Twice()) == "a=3&b=2") }

    enum Kind: String, Encodable { case one }
    struct Everything: Encodable {
        var text = "t"
        var flag = true
        var kind = Kind.one
        var small: Int8 = -1
        var large: UInt64? = .max
        var ratio: Float? = 0.5
        var dictionary: [Int: String] = [2: "b", 1: "a"]
        var missing: Double?
        var optionals: [Int?] = [1, nil]
    }

    @Test func everyKindOfMember() throws {
        #expect(
            try encode(Everything()).removingEscapes
                == "text=t&flag=1&kind=one&small=-1&large=18446744073709551615&ratio=0.5&dictionary[1]=a&dictionary[2]=b"
                + "&optionals[]=1&optionals[]"
        )
    }

    struct TwoKinds: Encodable {
        func encode(to encoder: any Encoder) throws {
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Twice.Keys.self)
        }
    }
    struct TwoValues: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
    }
    struct Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Endless())
        }
    }
    struct Deep: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for _ in 0..<2_000 { container = container.nestedUnkeyedContainer() }
        }
    }
    struct Failing: Encodable {
        struct Failure: Error {}
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    // These values are not test arguments, because the testing library encodes arguments, and Foundation's encoder traps.
    @Test func misuseIsAnError() {
        func check(_ value: some Encodable) {
            #expect { try encode(["key": value]) } throws: { error in
                guard let error = error as? SerializationError else { return false }
                return error.code == .unencodableValue && !error.underlying.isEmpty
            }
        }
        check(TwoKinds())
        check(TwoValues())
        check(Endless())
        check(Deep())
        check(Failing())
    }

    @Test func errorsHaveTheirPath() throws {
        #expect { try encode(["outer": [Endless()]]) } throws: { error in
            (error as? SerializationError)?.codingPath.prefix(2).map(\.stringValue) == ["outer", "Index 0"]
        }
    }

    /// A value that writes text, or nothing at all.
    struct Silent: Encodable {
        var text: String?
        func encode(to encoder: any Encoder) throws {
            guard let text else { return }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    @Test func aValueThatWritesNothingIsLeftOut() throws {
        let values = ["k": [Silent(), Silent(text: "a")]]
        #expect(try QueryEncoder.whatwg.encode(values) == "k=a")
        #expect(try QueryEncoder.whatwg.encode(["a": Silent()]) == "")
        // In a form, its name is written.
        let form = String(decoding: try FormFormat().encode(values), as: UTF8.self)
        #expect(form.removingEscapes == "k[0]&k[1]=a")
        struct Empty: Encodable { var text: String? }
        #expect(try QueryEncoder.whatwg.encode(["k": [Empty(), Empty(text: "a")]]).removingEscapes == "k[1][text]=a")
    }

    /// The depth of a query value includes the containers around it.
    @Test func depthOfAQueryValueIsBounded() throws {
        struct Outer: Encodable {
            var depth: Int
            var inner: QueryValue
            enum Keys: CodingKey { case a }
            func encode(to encoder: any Encoder) throws {
                if depth == 0 { return try inner.encode(to: encoder) }
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(Outer(depth: depth - 1, inner: inner), forKey: .a)
            }
        }
        let inner: QueryValue = (0..<256).reduce("x") { value, _ in ["a": value] }
        _ = try encode(Outer(depth: 255, inner: inner))
        let error = #expect(throws: SerializationError.self) { try encode(Outer(depth: 257, inner: inner)) }
        #expect(error?.code == .unencodableValue)
    }

    @Test func otherCodersTakeAQueryValue() throws {
        struct Wrapper: Encodable {
            var inner: QueryValue = ["b": [1, 2.5, nil, true] as QueryValue, "a": "x"]
        }
        #expect(
            try encode(Wrapper()).removingEscapes == "inner[b][]=1&inner[b][]=2.5&inner[b][]&inner[b][]=1&inner[a]=x"
        )
    }
}

extension String {
    /// Returns the same text with unescaped brackets, for readability.
    fileprivate var removingEscapes: String {
        split(separator: "%5B").joined(separator: "[").split(separator: "%5D").joined(separator: "]")
            + (hasSuffix("%5D") ? "]" : "")
    }
}
