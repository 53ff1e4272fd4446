package import Mimeograph

/// A value that names its maker.
package struct Made<Kind>: Sendable, Equatable {
    package let by: String

    package init(by: String) { self.by = by }
}

package enum HALKind: Sendable {}
package enum XMLKind: Sendable {}
package enum SVGKind: Sendable {}
package enum ImageKind: Sendable {}

package typealias HALDocument = Made<HALKind>
package typealias XMLTree = Made<XMLKind>
package typealias SVGImage = Made<SVGKind>
package typealias Picture = Made<ImageKind>

/// A serializer that makes values of one type and accepts given media types.
package struct StubSerializer<Kind>: ResponseSerialization {
    package let name: String
    package let acceptedTypes: [MediaRange]
    let declines: @Sendable (_ first: UInt8?) -> String?

    package init(
        name: String,
        acceptedTypes: [MediaRange],
        declines: @escaping @Sendable (_ first: UInt8?) -> String? = { _ in nil }
    ) {
        self.name = name
        self.acceptedTypes = acceptedTypes
        self.declines = declines
    }

    package func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        declines(prefix.isEmpty ? nil : prefix[0]).map { .decline(reason: $0) } ?? .accept
    }

    package func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Made<Kind> {
        Made(by: name)
    }
}

/// A type that a ``StubFormat`` decodes: any type that is made from a name.
package struct User: Codable, Sendable, Equatable {
    package var name: String

    package init(name: String) { self.name = name }
}

/// A format that decodes every `Decodable` from a decoder whose only string is the format's name, and encodes to that name.
package struct StubFormat: CodableFormat {
    package let name: String
    package let contentType: MediaType
    package let acceptedTypes: [MediaRange]

    package init(name: String, contentType: MediaType, acceptedTypes: [MediaRange]) {
        self.name = name
        self.contentType = contentType
        self.acceptedTypes = acceptedTypes
    }

    package func decode<V: Decodable>(
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

    package func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] { Array(name.utf8) }
}

/// A decoder that returns one string for every request.
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

/// A plugin with a closure. Plugins with different `Module` types count as different modules.
package struct StubPlugin<Module>: SerializerPlugin {
    let registering: @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void

    package init(_ registering: @escaping @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void) {
        self.registering = registering
    }

    package func register(in registry: inout SerializerRegistry) throws(RegistryError) { try registering(&registry) }
}

package enum ModuleA {}
package enum ModuleB {}
package enum ModuleC {}

extension StubFormat {
    package static let json = StubFormat(
        name: "json",
        contentType: "application/json",
        acceptedTypes: ["application/json", "text/json", "*/*+json"]
    )
    package static let xml = StubFormat(
        name: "xml",
        contentType: "application/xml",
        acceptedTypes: ["application/xml", "text/xml", "*/*+xml"]
    )
    package static let propertyList = StubFormat(
        name: "plist",
        contentType: "application/x-plist",
        acceptedTypes: ["application/x-plist", "application/x-apple-plist"]
    )
}
