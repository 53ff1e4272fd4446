import Mimeograph

/// What all decoders and containers of one decoding share: a document that is a tree, each value of which has an index.
///
/// A format of such documents says how its values are found and read. What `Codable` asks for beyond that is the same for
/// all of them and stands here, in ``TreeKeyedDecoding``, ``TreeUnkeyedDecoding`` and ``TreeValueDecoder``.
///
/// Swift compiles the methods that satisfy a protocol of the standard library where the conformance is declared, and does
/// not specialize a generic function for one of its parameters while another is open, as `Key` is in a container. So
/// the types that conform are the formats' own, and whatever lies between them and the formats' own methods is inlined into
/// them: there the context's type is known, and nothing is looked up at run time.
@usableFromInline
package protocol TreeDecodingContext: AnyObject, ScalarReading {
    associatedtype Kind
    associatedtype View: TreeDocumentView
    associatedtype Position: TreeDecodingPosition where Position.Context == Self
    associatedtype ValueDecoder: TreeValueDecoder where ValueDecoder.Position == Position

    var view: View { get }
    var userInfo: [CodingUserInfoKey: Any] { get }
    /// The steps from the root to the value whose `init(from:)` runs.
    var path: CodingPath { get set }

    /// Whether null is at the index, or no value.
    func isNull(at index: Int) -> Bool
    /// A value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T
    /// The same for a type whose kind is known.
    func value<T: Decodable>(_ type: T.Type, _ kind: Kind, at index: Int) throws -> T
    /// What to do for the type of the elements of an array or a dictionary.
    func kind<T: Decodable>(ofElement type: T.Type) -> Kind

    /// The position, which must be that of an object, as its members are looked up in it.
    func object(at position: Position) throws -> Position
    /// The index of the value of a member, or nil.
    func member(_ name: String, of position: Position) -> Int?
    /// All names of an object in the order of the document, each once, as coding keys have them.
    func names(of position: Position) -> [String]
    /// The name that stands at an index in an object.
    func name(at index: Int) -> String

    // Errors.
    /// What an object is called in a sentence: `an object`.
    static var objectNoun: String { get }
    /// What the value at an index is called in a sentence.
    func noun(at index: Int) -> String
    func isNumber(at index: Int) -> Bool
    /// Remembers what went wrong; see ``CodingFailure``.
    func record(_ failure: CodingFailure<Int>)
    /// The error that decoding throws at its end, if any.
    var refusal: CodingRefusal? { get set }
    /// The error for a value that does not make a scalar `T`, of the kind that Foundation throws.
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError
}

/// Finding the way through the values of a document.
@usableFromInline
package protocol TreeDocumentView {
    /// The index after the value that begins at one.
    func index(after index: Int) -> Int
    /// The index of the value that is meant at one: another, where the value is shared and written down elsewhere.
    func resolved(_ index: Int) -> Int
    /// The array at an index, or nil where that is none.
    func array(at index: Int) -> TreeExtent?
    /// The same for an object.
    func object(at index: Int) -> TreeExtent?
}

/// How far the array or object at an index goes.
@usableFromInline
package struct TreeExtent {
    /// The index after its last element.
    @usableFromInline
    package let end: Int
    /// The number of elements or members; where it is ``TreeExtent/mostCounted``, there may be more.
    @usableFromInline
    package let count: Int
    @usableFromInline
    package let mostCounted: Int

    @inlinable
    @inline(__always)
    package init(end: Int, count: Int, mostCounted: Int) {
        self.end = end
        self.count = count
        self.mostCounted = mostCounted
    }
}

extension TreeDecodingContext {
    /// The index of a value that is not there; it reads as null.
    @inlinable
    @inline(__always)
    package static var absent: Int { Int(UInt32.max) }

    /// A value of any type, one step below `parent`.
    @inlinable
    @inline(__always)
    package func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        step: CodingStep,
        of parent: Position
    ) throws -> T {
        // Not by `defer`, which would not be specialized for the context.
        if parent.isTop {
            path.append(step)
            do {
                let value = try value(type, at: index)
                path.removeLast()
                return value
            } catch {
                path.removeLast()
                throw error
            }
        }
        return try value(type, at: index, under: parent.steps + [step])
    }

    /// A value of any type at a position.
    @inlinable
    @inline(__always)
    package func value<T: Decodable>(_ type: T.Type, at position: Position) throws -> T {
        if position.isTop { return try value(type, at: position.index) }
        return try value(type, at: position.index, under: position.steps)
    }

    /// A value of any type, where another path than the context's leads to it.
    @inlinable
    @inline(__always)
    package func value<T: Decodable>(_ type: T.Type, at index: Int, under steps: [CodingStep]) throws -> T {
        let saved = path
        path = CodingPath(steps)
        do {
            let value = try value(type, at: index)
            path = saved
            return value
        } catch {
            path = saved
            throw error
        }
    }
}

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// A format's own struct, of three words at most, so that an `any Decoder` holds it without a box.
@usableFromInline
package protocol TreeDecodingPosition {
    associatedtype Context: TreeDecodingContext where Context.Position == Self

    var context: Context { get }
    /// The index of the value.
    var index: Int { get }
    /// Whether the context's path, as it stands, leads here.
    var isTop: Bool { get }
    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    var steps: [CodingStep] { get }

    /// A position one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> Self
}

extension TreeDecodingPosition {
    @usableFromInline
    package var codingPath: [any CodingKey] { steps.codingPath }

    /// The decoder for the value.
    @inlinable
    @inline(__always)
    package var decoder: Context.ValueDecoder { Context.ValueDecoder(position: self) }
}
