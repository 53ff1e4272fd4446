/// What a module hands to a registry: its serializers, writers, streams and codings, registered in one go.
///
/// ## Using one
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(nullStripping: .objectMembers)
///     TextPlugin()
/// }
/// ```
///
/// ## Writing one
/// ```swift
/// public struct CSVPlugin: SerializerPlugin {
///     public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
///         try registry.register(CSVResponseSerializer(), for: "text/csv", options: .init(id: "csv"))
///     }
/// }
/// ```
/// What a plugin registers is a module's default: a user's own registration of the same pattern goes before it, and a
/// second plugin that claims the same pattern for the same Swift type is refused unless it says how they relate.
public protocol SerializerPlugin: Sendable {
    /// Registers everything the module offers.
    ///
    /// - Throws: What the registry refuses; see ``RegistryError``.
    func register(in registry: inout SerializerRegistry) throws(RegistryError)
}
