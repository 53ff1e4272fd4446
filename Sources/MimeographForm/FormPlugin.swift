public import Mimeograph

/// A plugin for forms: it handles any `Codable` type through ``FormFormat``, and ``Form`` values.
///
/// It reads and writes `application/x-www-form-urlencoded`. A caller that requests no particular type gets a ``Form``.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     FormPlugin()
/// }
/// let order = try serializers.read(Order.self, from: body, request: head) // on a server, accepts both formats
/// ```
/// A generated `Accept` field does not list this type: servers receive forms, but clients rarely do.
public struct FormPlugin: SerializerPlugin {
    /// The options for nesting names, writing values, and coding dates, data and keys.
    public var format: FormFormat

    /// Makes the plugin.
    public init(format: FormFormat = FormFormat()) { self.format = format }

    /// Registers the format as `form`. It reads and writes any `Codable` type, and ``Form``.
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
    /// A plugin for forms with the default options.
    public static var form: FormPlugin { FormPlugin() }
}
