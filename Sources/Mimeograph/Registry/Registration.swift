/// One thing that is registered: what it reads and writes, for which Swift types, and how it ranks.
///
/// A format is one registration, whatever it can do: read and write any `Codable` type, a document type of its own, and read
/// elements while a body arrives.
public final class Registration: Sendable, Identifiable {
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
    /// Who registered it.
    public let origin: Origin
    /// What was said besides when it was registered.
    public let options: RegistrationOptions
    /// What it does, each thing for its own Swift types, in the order in which they are asked.
    let roles: [Role]

    /// Makes what a caller names without registering it.
    convenience init(naming role: RoleDescription, as type: any Any.Type) {
        self.init(
            id: ID(rawValue: ID.name(of: type)),
            origin: .user,
            options: .init(acceptsEmptyInput: true),
            roles: [role]
        )
    }

    init(id: ID, origin: Origin, options: RegistrationOptions, roles: [RoleDescription]) {
        self.id = id
        self.origin = origin
        self.options = options
        self.roles = roles.map { Role($0, id: id, options: options) }
    }
}

extension Registration.ID {
    /// A name made of the type's: `CSVResponseSerializer` is `csv`.
    static func name(of type: any Any.Type) -> String {
        var name = "\(type)".prefix { $0 != "<" }
        for ending in ["ResponseSerializer", "RequestSerializer", "Serializer", "Format"]
        where name.hasSuffix(ending) && name.count > ending.count {
            name = name.dropLast(ending.count)
        }
        return name.lowercased()
    }
}

extension Registration {
    /// What is called when a role is chosen.
    enum Implementation: Sendable {
        case value(any ResponseSerialization)
        case format(any CodableFormat)
        case stream(any StreamingResponseSerialization)
        case codableStream(any CodableStreamFormat)
        case writer(any RequestSerialization)
    }

    /// One thing that a registration does, before it has a name.
    struct RoleDescription {
        var reads: [MediaRange] = []
        /// The concrete media types that a generated Accept names; nil takes those among what it reads.
        var advertises: [MediaType]?
        /// The concrete media types that it writes, most preferred first; empty for what reads alone.
        var writes: [MediaType] = []
        let domain: TypeDomain
        let implementation: Implementation
    }

    /// One thing that a registration does. It is an object, because it is passed on for every body that is read.
    final class Role: Sendable {
        /// The name of the registration that it is a role of.
        let id: ID
        let reads: [MediaRange]
        let advertises: [MediaType]
        let writes: [MediaType]
        let domain: TypeDomain
        let options: RegistrationOptions
        let implementation: Implementation

        fileprivate init(_ description: RoleDescription, id: ID, options: RegistrationOptions) {
            self.id = id
            reads = description.reads
            advertises = options.advertises ?? description.advertises ?? description.reads.compactMap(\.concreteType)
            writes = description.writes
            domain = description.domain
            self.options = options
            implementation = description.implementation
        }
    }
}

extension Registration.Role {
    /// Whether it takes part when a caller asks for whatever the body is.
    var isForAnyValue: Bool {
        if case .value = implementation { options.isForAnyValue } else { false }
    }

    /// Whether it reads bodies as they arrive.
    var isStream: Bool {
        switch implementation {
        case .stream, .codableStream: true
        case .value, .format, .writer: false
        }
    }

    /// Whether it reads whole bodies.
    var readsBodies: Bool {
        switch implementation {
        case .value, .format: true
        case .stream, .codableStream, .writer: false
        }
    }

    /// Whether it accepts that media type.
    func accepts(_ type: MediaType) -> Bool { reads.contains { $0.contains(type) } }
}

extension Registration {
    /// The media ranges it reads, most preferred first; empty for a writer.
    public var reads: [MediaRange] { ranges { _ in true } }

    /// The concrete media types that a generated Accept names.
    public var advertises: [MediaType] {
        var seen: Set<MediaType> = []
        return roles.flatMap(\.advertises).filter { seen.insert($0).inserted }
    }

    /// The concrete media types it writes; empty for a reader.
    public var writes: [MediaType] {
        var seen: Set<MediaType> = []
        return roles.flatMap(\.writes).filter { seen.insert($0).inserted }
    }

    /// The Swift types it makes of bodies.
    public var readDomains: [TypeDomain] { domains { !$0.reads.isEmpty } }

    /// The Swift types it writes.
    public var writtenDomains: [TypeDomain] { domains { !$0.writes.isEmpty } }

    /// Whether it takes part when a caller asks for whatever the body is.
    public var isForAnyValue: Bool { roles.contains(where: \.isForAnyValue) }

    /// Whether it reads bodies as they arrive.
    public var isStream: Bool { roles.contains(where: \.isStream) }

    /// What some of its roles read, what any `Codable` type is read from first: the others are of fewer types.
    func ranges(of isMeant: (Role) -> Bool) -> [MediaRange] {
        let meant = roles.filter(isMeant)
        var seen: Set<MediaRange> = []
        return (meant.filter(\.domain.isOpen) + meant.filter { !$0.domain.isOpen }).flatMap(\.reads)
            .filter { seen.insert($0).inserted }
    }

    /// The types of some of its roles, each once.
    func domains(of isMeant: (Role) -> Bool) -> [TypeDomain] {
        roles.filter(isMeant).map(\.domain).reduce(into: []) { domains, domain in
            if !domains.contains(where: { $0.isSame(as: domain) }) { domains.append(domain) }
        }
    }
}

/// What may be said of a registration beside what it reads or writes.
public struct RegistrationOptions: Sendable {
    /// Where a registration stands among those that accept the same pattern.
    public enum Placement: Hashable, Sendable {
        /// After those of its origin and priority that came earlier.
        case last
        /// Before that registration.
        case before(Registration.ID)
        /// Directly after that registration.
        case after(Registration.ID)
        /// Instead of that registration, which is removed.
        case replacing(Registration.ID)
    }

    /// The name for traces and placements; nil takes one from the type's name.
    public var id: Registration.ID?
    /// How much a server prefers to write it and a client to receive it. Default 1.
    public var weight: QualityValue
    /// Among registrations of one origin that accept one pattern, the larger goes first. Default 0.
    public var priority: Int
    /// Where it stands among its equals. Default ``Placement/last``.
    public var placement: Placement
    /// Whether it takes part when a caller asks for whatever the body is. Default true.
    public var isForAnyValue: Bool
    /// Whether it is called for an empty body of a 200 response. Default false: an empty body is an error.
    public var acceptsEmptyInput: Bool
    /// The byte patterns by which a body without a Content-Type is known to be its own. One whose type the registration
    /// does not accept has no effect; `lint()` tells.
    public var signatures: [Signature]
    /// The media types that a generated Accept names; nil takes the concrete ones among those it reads.
    public var advertises: [MediaType]?
    /// What its bodies may cost, where it differs from the registry's limits.
    public var limits: DecodingLimits?

    /// Makes options; what is not given has its default.
    public init(
        id: Registration.ID? = nil,
        weight: QualityValue = .one,
        priority: Int = 0,
        placement: Placement = .last,
        isForAnyValue: Bool = true,
        acceptsEmptyInput: Bool = false,
        signatures: [Signature] = [],
        advertises: [MediaType]? = nil,
        limits: DecodingLimits? = nil
    ) {
        self.id = id
        self.weight = weight
        self.priority = priority
        self.placement = placement
        self.isForAnyValue = isForAnyValue
        self.acceptsEmptyInput = acceptsEmptyInput
        self.signatures = signatures
        self.advertises = advertises
        self.limits = limits
    }
}
