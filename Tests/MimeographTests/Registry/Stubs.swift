import Mimeograph

/// A value that says who made it.
struct Made<Kind>: Sendable, Equatable {
    let by: String
}

enum HALKind: Sendable {}
enum XMLKind: Sendable {}
enum SVGKind: Sendable {}
enum ImageKind: Sendable {}

typealias HALDocument = Made<HALKind>
typealias XMLTree = Made<XMLKind>
typealias SVGImage = Made<SVGKind>
typealias Picture = Made<ImageKind>

/// Makes values of one type and accepts what it is told to.
struct StubSerializer<Kind>: ResponseSerialization {
    let name: String
    let acceptedTypes: [MediaRange]
    var declines: @Sendable (_ first: UInt8?) -> String? = { _ in nil }

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        declines(prefix.isEmpty ? nil : prefix[0]).map { .decline(reason: $0) } ?? .accept
    }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Made<Kind>
    {
        Made(by: name)
    }
}

/// What a ``StubFormat`` decodes: any type that can be made of a name.
struct User: Codable, Sendable, Equatable {
    var name: String
}

/// Decodes every `Decodable` from a decoder whose one string is the format's name, and encodes to that name.
struct StubFormat: CodableFormat {
    let name: String
    let contentType: MediaType
    let acceptedTypes: [MediaRange]

    func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        do {
            return try V(from: NameDecoder(name: name))
        } catch {
            throw SerializationError(.dataShape, "not a name", underlying: [error])
        }
    }

    func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] { Array(name.utf8) }
}

/// Gives one string for whatever is asked.
private struct NameDecoder: Decoder, SingleValueDecodingContainer {
    let name: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NameContainer(decoder: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no arrays"))
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let name = name as? T { return name }
        return try T(from: self)
    }
}

private struct NameContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NameDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.decode(type) }
    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type, forKey key: Key) -> KeyedDecodingContainer<NestedKey>
    {
        decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

/// A plugin made of a closure; plugins of different `Module` types are different modules.
struct StubPlugin<Module>: SerializerPlugin {
    let registering: @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void

    init(_ registering: @escaping @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void) {
        self.registering = registering
    }

    func register(in registry: inout SerializerRegistry) throws(RegistryError) { try registering(&registry) }
}

enum ModuleA {}
enum ModuleB {}
enum ModuleC {}

extension StubFormat {
    static let json = StubFormat(
        name: "json",
        contentType: "application/json",
        acceptedTypes: ["application/json", "text/json", "*/*+json"]
    )
    static let xml = StubFormat(
        name: "xml",
        contentType: "application/xml",
        acceptedTypes: ["application/xml", "text/xml", "*/*+xml"]
    )
    static let propertyList = StubFormat(
        name: "plist",
        contentType: "application/x-plist",
        acceptedTypes: ["application/x-plist", "application/x-apple-plist"]
    )
}

/// A head with that content type.
func head(_ contentType: String?, status: Int = 200, method: HTTPMethod = .get) -> ResponseHead {
    var head = ResponseHead(status: status, requestMethod: method)
    if let contentType { head.fields["Content-Type"] = contentType }
    return head
}
