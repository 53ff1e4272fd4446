public import Mimeograph
public import MimeographJSON

/// A plugin that registers patches: ``JSONPatch`` as `application/json-patch+json` and ``JSONMergePatch`` as
/// `application/merge-patch+json`, for reading and writing.
///
/// The body of a request then has the media type of the patch, and a received body of such a type is read as a patch on request.
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
/// A caller that requests no type receives the same value as without this plugin: a `JSON` value if there is a `JSONPlugin`. A
/// generated Accept lists the two types if a patch is requested. The response to a `PATCH` request of an unsupported type lists
/// them in Accept-Patch.
public struct JSONPatchPlugin: SerializerPlugin {
    /// The format for reading and writing patches. Nulls are kept, whatever its options say, because they have a meaning in a
    /// patch.
    public var format: JSONFormat

    /// Makes the plugin.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// Registers `json-patch`, `json-merge-patch` and their writers, `json-patch-writer` and `json-merge-patch-writer`.
    ///
    /// The writers have priority over formats that write any `Codable` value, so that a patch is sent with its own media type.
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
