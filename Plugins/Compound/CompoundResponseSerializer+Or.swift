public import Mimeograph

extension ResponseSerialization {
    /// A serializer that tries this one, and then the other.
    ///
    /// - Parameter other: A serializer of the same output; `map` makes two outputs one.
    /// - Returns: A compound of the strict policy.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        CompoundResponseSerializer(self, other)
    }
}

extension CompoundResponseSerializer {
    /// This compound with one more member, to be tried last; its other settings stay.
    ///
    /// A compound that is given becomes one member. `a.or(b).or(c)` has three, `a.or(b.or(c))` two.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        var longer = CompoundResponseSerializer(members: members + [CompoundMember(typed: other)], policy: policy)
        longer.unclaimedTypes = unclaimedTypes
        longer.validation = validation
        return longer
    }
}
