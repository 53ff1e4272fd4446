/// Something that was registered: what it reads and writes, for which Swift types, and how it ranks.
///
/// A format is one registration, whatever it can do: read and write any `Codable` type, a document type of its own, and read
/// elements while a body arrives.
public struct Registration: Sendable, Identifiable {
    /// The name of a registration, for traces and replacements.
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
    /// The options that were given when it was registered.
    public let options: RegistrationOptions
    /// The entries of that name.
    let entries: [Entry]
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
    /// The media ranges it reads, most preferred first; empty for a writer.
    public var reads: [MediaRange] { ranges { _ in true } }

    /// The concrete media types that a generated Accept names.
    public var advertises: [MediaType] {
        var seen: Set<MediaType> = []
        return entries.flatMap(\.advertises).filter { seen.insert($0).inserted }
    }

    /// The concrete media types it writes; empty for a reader.
    public var writes: [MediaType] {
        var seen: Set<MediaType> = []
        return entries.flatMap(\.writes).filter { seen.insert($0).inserted }
    }

    /// The Swift types it makes of bodies.
    public var readDomains: [TypeDomain] { domains { !$0.reads.isEmpty } }

    /// The Swift types it writes.
    public var writtenDomains: [TypeDomain] { domains { !$0.writes.isEmpty } }

    /// Whether it takes part when a caller requests no particular type.
    public var isForAnyValue: Bool { entries.contains(where: \.isForAnyValue) }

    /// Whether it reads bodies as they arrive.
    public var isStream: Bool { entries.contains(where: \.isStream) }

    /// The ranges of some of its entries, those of any `Codable` type first: the others are of fewer types.
    func ranges(of isMeant: (Entry) -> Bool) -> [MediaRange] {
        let meant = entries.filter(isMeant)
        var seen: Set<MediaRange> = []
        return (meant.filter(\.domain.isOpen) + meant.filter { !$0.domain.isOpen }).flatMap(\.reads)
            .filter { seen.insert($0).inserted }
    }

    /// The types of some of its entries, each once.
    func domains(of isMeant: (Entry) -> Bool) -> [TypeDomain] {
        entries.filter(isMeant).map(\.domain).reduce(into: []) { domains, domain in
            if !domains.contains(where: { $0.isSame(as: domain) }) { domains.append(domain) }
        }
    }
}

/// Options of a registration.
public struct RegistrationOptions: Sendable {
    /// The name for traces and replacements; nil takes one from the type's name.
    public var id: Registration.ID?
    /// How much a server prefers to write it and a client to receive it. Default 1.
    public var weight: QualityValue
    /// Among registrations of one origin that accept one pattern, the larger goes first. Default 0.
    public var priority: Int
    /// The registration that it takes the place of, which is removed. Default nil.
    public var replacing: Registration.ID?
    /// Whether it takes part when a caller requests no particular type. Default true.
    public var isForAnyValue: Bool
    /// Whether it is called for an empty body of a 200 response. Default false: an empty body is an error.
    public var acceptsEmptyInput: Bool
    /// The byte patterns by which a body without a Content-Type is known to be its own. A pattern whose type the registration
    /// does not accept has no effect.
    public var signatures: [Signature]
    /// The media types that a generated Accept names; nil takes the concrete ones among those it reads.
    public var advertises: [MediaType]?
    /// The limits of its bodies, if they differ from the registry's.
    public var limits: DecodingLimits?

    /// Makes options; what is not given has its default.
    public init(
        id: Registration.ID? = nil,
        weight: QualityValue = .one,
        priority: Int = 0,
        replacing: Registration.ID? = nil,
        isForAnyValue: Bool = true,
        acceptsEmptyInput: Bool = false,
        signatures: [Signature] = [],
        advertises: [MediaType]? = nil,
        limits: DecodingLimits? = nil
    ) {
        self.id = id
        self.weight = weight
        self.priority = priority
        self.replacing = replacing
        self.isForAnyValue = isForAnyValue
        self.acceptsEmptyInput = acceptsEmptyInput
        self.signatures = signatures
        self.advertises = advertises
        self.limits = limits
    }
}
