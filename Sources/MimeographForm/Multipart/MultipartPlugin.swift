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
    /// What reads a part by its own content type; nil where parts are heads and bytes only.
    public var parts: SerializerRegistry?

    /// Makes the plugin.
    ///
    /// - Parameters:
    ///   - options: What the parts of a received body may cost.
    ///   - writer: How forms are written.
    ///   - parts: What reads a part by its own content type; nil where parts are heads and bytes only.
    public init(
        options: MultipartReadingOptions = .standard,
        writer: MultipartRequestSerializer = MultipartRequestSerializer(),
        parts: SerializerRegistry? = nil
    ) {
        self.options = options
        self.writer = writer
        self.parts = parts
    }

    /// Registers `multipart` (``Multipart``, read), `multipart-stream` (``MultipartElement``) and `multipart-writer`
    /// (`MultipartFormData`, written); where there is a registry for parts, also `multipart-values` (``MultipartValue`` of
    /// whatever each part is) and `multipart-data` (any `Decodable`, one for each part).
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
    /// Bodies of several parts with the default options.
    public static var multipart: MultipartPlugin { MultipartPlugin() }
}
