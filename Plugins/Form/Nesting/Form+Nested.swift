public import Mimeograph

extension Form {
    /// The form as values in one another, as the names say.
    ///
    /// Of a repeated name the last value counts, and a field without `=` is null.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``, and ``SerializationError/Code/syntax`` where a name is a text in
    ///   one field and has members or elements in another.
    public func nested(_ nesting: FormNesting = .brackets) throws(SerializationError) -> QueryValue {
        var tree = FormTree(nesting)
        for field in fields { try tree.add(field, at: 0) }
        return tree.root.value
    }
}

extension FormNode {
    /// The same as a value. It recurses as deep as names have steps.
    var value: QueryValue {
        switch kind {
        case .none: .null
        case .text: text.map { .text($0) } ?? .null
        case .elements: .array(children.map(\.value))
        case .members: .members(zip(names, children).map { QueryValue.Member($0, $1.value) })
        }
    }
}
