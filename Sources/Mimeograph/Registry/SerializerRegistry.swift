/// A registry that chooses a serializer by media type and Swift type.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(nullStripping: .objectMembers)
///     TextPlugin()
/// }
/// let user = try serializers.read(User.self, from: body, head: head)
/// print(serializers.explain(head, for: User.self))
/// ```
///
/// A registry is a value: copies are independent, no registry is global, and nothing is registered automatically. A copy is
/// free until it is changed, so a request can have its own registry:
/// ```swift
/// let lenient = serializers.treating("text/plain", as: .json)
/// ```
///
/// ## Choosing a serializer
/// Among the registrations that accept the media type and can produce the wanted type, the most specific match is chosen: the exact
/// type, then `type/*+suffix`, `*/*+suffix`, `type/*`, `*/*`. Among equals, the one that requires more parameters is chosen, then
/// the user's before a module's, then the larger priority, then the earlier one. Adding a module changes a choice only if the
/// module accepts something more specific.
public struct SerializerRegistry: Sendable {
    /// All entries in the order of registration.
    var entries: [Entry] = []

    /// The names of the entries.
    var ids: Set<Registration.ID> = []

    /// The next number to try for each derived name.
    var nextNumbers: [String: Int] = [:]

    /// The index of the entries, replaced after each change.
    var lazyIndex = LazyEntryIndex()

    /// The plugin that is being added, if any.
    var currentModule: String?

    /// The entries of modules other than ``currentModule``.
    var otherModules: [Entry] = []

    /// The rules for an acceptable response. Default ``ResponseValidation/strict``.
    public var validation: ResponseValidation = .strict

    /// The limits of a body, unless a registration or a call has others. Default ``DecodingLimits/standard``.
    public var limits: DecodingLimits = .standard

    /// The types of error bodies, tried in order if a status is not acceptable.
    public internal(set) var errorBodies: [ErrorBodyRule] = []

    /// The content codings that the registry decodes.
    public internal(set) var codings = ContentCodings()

    /// The media type to use instead of a label, by the label's essence.
    var relabelled: [String: MediaType] = [:]

    /// The media type that every body is read as, whatever its Content-Type says.
    var assumedType: MediaType?

    /// The serializer that the caller chose for every body; see ``reading(with:)``.
    var namedReader: Entry?

    /// The serializer that the caller chose for every stream; see `streaming(with:)`.
    var namedStream: Entry?

    /// Makes an empty registry.
    public init() {}

    /// Makes a registry of plugins.
    ///
    /// - Throws: ``RegistryError`` if a plugin is invalid or two plugins conflict.
    public init(
        @SerializerRegistryBuilder _ plugins: () throws(RegistryError) -> [any SerializerPlugin]
    ) throws(RegistryError) {
        for plugin in try plugins() { try add(plugin) }
    }

    /// Adds a plugin's registrations as defaults of its module.
    ///
    /// The registry copies itself so that it is unchanged if the plugin fails. ``init(_:)`` adds many plugins without copies.
    ///
    /// - Throws: ``RegistryError`` if the plugin is invalid or conflicts with another; the registry is then unchanged.
    public mutating func install(_ plugin: some SerializerPlugin) throws(RegistryError) {
        self = try adding(plugin)
    }

    /// Adds a plugin's registrations; if it fails, some of them may remain.
    mutating func add(_ plugin: some SerializerPlugin) throws(RegistryError) {
        let outer = currentModule
        begin("\(type(of: plugin))")
        try plugin.register(in: &self)
        begin(outer)
    }

    /// Starts the registrations of a module, or of the user for nil, and collects the entries that may conflict with it.
    private mutating func begin(_ module: String?) {
        currentModule = module
        otherModules = entries.filter { entry in
            module.map { entry.origin != .user && entry.origin != .module($0) } ?? false
        }
    }

    /// All registrations in the order of registration.
    public var registrations: [Registration] {
        var registrations: [Registration] = []
        var start = 0
        for end in entries.indices.map({ $0 + 1 }) where end == entries.count || entries[end].id != entries[start].id {
            let first = entries[start]
            registrations.append(
                Registration(
                    id: first.id,
                    origin: first.origin,
                    options: first.options,
                    entries: Array(entries[start..<end])
                )
            )
            start = end
        }
        return registrations
    }
}

/// A result builder for the plugins of ``SerializerRegistry/init(_:)``.
@resultBuilder
public enum SerializerRegistryBuilder {
    /// A plugin, or a leading-dot factory of one.
    public static func buildExpression(_ plugin: some SerializerPlugin) -> [any SerializerPlugin] { [plugin] }
    /// A list of plugins.
    public static func buildExpression(_ plugins: [any SerializerPlugin]) -> [any SerializerPlugin] { plugins }
    /// The lines of a block.
    public static func buildBlock(_ parts: [any SerializerPlugin]...) -> [any SerializerPlugin] { parts.flatMap { $0 } }
    /// An `if` without `else`.
    public static func buildOptional(_ part: [any SerializerPlugin]?) -> [any SerializerPlugin] { part ?? [] }
    /// The first branch of an `if`.
    public static func buildEither(first part: [any SerializerPlugin]) -> [any SerializerPlugin] { part }
    /// The second branch of an `if`.
    public static func buildEither(second part: [any SerializerPlugin]) -> [any SerializerPlugin] { part }
    /// A loop.
    public static func buildArray(_ parts: [[any SerializerPlugin]]) -> [any SerializerPlugin] { parts.flatMap { $0 } }
}
