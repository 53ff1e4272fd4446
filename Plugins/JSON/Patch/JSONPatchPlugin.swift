public import Mimeograph
public import MimeographJSON

/// Patches for a registry: ``JSONPatch`` as `application/json-patch+json` and ``JSONMergePatch`` as
/// `application/merge-patch+json`, both read and written.
///
/// A request whose body is a patch then says by itself what it is, and a body of one of these types becomes a patch where one
/// is asked for.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     JSONPatchPlugin()
/// }
/// let patch: JSONPatch = [.replace("/name", "Ada")]
/// try serializers.encode(patch).contentType                                      // application/json-patch+json
/// let received = try serializers.read(JSONPatch.self, from: body, request: head)    // on a server
/// ```
/// A caller that takes whatever a body is gets what it got without this plugin, a `JSON` value where there is a `JSONPlugin`. A
/// generated Accept names the two types where a patch is asked for, and the answer to a `PATCH` request of a type that is not read
/// names them in Accept-Patch.
public struct JSONPatchPlugin: SerializerPlugin {
    /// How patches are read and written. Nulls are kept, whatever its options say: they are what a patch says.
    public var format: JSONFormat

    /// Makes the plugin.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// Registers `json-patch`, `json-merge-patch` and their writers, `json-patch-writer` and `json-merge-patch-writer`.
    ///
    /// The writers go before those of formats that write any `Codable` value, so that a patch is sent as what it is.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        let patches = JSONPatchSerializer(format: format)
        let merges = JSONMergePatchSerializer(format: format)
        try registry.register(patches, options: reading("json-patch"))
        try registry.register(merges, options: reading("json-merge-patch"))
        try registry.register(writer: patches, options: RegistrationOptions(id: "json-patch-writer", priority: 1))
        try registry.register(writer: merges, options: RegistrationOptions(id: "json-merge-patch-writer", priority: 1))
    }

    private func reading(_ id: Registration.ID) -> RegistrationOptions {
        RegistrationOptions(id: id, isForAnyValue: false)
    }
}

extension SerializerPlugin where Self == JSONPatchPlugin {
    /// Patches with the default options.
    public static var jsonPatch: JSONPatchPlugin { JSONPatchPlugin() }
}
