/// Which elements of a stream become documents of their own.
struct XMLSubtreePath: Hashable, Sendable {
    /// The names from the outermost element on; or one, which may be anywhere.
    var steps: [XML.Name]
    /// Whether the element may be at any depth; inside of one that matches, others are parts of it.
    var isAnywhere: Bool
}
