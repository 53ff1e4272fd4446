import Mimeograph
import MimeographTree

/// The members of an object.
struct JSONKeyedDecoding<Key: CodingKey>: TreeKeyedDecoding {
    /// That of an object, as ``JSONDecodingContext/object(at:)`` gives it.
    let place: JSONDecodingPlace

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { place.context.member(key.stringValue, of: place) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { place.context.isNull(at: index) }

    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int) -> T? { place.context.scalar(type, at: index) }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type, at index: Int, step: CodingStep) throws -> T {
        try place.context.nested(type, at: index, step: step, of: place)
    }
}
