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
/// second plugin that accepts the same pattern for the same Swift type is refused unless it replaces the first.
public protocol SerializerPlugin: Sendable {
    /// Registers everything the module offers.
    ///
    /// - Throws: What the registry refuses; see ``RegistryError``.
    func register(in registry: inout SerializerRegistry) throws(RegistryError)
}

/// Gives the bytes of any body, and writes bytes as `application/octet-stream`.
///
/// It accepts `*/*`, so that it reads only what nothing more specific can make `[UInt8]` of: a JSON format reads a JSON body as
/// an array of numbers.
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

/// Why a registration was refused. It is thrown while a registry is built, never while a message is read.
public enum RegistryError: Error, Hashable, Sendable {
    /// The text is no media range.
    case invalidMediaRange(MediaTypeSyntaxError)
    /// Neither the call nor the serializer names a media range, so it could never be chosen.
    case noMediaRange(Registration.ID)
    /// A module registered two things under one name, or was added twice.
    case duplicateID(Registration.ID)
    /// Two modules accept this pattern for overlapping Swift types, and the second does not replace the first.
    case ambiguous(Registration.ID, Registration.ID, pattern: String)
    /// The registration that is to be replaced is not there.
    case unknownID(Registration.ID)
    /// A signature would sniff into a type that can run scripts (HTML, XML, PDF), which is never done.
    case scriptableSignature(Registration.ID, MediaType)
    /// Two content codings have one name.
    case duplicateCoding(String)
}

extension RegistryError: CustomStringConvertible {
    /// What was refused, and what to write instead.
    public var description: String {
        switch self {
        case .invalidMediaRange(let error):
            "\(error)"
        case .noMediaRange(let id):
            "\(id) accepts no media range. Name one: register(…, for: \"application/example\")."
        case .duplicateID(let id):
            "\(id) is registered already. Add each plugin once, or replace the first: RegistrationOptions(replacing: \"\(id)\")."
        case .ambiguous(let first, let second, let pattern):
            """
            \(first) and \(second) both accept \(pattern) for the same Swift types. \
            Register one of them yourself, which goes before a module's, or replace it: RegistrationOptions(replacing: "\(first)").
            """
        case .unknownID(let id):
            "No registration is called \(id); registry.registrations lists them."
        case .scriptableSignature(let id, let type):
            "\(id) would sniff bytes into \(type.essence), which can run scripts. Register it without that signature."
        case .duplicateCoding(let name):
            "A content coding called \(name) is registered already."
        }
    }
}
