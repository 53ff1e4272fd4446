import Mimeograph
import MimeographTree

/// The decoder for one value of a document, and its single-value container.
struct JSONValueDecoder: TreeValueDecoder {
    let place: JSONDecodingPlace

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(JSONKeyedDecoding(place: try place.context.object(at: place)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let cursor = TreeArrayCursor(place: place) else {
            throw place.context.noArray(at: place.index, path: place.steps)
        }
        return JSONUnkeyedDecoding(cursor: cursor)
    }

    @inline(__always)
    func isNull() -> Bool { place.context.isNull(at: place.index) }

    @inline(__always)
    func scalar<T>(_ type: T.Type) -> T? { place.context.scalar(type, at: place.index) }

    @inline(__always)
    func value<T: Decodable>(_ type: T.Type) throws -> T { try place.context.value(type, at: place) }
}
