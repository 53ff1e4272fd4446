/// A module's serializers, writers, streams and codings, which are registered together.
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
/// A plugin registers defaults: a user's registration of the same pattern precedes them. A second plugin that accepts the same
/// pattern for the same Swift type is rejected unless it replaces the first.
public protocol SerializerPlugin: Sendable {
    /// Registers everything the module offers.
    ///
    /// - Throws: ``RegistryError`` if the registry rejects a registration.
    func register(in registry: inout SerializerRegistry) throws(RegistryError)
}

/// Reads the bytes of any body, and writes bytes as `application/octet-stream`.
///
/// It accepts `*/*`, so it reads a body only if nothing more specific produces `[UInt8]`: a JSON format reads a JSON body as an
/// array of numbers.
public struct BytesPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            BytesResponseSerializer(),
            options: RegistrationOptions(id: "bytes", acceptsEmptyInput: true)
        )
        try registry.register(writer: BytesRequestSerializer(), options: RegistrationOptions(id: "bytes-writer"))
    }
}

extension SerializerPlugin where Self == BytesPlugin {
    /// Reads and writes raw bytes.
    public static var bytes: BytesPlugin { BytesPlugin() }
}

/// The reason why a registration was rejected. It is thrown while a registry is built, never while a message is read.
public enum RegistryError: Error, Hashable, Sendable {
    /// The text is not a media range.
    case invalidMediaRange(MediaTypeSyntaxError)
    /// Neither the call nor the serializer names a media range.
    case noMediaRange(Registration.ID)
    /// The name is taken, or a plugin was added twice.
    case duplicateID(Registration.ID)
    /// Two modules accept this pattern for overlapping Swift types, and the second does not replace the first.
    case ambiguous(Registration.ID, Registration.ID, pattern: String)
    /// The registration to replace does not exist.
    case unknownID(Registration.ID)
    /// A signature detects a type that can run scripts (HTML, XML, PDF), which is never allowed.
    case scriptableSignature(Registration.ID, MediaType)
    /// Two content codings have one name.
    case duplicateCoding(String)
}

extension RegistryError: CustomStringConvertible {
    /// The reason and the remedy.
    public var description: String {
        switch self {
        case .invalidMediaRange(let error):
            "\(error)"
        case .noMediaRange(let id):
            "\(id) accepts no media range. Name one: register(…, for: \"application/example\")."
        case .duplicateID(let id):
            "\(id) is already registered. Add each plugin once, or replace the first: RegistrationOptions(replacing: \"\(id)\")."
        case .ambiguous(let first, let second, let pattern):
            """
            \(first) and \(second) both accept \(pattern) for the same Swift types. \
            Register one of them yourself, which precedes a module's, or replace it: RegistrationOptions(replacing: "\(first)").
            """
        case .unknownID(let id):
            "No registration is named \(id). registry.registrations lists all names."
        case .scriptableSignature(let id, let type):
            "A signature of \(id) detects \(type.essence), which can run scripts. Register it without that signature."
        case .duplicateCoding(let name):
            "A content coding named \(name) is already registered."
        }
    }
}
