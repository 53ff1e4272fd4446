import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Tests of empty lists, and of NaN.
@Suite struct EmptyListTests {
    /// A custom list that cannot be decoded if it is missing.
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
        // These are decoded even if they are missing, so nothing is written.
        struct Known: Codable { var list: [Int] = [], set: Set<Int> = [], last = 1 }
        #expect(try format.encode(Known()) == Array("last=1".utf8))
    }

    /// A `QueryValue` is not a custom list.
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
