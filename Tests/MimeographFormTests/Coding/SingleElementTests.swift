import Mimeograph
import MimeographForm
import MimeographJSON
import Synchronization
import Testing

/// Checks that an array of one element is written as one field, and read back by every type that reads elements.
@Suite struct SingleElementTests {
    /// A custom collection whose `init(from:)` uses an unkeyed container.
    struct Stack<Element: Codable & Equatable>: Codable, Equatable {
        var elements: [Element]
        init(_ elements: [Element]) { self.elements = elements }
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            elements = []
            while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        }
    }
    struct Pair: Codable, Equatable {
        var a: Stack<Int>
        var b: Stack<String>?
    }

    @Test(arguments: [[7], [1, 2], [1, 2, 3]])
    func isReadBack(_ numbers: [Int]) throws {
        let pair = Pair(a: Stack(numbers), b: Stack(numbers.map { "x\($0)" }))
        let body = try FormFormat().encode(pair)
        #expect(try FormFormat().decode(Pair.self, from: body) == pair)
    }

    @Test func readsOneField() throws {
        #expect(try FormFormat().decode(Pair.self, from: "a=1".utf8) == Pair(a: Stack([1])))
        #expect(
            try FormFormat().decode([String: Stack<Int>].self, from: "a=1&b=2".utf8) == [
                "a": Stack([1]), "b": Stack([2]),
            ]
        )
        #expect(
            try FormFormat().decode([String: Stack<Stack<Int>>].self, from: "a=1".utf8) == ["a": Stack([Stack([1])])]
        )
    }

    /// An invalid element causes an error for the element, with the location of the field.
    @Test func invalidElements() throws {
        do {
            _ = try FormFormat().decode(Pair.self, from: "x=1&a=b".utf8)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .dataShape)
            #expect(error.location?.offset == 4)
        }
    }

    /// Counts how often types decode themselves, and stops endless decoding.
    final class Work: Sendable {
        static let key = CodingUserInfoKey(rawValue: "work")
        let count = Atomic(0)

        static func begin(_ decoder: any Decoder) throws {
            guard let key = Work.key, let work = decoder.userInfo[key] as? Work else { return }
            if work.count.add(1, ordering: .relaxed).newValue > 5_000 { throw TooMuch() }
        }
    }
    struct TooMuch: Error {}

    indirect enum Nested: Decodable {
        case number(Int)
        case list([Nested])
        init(from decoder: any Decoder) throws {
            try Work.begin(decoder)
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .list(try container.decode([Nested].self))
            }
        }
    }

    struct Tree: Decodable {
        var children: [Tree]
        init(from decoder: any Decoder) throws {
            try Work.begin(decoder)
            children = try decoder.singleValueContainer().decode([Tree].self)
        }
    }

    /// Each level of a type that reads lists of itself used to be read twice, so 512 levels never ended.
    @Test func aTextIsReadAsListsOnceForEachLevel() throws {
        func check<T: Decodable>(_ type: T.Type) throws {
            let work = Work()
            var format = FormFormat()
            let key = try #require(Work.key)
            format.userInfo[key] = work
            let error = #expect(throws: SerializationError.self) {
                try format.decode([String: T].self, from: "a=x".utf8)
            }
            #expect(error?.code == .dataShape)
            let count = work.count.load(ordering: .relaxed)
            #expect(count < 2_000)
        }
        try check(Nested.self)
        try check(Tree.self)
    }

    /// A type that tries several kinds of values still reads text as text.
    enum Either: Decodable, Equatable {
        case text(String)
        case texts([String])
        init(from decoder: any Decoder) throws {
            if var container = try? decoder.unkeyedContainer() {
                var texts: [String] = []
                while !container.isAtEnd { texts.append(try container.decode(String.self)) }
                self = .texts(texts)
            } else {
                self = .text(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    @Test func textStaysText() throws {
        let read = try FormFormat().decode([String: Either].self, from: "a=1&b=2&b=3&c[]=4".utf8)
        #expect(read == ["a": .text("1"), "b": .texts(["2", "3"]), "c": .texts(["4"])])
        #expect(try FormFormat().decode(JSON.self, from: "a=1&b[]=2".utf8) == ["a": "1", "b": ["2"]])
    }
}
