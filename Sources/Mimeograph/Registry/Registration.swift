/// A serializer or format of a registry: the media types that it reads and writes, the Swift types, and its options.
///
/// A format is one registration even if it has several parts: any `Codable` type, a document type and a stream of elements.
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

    /// The party that registered it.
    public enum Origin: Hashable, Sendable {
        /// The plugin of that name; its registrations are defaults.
        case module(String)
        /// The owner of the registry; precedes a module's registration of the same pattern.
        case user
    }

    /// The name, unique within its registry.
    public let id: ID
    /// The party that registered it.
    public let origin: Origin
    /// The options that were passed when it was registered.
    public let options: RegistrationOptions
    let entries: [Entry]
}

extension Registration.ID {
    /// Derives a name from a type: `CSVResponseSerializer` becomes `csv`.
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

    /// The concrete media types that it adds to a generated Accept.
    public var advertises: [MediaType] {
        var seen: Set<MediaType> = []
        return entries.flatMap(\.advertises).filter { seen.insert($0).inserted }
    }

    /// The concrete media types it writes; empty for a reader.
    public var writes: [MediaType] {
        var seen: Set<MediaType> = []
        return entries.flatMap(\.writes).filter { seen.insert($0).inserted }
    }

    /// The Swift types that it produces from bodies.
    public var readDomains: [TypeDomain] { domains { !$0.reads.isEmpty } }

    /// The Swift types it writes.
    public var writtenDomains: [TypeDomain] { domains { !$0.writes.isEmpty } }

    /// Whether it is a candidate if a caller requests no particular type.
    public var isForAnyValue: Bool { entries.contains(where: \.isForAnyValue) }

    /// Whether it reads bodies as they arrive.
    public var isStream: Bool { entries.contains(where: \.isStream) }

    /// The ranges of some entries, each once; entries of any `Codable` type come first.
    func ranges(of isMeant: (Entry) -> Bool) -> [MediaRange] {
        let meant = entries.filter(isMeant)
        var seen: Set<MediaRange> = []
        return (meant.filter(\.domain.isOpen) + meant.filter { !$0.domain.isOpen }).flatMap(\.reads)
            .filter { seen.insert($0).inserted }
    }

    /// The Swift types of some entries, each once.
    func domains(of isMeant: (Entry) -> Bool) -> [TypeDomain] {
        entries.filter(isMeant).map(\.domain).reduce(into: []) { domains, domain in
            if !domains.contains(where: { $0.isSame(as: domain) }) { domains.append(domain) }
        }
    }
}

/// Options of a registration.
public struct RegistrationOptions: Sendable {
    /// The name for traces and replacements; if nil, it is derived from the type's name.
    public var id: Registration.ID?
    /// How strongly a server prefers to write it and a client to receive it. Default 1.
    public var weight: QualityValue
    /// The rank among registrations of one origin that accept the same pattern; the larger comes first. Default 0.
    public var priority: Int
    /// The registration that it replaces. Default nil.
    public var replacing: Registration.ID?
    /// Whether it is a candidate if a caller requests no particular type. Default true.
    public var isForAnyValue: Bool
    /// Whether it is called for an empty body of a 200 response. If false, the default, an empty body is an error.
    public var acceptsEmptyInput: Bool
    /// The byte patterns that identify its bodies if they have no Content-Type. The registration must accept their media types.
    public var signatures: [Signature]
    /// The media types that it adds to a generated Accept; if nil, the concrete types among those it reads.
    public var advertises: [MediaType]?
    /// The limits of its bodies, if they differ from the registry's.
    public var limits: DecodingLimits?

    /// Makes options; omitted ones have their defaults.
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
