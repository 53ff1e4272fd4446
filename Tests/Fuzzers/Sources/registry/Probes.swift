import Mimeograph

/// One of two kinds of values that hold the number of the serializer that read them.
protocol Probe: Sendable {
    init(number: Int)
    var number: Int { get }
}

struct Apple: Probe { let number: Int }

struct Pear: Probe { let number: Int }

/// The value that a format reads.
struct Coded: Codable, Sendable { var number: Int }

/// Reads any body as a value of one type.
struct Whole<Value: Probe>: ResponseSerialization {
    let number: Int
    var acceptedTypes: [MediaRange] { [] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Value {
        Value(number: number)
    }
}

/// Declines every body, so that the registry asks the next serializer.
struct Shy: ResponseSerialization {
    let number: Int
    var acceptedTypes: [MediaRange] { [] }
    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { .decline(reason: "it is shy") }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Apple {
        Apple(number: number)
    }
}

/// Reads any body as any `Decodable` type, with the format's number.
struct Codes: CodableFormat {
    let number: Int
    var contentType: MediaType { "application/x-codes" }
    var acceptedTypes: [MediaRange] { [] }

    func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        guard let value = Coded(number: number) as? V else {
            throw SerializationError(.dataShape, "It reads one type.")
        }
        return value
    }

    func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] { [] }
}
