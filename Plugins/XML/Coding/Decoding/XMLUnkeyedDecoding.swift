import Mimeograph

/// The elements of a list, one after the other.
struct XMLUnkeyedDecoding {
    private enum Rest {
        /// The next of the elements of a key.
        case member(Int32?, XMLMatch)
        /// The next of the children of an element.
        case children(Int32)
        case words(ArraySlice<Substring>, of: Int32)
    }

    private let context: XMLDecodingContext
    private let path: XMLCodingPath?
    private let element: Int32
    private var rest: Rest
    private(set) var currentIndex = 0

    init(context: XMLDecodingContext, place: XMLDecodingPlace, path: XMLCodingPath?) throws {
        self.context = context
        self.path = path
        element = context.element(of: place)
        switch place {
        case .absent: rest = .words([], of: element)
        case .word:
            throw context.failure(
                .typeMismatch([Any].self),
                "Expected a list but found a word of one.",
                at: element,
                path
            )
        case .text(let text, _): rest = .words(XMLScalar.words(text)[...], of: element)
        case .member(let match, .repeated): rest = .member(match.first, match)
        case .member(_, .words):
            rest = .words(XMLScalar.words(try context.text([Any].self, at: place, path))[...], of: element)
        case .element, .member(_, .wrapped):
            let element = try context.single(place, path)
            if context.isNil(element) { throw context.isNilFailure([Any].self, at: element, path) }
            rest = .children(context.tree.element(element).firstChild)
        }
    }

    /// Where the next one is.
    private func place(_ type: any Any.Type) throws -> XMLDecodingPlace {
        switch rest {
        case .member(let next?, _): return .element(next)
        case .children(let next) where next != XMLCodingTree.none: return .element(next)
        case .words(let words, let element):
            if let word = words.first { return .word(String(word), in: element) }
        default: break
        }
        throw context.failure(.valueNotFound(type), "The list has no more elements.", at: element, below)
    }

    private mutating func advance() {
        switch rest {
        case .member(let next?, let match): rest = .member(context.next(after: next, of: match), match)
        case .children(let next): rest = .children(context.tree.element(next).next)
        case .words(let words, let element): rest = .words(words.dropFirst(), of: element)
        default: break
        }
        currentIndex += 1
    }

    private var below: XMLCodingPath { XMLCodingPath(path, PlainCodingKey(index: currentIndex)) }

    private func decoder() throws -> XMLValueDecoder {
        XMLValueDecoder(
            context: context,
            place: try place((any Decoder).self),
            path: below,
            rules: context.plainRules
        )
    }
}

extension XMLUnkeyedDecoding: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }

    var isAtEnd: Bool {
        switch rest {
        case .member(let next, _): next == nil
        case .children(let next): next == XMLCodingTree.none
        case .words(let words, _): words.isEmpty
        }
    }

    var count: Int? {
        var rest = self
        while !rest.isAtEnd { rest.advance() }
        return rest.currentIndex
    }

    mutating func decodeNil() throws -> Bool {
        guard context.isNil(try place(Never.self), for: nil) else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try context.value(type, at: try place(type), below)
        advance()
        return value
    }

    // The standard library has defaults for these two, which refuse.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    private mutating func decodeScalar<T: XMLScalarValue>(_ type: T.Type) throws -> T {
        let value = try context.scalar(type, at: try place(type), below)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        advance()
        return decoder
    }
}
