import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Lists that hold nothing, and numbers that are not numbers.
@Suite struct EmptyListTests {
    /// A list of the program's own: a reader cannot make it of nothing.
    struct Own: Codable, Equatable {
        var elements: [Int] = []
        init(_ elements: [Int] = []) { self.elements = elements }
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { elements.append(try container.decode(Int.self)) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        }
    }

    struct Lists: Codable, Equatable {
        var own = Own()
        var path = IndexPath()
        var last = 1
    }

    @Test func emptyListsOfAllTypesComeBack() throws {
        let format = FormFormat()
        for lists in [Lists(), Lists(own: Own([1, 2]), path: IndexPath(indexes: [4, 5]))] {
            #expect(try format.decode(Lists.self, from: format.encode(lists)) == lists)
        }
        // A reader makes these of nothing, so that nothing is written.
        struct Known: Codable { var list: [Int] = [], set: Set<Int> = [], last = 1 }
        #expect(try format.encode(Known()) == Array("last=1".utf8))
    }

    /// A value that is put together as it is written is no type of the program's own.
    @Test func emptyListsOfQueryValuesWriteNothing() throws {
        struct Lists: Encodable { var set = QueryValue.set([]), array = QueryValue.array([]), last = 1 }
        #expect(try FormFormat().encode(Lists()) == Array("last=1".utf8))
    }

    @Test(arguments: [Double.nan, -.nan, .signalingNaN]) func notANumber(_ value: Double) throws {
        struct Numbers: Codable { var d: Double, f: Float }
        let format = FormFormat()
        let bytes = try format.encode(Numbers(d: value, f: Float(value)))
        #expect(bytes == Array("d=nan&f=nan".utf8))
        let numbers = try format.decode(Numbers.self, from: bytes)
        #expect(numbers.d.isNaN && numbers.f.isNaN)
        let error = try #require(throws: SerializationError.self) { try format.encode(["a": Decimal.nan]) }
        #expect(error.code == .unencodableValue)
    }
}
