public import Mimeograph

/// Forms for a registry: any `Codable` type by ``FormFormat``, and ``Form`` values by the two serializers.
///
/// It reads and writes `application/x-www-form-urlencoded`. A caller that reads a body as whatever it is gets a ``Form``.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     FormPlugin()
/// }
/// let order = try serializers.read(Order.self, from: body, request: head)   // a server, with either
/// ```
/// A generated Accept does not name it: servers receive forms, clients rarely do.
public struct FormPlugin: SerializerPlugin {
    /// How names nest, how values are written, and how dates, data and keys are coded.
    public var format: FormFormat

    /// Makes the plugin.
    public init(format: FormFormat = FormFormat()) { self.format = format }

    /// Registers `form`: any `Codable` type, and ``Form``, both read and written.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            format: format,
            document: FormResponseSerializer(),
            writer: FormRequestSerializer(encoder: format.writing),
            options: RegistrationOptions(id: "form", acceptsEmptyInput: true, advertises: [])
        )
    }
}

extension SerializerPlugin where Self == FormPlugin {
    /// Forms with the default options.
    public static var form: FormPlugin { FormPlugin() }
}
