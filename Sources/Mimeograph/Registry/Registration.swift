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
    public var id: ID { storage.id }
    /// The media ranges it reads, most preferred first; empty for a writer.
    public var reads: [MediaRange] { storage.reads }
    /// The concrete media types that a generated Accept names.
    public var advertises: [MediaType] { storage.advertises }
    /// The concrete media type it writes; nil for a reader.
    public var writes: MediaType? { storage.writes }
    /// The Swift types it makes or takes.
    public var domain: TypeDomain { storage.domain }
    /// Who registered it.
    public var origin: Origin { storage.origin }
    /// What was said besides when it was registered.
    public var options: RegistrationOptions { storage.options }

    var implementation: Implementation { storage.implementation }

    /// What is called when the registration is chosen.
    enum Implementation: Sendable {
        case value(any ResponseSerialization)
        case format(any CodableFormat)
        case stream(any ErasedStream)
        case writer(any RequestSerialization)
    }

    /// The parts lie behind one reference, because a registration is passed on for every body that is read.
    private let storage: Storage

    private final class Storage: Sendable {
        let id: ID
        let reads: [MediaRange]
        let advertises: [MediaType]
        let writes: MediaType?
        let domain: TypeDomain
        let origin: Origin
        let options: RegistrationOptions
        let implementation: Implementation

        init(
            id: ID,
            reads: [MediaRange],
            advertises: [MediaType],
            writes: MediaType?,
            domain: TypeDomain,
            origin: Origin,
            options: RegistrationOptions,
            implementation: Implementation
        ) {
            self.id = id
            self.reads = reads
            self.advertises = advertises
            self.writes = writes
            self.domain = domain
            self.origin = origin
            self.options = options
            self.implementation = implementation
        }
    }

    init(
        id: ID,
        reads: [MediaRange],
        writes: MediaType?,
        domain: TypeDomain,
        origin: Origin,
        options: RegistrationOptions,
        implementation: Implementation
    ) {
        storage = Storage(
            id: id,
            reads: reads,
            advertises: options.advertises ?? reads.compactMap(\.concreteType),
            writes: writes,
            domain: domain,
            origin: origin,
            options: options,
            implementation: implementation
        )
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

    /// Whether it claims that media type.
    func claims(_ type: MediaType) -> Bool { reads.contains { $0.contains(type) } }

    /// The ranges in one line, for a person.
    var readsText: String { reads.map(\.description).joined(separator: ", ") }
}
