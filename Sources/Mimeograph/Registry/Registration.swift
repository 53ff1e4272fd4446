/// One thing that is registered: what it reads or writes, for which Swift types, and how it ranks.
public struct Registration: Sendable, Identifiable {
    /// The name of a registration, for placements and traces.
    public struct ID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a name.
        public init(stringLiteral name: String) { rawValue = name }
        /// The name.
        public var description: String { rawValue }
    }

    /// Who registered it.
    public enum Origin: Hashable, Sendable {
        /// A plugin of that name; its registrations are defaults.
        case module(String)
        /// The owner of the registry; goes before a module's registration of the same pattern.
        case user
    }

    /// The name, unique within its registry.
    public let id: ID
    /// The media ranges it reads, most preferred first; empty for a writer.
    public let reads: [MediaRange]
    /// The concrete media types that a generated Accept names.
    public let advertises: [MediaType]
    /// The concrete media type it writes; nil for a reader.
    public let writes: MediaType?
    /// The Swift types it makes or takes.
    public let domain: TypeDomain
    /// Who registered it.
    public let origin: Origin
    /// What was said besides when it was registered.
    public let options: RegistrationOptions

    let implementation: Implementation

    /// What is called when the registration is chosen.
    enum Implementation: Sendable {
        case value(any ResponseSerialization)
        case format(any CodableFormat)
        case stream(any ErasedStream)
        case writer(any ErasedWriter)
    }
}

extension Registration {
    /// Whether it takes part when a caller asks for whatever the body is.
    public var isNative: Bool {
        if case .value = implementation { options.isNative } else { false }
    }

    /// Whether it reads bodies as they arrive.
    public var isStream: Bool {
        if case .stream = implementation { true } else { false }
    }

    /// Whether it reads whole bodies.
    var readsBodies: Bool {
        switch implementation {
        case .value, .format: true
        case .stream, .writer: false
        }
    }

    /// The ranges in one line, for a person.
    var readsText: String { reads.map(\.description).joined(separator: ", ") }
}
