/// Chooses the serializer for a message, by its media type and the Swift type that is wanted.
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
/// It is a value: copies are independent, there is no global one, and nothing is found by itself. A copy costs nothing
/// until it is changed, so a request may have a registry of its own:
/// ```swift
/// let lenient = serializers.treating("text/plain", as: .json)
/// ```
///
/// ## How it decides
/// Of the registrations that accept the media type and can make the wanted type, the most specific match wins: the exact type,
/// then `type/*+suffix`, `*/*+suffix`, `type/*`, `*/*`; among equals the one that requires more parameters, the user's
/// before a module's, the larger priority, then the earlier. Adding a module never changes what the others decide,
/// unless it accepts something strictly more specific.
public struct SerializerRegistry: Sendable {
    /// All that is registered, in the order of registration.
    var entries: [Entry] = []

    /// The names of the entries.
    var ids: Set<Registration.ID> = []

    /// For each name that is made of a type's, the number from which on free ones are looked for.
    var nextNumbers: [String: Int] = [:]

    /// Finds entries; another one after each change.
    var lazyIndex = LazyEntryIndex()

    /// The plugin that is being added, if one is.
    var currentModule: String?

    /// The entries of other modules than that one.
    var otherModules: [Entry] = []

    /// What counts as a good response. Default ``ResponseValidation/strict``.
    public var validation: ResponseValidation = .strict

    /// What a body may cost, unless a registration or a call says otherwise. Default ``DecodingLimits/standard``.
    public var limits: DecodingLimits = .standard

    /// Types of error bodies, tried in order when a status is not acceptable.
    public internal(set) var errorBodies: [ErrorBodyRule] = []

    /// The content codings that are undone before a body is read.
    public internal(set) var codings = ContentCodings()

    /// Media types that are read as another one.
    var relabelled: [String: MediaType] = [:]

    /// The media type that every body is read as, whatever its Content-Type says.
    var assumedType: MediaType?

    /// What reads every body, where the caller has named it; see ``reading(with:)``.
    var namedReader: Entry?

    /// What reads every stream, where the caller has named it; see `streaming(with:)`.
    var namedStream: Entry?

    /// Makes a registry with nothing in it.
    public init() {}

    /// Makes a registry of the plugins that are listed.
    ///
    /// - Throws: What a plugin or the combination of two breaks; see ``RegistryError``.
    public init(
        @SerializerRegistryBuilder _ plugins: () throws(RegistryError) -> [any SerializerPlugin]
    ) throws(RegistryError) {
        for plugin in try plugins() { try add(plugin) }
    }

    /// Adds what a plugin offers, as defaults of that module.
    ///
    /// So that a plugin that fails leaves nothing behind, it is added to a copy: to add many, one by one, costs more the more there
    /// are. ``init(_:)`` needs no copies.
    ///
    /// - Throws: What the plugin or the combination with others breaks; the registry is then unchanged.
    public mutating func install(_ plugin: some SerializerPlugin) throws(RegistryError) {
        self = try adding(plugin)
    }

    /// Adds what a plugin offers; where it fails, some of that may be there.
    mutating func add(_ plugin: some SerializerPlugin) throws(RegistryError) {
        let outer = currentModule
        begin("\(type(of: plugin))")
        try plugin.register(in: &self)
        begin(outer)
    }

    /// Has what follows registered by a module; nil for the user. The conflicts of a module are with what the others have then.
    private mutating func begin(_ module: String?) {
        currentModule = module
        otherModules = entries.filter { entry in
            module.map { entry.origin != .user && entry.origin != .module($0) } ?? false
        }
    }

    /// Everything that is registered, in the order of registration.
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

/// Collects the plugins in the braces of ``SerializerRegistry/init(_:)``.
@resultBuilder
public enum SerializerRegistryBuilder {
    /// A plugin, or a leading-dot factory of one.
    public static func buildExpression(_ plugin: some SerializerPlugin) -> [any SerializerPlugin] { [plugin] }
    /// Plugins that were put in a list.
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
