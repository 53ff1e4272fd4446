/// How a compound goes about its members.
public enum CompoundPolicy: Hashable, Sendable, CaseIterable {
    /// The members that claim the content type are tried in order, and the first that makes a value wins.
    ///
    /// - A member that does not claim the content type is not asked. Where there is none, or one that is malformed, each
    ///   member is asked; where no member claims it, ``CompoundUnclaimedTypes`` decides.
    /// - A member may decline the body from its head and its first bytes, before it reads anything.
    /// - One that reads and fails is followed by the next, which gets the same bytes from the first one on.
    /// - Where none makes a value, one error of the code ``SerializationError/Code/allAttemptsFailed`` has them all.
    case strict
    /// What AFNetworking 4's `AFCompoundResponseSerializer` does, traps included.
    ///
    /// - Each member is asked in order, and judges the response by its own content types and by the compound's status
    ///   codes; one that claims no media range at all is skipped, as AFNetworking skips what is no HTTP serializer.
    /// - The first that makes a value wins, **whatever the status**: the value comes with that member's error, such as that
    ///   of a 404. `outcome(_:head:limits:)` of the compound has both; `read` throws the error, whose
    ///   `decodedBody` is the value. An empty `Optional` is no value, and neither is the null that a member makes of
    ///   nothing.
    /// - The errors of the members that made none are **lost**.
    /// - Where none makes a value the compound **gives the raw bytes**, with the error of its own validation, if any, as
    ///   `[UInt8]`. So a broken image is a success with bytes. Where `Output` cannot hold bytes it is the error of the
    ///   strict policy.
    /// - A member that takes any bytes, and a nested compound of this policy, always makes a value: it has to be last.
    ///
    /// Source: AFNetworking 4, behaviour of `AFCompoundResponseSerializer`.
    case afnetworking
}

/// What a compound does with a body whose content type no member claims.
public enum CompoundUnclaimedTypes: Hashable, Sendable, CaseIterable {
    /// It is an error of the code ``SerializationError/Code/unsupportedMediaType``.
    case refuse
    /// Each member is asked, as where there is no content type. It is for servers whose labels are known to be wrong, and
    /// for a compound that is registered for other ranges than its own.
    case tryAll
}
