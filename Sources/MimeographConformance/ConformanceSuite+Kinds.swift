public import Mimeograph

extension ConformanceSuite {
    /// Creates a suite for a serializer that reads one Swift type.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - serializer: The serializer to check.
    ///   - types: The media ranges that the serializer's documentation lists, most preferred first.
    ///   - fixtures: Bodies with their expected results.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Serializer: ResponseSerialization>(
        _ name: String,
        reading serializer: Serializer,
        types: [MediaRange],
        fixtures: [ConformanceFixture<Serializer.Output>],
        capabilities: [ConformanceCapability<Serializer.Output>] = []
    ) {
        var underTest = SerializerUnderTest(.reader, of: Serializer.Output.self, types: types, fixtures: fixtures)
        underTest.use(reader: serializer)
        underTest.acceptedTypes = { serializer.acceptedTypes }
        underTest.inspect = { bytes, head in
            serializer.inspect(bytes.span.extracting(first: Signature.prefixLength), head: head)
        }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(serializer) }
        underTest.isChosen = { registry, head in registry.explain(head, for: Serializer.Output.self).chosen != nil }
        self.init(name, underTest, capabilities)
    }

    /// Creates a suite for a serializer that writes one Swift type. The capability `.reader(…)` reads what it writes.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - serializer: The serializer to check.
    ///   - types: The media type that the serializer's documentation says it writes.
    ///   - fixtures: Values with their expected bytes.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Serializer: RequestSerialization>(
        _ name: String,
        writing serializer: Serializer,
        types: [MediaRange],
        fixtures: [ConformanceFixture<Serializer.Input>],
        capabilities: [ConformanceCapability<Serializer.Input>] = []
    ) where Serializer.Input: Sendable {
        var underTest = SerializerUnderTest(.writer, of: Serializer.Input.self, types: types, fixtures: fixtures)
        underTest.use(writer: serializer)
        underTest.acceptedTypes = { [MediaRange(serializer.contentType)] }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(writer: serializer) }
        self.init(name, underTest, capabilities)
    }

    /// Creates a suite for a format of any `Codable` value, checked with one type.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - format: The format to check.
    ///   - type: The type of the fixtures' values.
    ///   - types: The media ranges that the format's documentation lists, most preferred first.
    ///   - fixtures: Bodies with their expected results.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Format: CodableFormat, Value: Codable & Sendable>(
        _ name: String,
        format: Format,
        of type: Value.Type,
        types: [MediaRange],
        fixtures: [ConformanceFixture<Value>],
        capabilities: [ConformanceCapability<Value>] = []
    ) {
        var underTest = SerializerUnderTest(.format, of: Value.self, types: types, fixtures: fixtures)
        underTest.format = format
        underTest.readWhole = { bytes, head, limits in
            SerializerUnderTest.Reading { () throws(SerializationError) in
                try format.decode(Value.self, from: bytes, as: head.contentType, limits: limits)
            }
        }
        underTest.use(writer: FormatWriter<Format, Value>(format: format))
        underTest.acceptedTypes = { format.acceptedTypes }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(format: format) }
        underTest.isChosen = { registry, head in registry.explain(head, for: Value.self).chosen != nil }
        self.init(name, underTest, capabilities)
    }

    /// Creates a suite for a serializer that reads elements while a body arrives.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - serializer: The serializer to check.
    ///   - types: The media ranges that the serializer's documentation lists, most preferred first.
    ///   - fixtures: Bodies, each with all its elements.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Serializer: StreamingResponseSerialization>(
        _ name: String,
        streaming serializer: Serializer,
        types: [MediaRange],
        fixtures: [ConformanceFixture<[Serializer.Element]>],
        capabilities: [ConformanceCapability<[Serializer.Element]>] = []
    ) {
        var underTest = SerializerUnderTest(.stream, of: [Serializer.Element].self, types: types, fixtures: fixtures)
        let access = StreamAccess(Serializer.Element.self) { (head, limits) throws(SerializationError) in
            try serializer.makeParser(for: head, limits: limits)
        }
        underTest.use(access)
        underTest.acceptedTypes = { serializer.acceptedTypes }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(stream: serializer) }
        underTest.isChosen = { registry, head in registry.streams(Serializer.Element.self, head) }
        self.init(name, underTest, capabilities)
    }

    /// Creates a suite for a format whose bodies are sequences of `Decodable` elements, checked with one type.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - format: The format to check.
    ///   - type: The type of the elements.
    ///   - types: The media ranges that the format's documentation lists, most preferred first.
    ///   - fixtures: Bodies, each with all its elements.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Format: CodableStreamFormat, Element: Decodable & Sendable>(
        _ name: String,
        streaming format: Format,
        of type: Element.Type,
        types: [MediaRange],
        fixtures: [ConformanceFixture<[Element]>],
        capabilities: [ConformanceCapability<[Element]>] = []
    ) {
        var underTest = SerializerUnderTest(.stream, of: [Element].self, types: types, fixtures: fixtures)
        let access = StreamAccess(Element.self) { (head, limits) throws(SerializationError) in
            try format.makeParser(of: Element.self, as: head.contentType, limits: limits)
        }
        underTest.use(access)
        underTest.acceptedTypes = { format.acceptedTypes }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(stream: format) }
        underTest.isChosen = { registry, head in registry.streams(Element.self, head) }
        self.init(name, underTest, capabilities)
    }

    /// Creates a suite for a content coding. The body of a fixture is the encoded data, its value the decoded data.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - coding: The coding to check.
    ///   - fixtures: Encoded bytes with their expected results.
    ///   - capabilities: Further abilities, and the laws that do not apply.
    public init<Coding: ContentCoding>(
        _ name: String,
        coding: Coding,
        fixtures: [ConformanceFixture<[UInt8]>],
        capabilities: [ConformanceCapability<[UInt8]>] = []
    ) {
        var underTest = SerializerUnderTest(.coding, of: [UInt8].self, types: [], fixtures: fixtures)
        underTest.readWhole = { bytes, _, limits in
            SerializerUnderTest.Reading { () throws(SerializationError) in try coding.decode(bytes.span, limits: limits)
            }
        }
        underTest.write = { (value, message) throws(SerializationError) in
            guard let bytes = value as? [UInt8] else { return }
            message.body = .bytes(try coding.encode(bytes.span))
        }
        underTest.register = { (registry) throws(RegistryError) in try registry.register(coding: coding) }
        self.init(name, underTest, capabilities)
    }

    private init<Value>(
        _ name: String,
        _ underTest: SerializerUnderTest,
        _ capabilities: [ConformanceCapability<Value>]
    ) {
        self.name = name
        self.underTest = underTest
        for capability in capabilities { capability.declare(&self.underTest) }
    }
}

extension SerializerUnderTest {
    /// Reads with the parser of a stream.
    fileprivate mutating func use(_ access: StreamAccess) {
        stream = access
        readWhole = { bytes, head, limits in access.parse(bytes, [], head, limits) }
    }
}

extension SerializerRegistry {
    /// Whether the registry chooses a stream for this head, even if the stream cannot make a parser for it.
    fileprivate func streams<Element: Sendable>(_ element: Element.Type, _ head: ResponseHead) -> Bool {
        do throws(SerializationError) {
            _ = try parser(of: element, for: head)
            return true
        } catch {
            // Only errors of the registry itself have a trace.
            return error.trace == nil
        }
    }
}

/// A writer that uses a format as a registry does.
private struct FormatWriter<Format: CodableFormat, Value: Encodable & Sendable>: BodySerialization {
    let format: Format

    var contentType: MediaType { format.contentType }

    func encode(_ input: Value) throws(SerializationError) -> [UInt8] { try format.encode(input) }
}
