import Mimeograph
import MimeographForm
import MimeographJSON
import Testing

/// An array of one element is written as one field, and read back from it by every type that reads elements.
@Suite struct SingleElementTests {
    /// A collection of one's own, whose `init(from:)` asks for an unkeyed container.
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

    /// What is no element is an error about the element, at the field.
    @Test func whatDoesNotFit() throws {
        do {
            _ = try FormFormat().decode(Pair.self, from: "x=1&a=b".utf8)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .dataShape)
            #expect(error.location?.offset == 4)
        }
    }

    /// A type that tries one kind of value after the other still sees a text as a text.
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

    @Test func aTextIsATextToWhatTakesBoth() throws {
        let read = try FormFormat().decode([String: Either].self, from: "a=1&b=2&b=3&c[]=4".utf8)
        #expect(read == ["a": .text("1"), "b": .texts(["2", "3"]), "c": .texts(["4"])])
        #expect(try FormFormat().decode(JSON.self, from: "a=1&b[]=2".utf8) == ["a": "1", "b": ["2"]])
    }
}
