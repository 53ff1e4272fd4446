/// How a property list is read.
public struct PropertyListReadingOptions: Hashable, Sendable {
    /// What happens to null, which only the binary format has. Default: it is kept.
    public var nullStripping: PropertyListNullStripping
    /// Whether the text form of OpenStep is read (non-standard), where a body is neither XML nor binary. Default false,
    /// because nearly any text is a string of that form.
    public var allowsOpenStep: Bool

    /// Makes options; what is not given has its default.
    public init(nullStripping: PropertyListNullStripping = .keep, allowsOpenStep: Bool = false) {
        self.nullStripping = nullStripping
        self.allowsOpenStep = allowsOpenStep
    }

    /// The defaults.
    public static let standard = PropertyListReadingOptions()
}

/// What a reader does with null objects. A list that is nothing but null is always read as null.
public enum PropertyListNullStripping: Hashable, Sendable, CaseIterable {
    /// Nulls are values like any other.
    case keep
    /// Members whose value is null are left out, at every depth; null elements of arrays stay.
    case dictionaryMembers
    /// Members whose value is null and elements that are null are left out, at every depth; indices shift.
    case dictionaryMembersAndArrayElements
}
