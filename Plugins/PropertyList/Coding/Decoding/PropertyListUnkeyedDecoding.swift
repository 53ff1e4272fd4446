import Mimeograph
import MimeographTree

/// The elements of an array, one after the other.
struct PropertyListUnkeyedDecoding: TreeUnkeyedDecoding {
    var cursor: TreeArrayCursor<PropertyListDecodingPlace>

    // What Foundation names as missing.
    static var superDecoderType: any Any.Type { (any UnkeyedDecodingContainer).self }

    @inline(__always)
    func isNull() -> Bool { cursor.place.context.isNull(at: cursor.element) }

    @inline(__always)
    func scalar<T>(_ type: T.Type) -> T? { cursor.place.context.scalar(type, at: cursor.element) }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type) throws -> T {
        try cursor.place.context.nested(type, at: cursor.element, step: cursor.step, of: cursor.place)
    }
}
