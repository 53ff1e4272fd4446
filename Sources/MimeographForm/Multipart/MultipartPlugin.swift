public import Mimeograph

/// A plugin for multipart bodies: it reads them whole as ``Multipart`` or in pieces as ``MultipartElement``, and writes them from
/// `MultipartFormData`.
///
/// ```swift
/// let serializers = try SerializerRegistry { MultipartPlugin() }
///
/// // On a server:
/// let form = try serializers.read(Multipart.self, from: body, request: head)
/// print(form["author"]?.text ?? "", form["photo"]?.fileName ?? "")
///
/// // Bodies of any size, part by part:
/// for try await element in try serializers.stream(MultipartElement.self, from: chunks, head: head) { … }
/// ```
/// It reads every `multipart` type, including form-data, mixed, related and byteranges. They all have the same grammar.
public struct MultipartPlugin: SerializerPlugin {
    /// The limits for the parts of a received body.
    public var options: MultipartReadingOptions
    /// The serializer that writes forms.
    public var writer: MultipartRequestSerializer
    /// The registry that reads each part by its content type; nil reads parts only as heads and bytes.
    public var parts: SerializerRegistry?

    /// Makes the plugin.
    ///
    /// - Parameters:
    ///   - options: The limits for the parts of a received body.
    ///   - writer: The serializer that writes forms.
    ///   - parts: The registry that reads each part by its content type; nil reads parts only as heads and bytes.
    public init(
        options: MultipartReadingOptions = .standard,
        writer: MultipartRequestSerializer = MultipartRequestSerializer(),
        parts: SerializerRegistry? = nil
    ) {
        self.options = options
        self.writer = writer
        self.parts = parts
    }

    /// Registers `multipart`, which reads ``Multipart``, `multipart-stream`, which reads ``MultipartElement``, and
    /// `multipart-writer`, which writes `MultipartFormData`. If there is a registry for parts, it also registers
    /// `multipart-values`, which reads untyped ``MultipartValue`` elements, and `multipart-data`, which reads each part as any
    /// `Decodable` type.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            MultipartResponseSerializer(options: options),
            options: RegistrationOptions(id: "multipart", advertises: [])
        )
        try registry.register(
            stream: MultipartStreamSerializer(options: options),
            options: RegistrationOptions(id: "multipart-stream", advertises: [])
        )
        try registry.register(writer: writer, options: RegistrationOptions(id: "multipart-writer"))
        guard let parts else { return }
        try registry.register(
            stream: MultipartValueSerializer(by: parts, options: options),
            options: RegistrationOptions(id: "multipart-values", advertises: [])
        )
        try registry.register(
            stream: MultipartValueFormat(by: parts, options: options),
            options: RegistrationOptions(id: "multipart-data", advertises: [])
        )
    }
}

extension SerializerPlugin where Self == MultipartPlugin {
    /// A plugin for multipart bodies with the default options.
    public static var multipart: MultipartPlugin { MultipartPlugin() }
}
