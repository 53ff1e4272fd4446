/// What may be said of a registration beside what it reads or writes.
public struct RegistrationOptions: Sendable {
    /// Where a registration stands among those that claim the same pattern.
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
    /// Among registrations of one origin that claim one pattern, the larger goes first. Default 0.
    public var priority: Int
    /// Where it stands among its equals. Default ``Placement/last``.
    public var placement: Placement
    /// Whether it takes part when a caller asks for whatever the body is. Default true.
    public var isNative: Bool
    /// Whether it is called for an empty body of a 200 response. Default false: an empty body is an error.
    public var acceptsEmptyInput: Bool
    /// The byte patterns by which a body without a Content-Type is known to be its own. One whose type the registration
    /// does not claim has no effect; `lint()` tells.
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
        isNative: Bool = true,
        acceptsEmptyInput: Bool = false,
        signatures: [Signature] = [],
        advertises: [MediaType]? = nil,
        limits: DecodingLimits? = nil
    ) {
        self.id = id
        self.weight = weight
        self.priority = priority
        self.placement = placement
        self.isNative = isNative
        self.acceptsEmptyInput = acceptsEmptyInput
        self.signatures = signatures
        self.advertises = advertises
        self.limits = limits
    }
}
