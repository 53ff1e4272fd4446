public import Mimeograph
import MimeographServer
public import Vapor

extension ContentConfiguration {
    /// Adds the formats of a registry, in place of other coders for the same media types.
    ///
    /// Vapor finds a coder by its exact media type. Each type that the registry names in an Accept field, at most 20, gets a coder.
    ///
    /// - Parameter others: Other types that the registry reads: `text/xml`, or types with the suffix `+json`.
    public mutating func use(_ serializers: SerializerRegistry, alsoReading others: [MediaType] = []) {
        for type in serializers.accept(for: Probe.self).elements.compactMap(\.range.concreteType) + others {
            use(decoder: RegistryCoder(serializers: serializers, type: type), for: HTTPMediaType(type))
        }
        for offer in serializers.offers(for: Probe()) {
            use(encoder: RegistryCoder(serializers: serializers, type: offer.type), for: HTTPMediaType(offer.type))
        }
    }

    /// A value of the kind that each format for `Codable` reads and writes.
    private struct Probe: Codable {}
}

extension HTTPMediaType {
    fileprivate init(_ type: MediaType) { self.init(type: type.type, subType: type.subtype) }
}

/// A body that the registry cannot read. ``NegotiationMiddleware`` describes it to the client.
public struct UnreadableBody: Error {
    /// Where the body is wrong, and how.
    public var cause: SerializationError

    /// Makes the error for a body that a handler reads with the registry itself.
    public init(cause: SerializationError) { self.cause = cause }
}

/// A coder that uses a registry for one media type.
struct RegistryCoder: ContentDecoder, ContentEncoder {
    let serializers: SerializerRegistry
    let type: MediaType

    func encode(_ value: some Encodable, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws {
        let (type, bytes) = try serializers.encode(value, as: type)
        headers.replaceOrAdd(name: .contentType, value: type.description)
        body.writeBytes(bytes)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> Value {
        try decode(type, from: body, headers: headers, userInfo: [:])
    }

    func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ByteBuffer,
        headers: HTTPHeaders,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> Value {
        var fields = HeaderFields(headers)
        // The caller may request another type. If not, the field may name a charset, too.
        if fields.contentType?.essence != self.type.essence { fields["Content-Type"] = self.type.description }
        // Vapor has decoded these, but leaves the field. The registry decodes others, if it can.
        if ["gzip", "deflate"].contains(fields["Content-Encoding"]?.lowercased()) { fields.remove("Content-Encoding") }
        let head = RequestHead(fields: fields)
        do {
            return try AnnotatedDecoder.$userInfo.withValue(userInfo) {
                try serializers.read(Passed<Value>.self, from: body.readableBytesView, request: head).value
            }
        } catch let error as SerializationError {
            throw UnreadableBody(cause: error)
        }
    }

    /// A value that Vapor does not require to be `Sendable`. The task that reads it is also the one that uses it.
    private struct Passed<Value: Decodable>: Decodable, @unchecked Sendable {
        let value: Value

        init(from decoder: any Decoder) throws {
            if AnnotatedDecoder.userInfo.isEmpty {
                value = try decoder.singleValueContainer().decode(Value.self)
            } else {
                value = try Value(from: AnnotatedDecoder(base: decoder))
            }
        }
    }
}

/// A decoder that adds Vapor's information, which `content.get(at:)` uses.
private struct AnnotatedDecoder: Decoder {
    @TaskLocal static var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    let base: any Decoder
    private let added = Self.userInfo

    init(base: any Decoder) { self.base = base }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo.merging(added) { $1 } }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try base.container(keyedBy: type)
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}
