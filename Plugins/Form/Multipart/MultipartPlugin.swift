public import Mimeograph

/// Bodies of several parts for a registry: read whole as ``Multipart``, read while they arrive as ``MultipartElement``, and
/// written from `MultipartFormData`.
///
/// ```swift
/// let serializers = try SerializerRegistry { MultipartPlugin() }
///
/// // A server:
/// let form = try serializers.read(Multipart.self, from: body, request: head)
/// print(form["author"]?.text ?? "", form["photo"]?.fileName ?? "")
///
/// // Bodies of any size, part by part:
/// for try await element in try serializers.stream(MultipartElement.self, from: chunks, head: head) { … }
/// ```
/// It reads every `multipart` type: form-data, mixed, related, byteranges and the rest, which all have one grammar.
public struct MultipartPlugin: SerializerPlugin {
    /// What the parts of a received body may cost.
    public var options: MultipartReadingOptions
    /// How forms are written.
    public var writer: MultipartRequestSerializer

    /// Makes the plugin.
    public init(
        options: MultipartReadingOptions = .standard,
        writer: MultipartRequestSerializer = MultipartRequestSerializer()
    ) {
        self.options = options
        self.writer = writer
    }

    /// Registers `multipart` (``Multipart``, read), `multipart-stream` (``MultipartElement``) and `multipart-writer`
    /// (`MultipartFormData`, written).
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
    }
}

extension SerializerPlugin where Self == MultipartPlugin {
    /// Bodies of several parts with the default options.
    public static var multipart: MultipartPlugin { MultipartPlugin() }
}
