import Mimeograph

/// A value of a form whose names were taken apart.
///
/// It is a reference while the tree grows, and not changed afterwards.
final class FormNode {
    enum Kind {
        /// Nothing was said about it yet.
        case none
        /// One value, or the values of a repeated name.
        case text
        case elements
        case members
    }

    private(set) var kind = Kind.none
    /// The values of fields that lead here; nil for one without `=`.
    private(set) var texts: [String?] = []
    /// The elements, or the members' values.
    private(set) var children: [FormNode] = []
    /// The members' names.
    var names: [String] { list.texts }
    /// Where the first field that leads here begins in the body; in bytes, from 0.
    let offset: Int
    private var list = OrderedNames()

    init(offset: Int) { self.offset = offset }

    /// A node that is nothing but members, in case there are none.
    static func members(offset: Int = 0) -> FormNode {
        let node = FormNode(offset: offset)
        node.kind = .members
        return node
    }

    /// The last value; nil where it is null, or no text at all.
    var text: String? { texts.last ?? nil }

    /// Whether it is a field without `=`.
    var isNull: Bool { kind == .text && text == nil }

    /// The member of that name.
    func member(_ name: String) -> FormNode? { list.place(of: name).map { children[$0] } }

    // MARK: Growing

    /// Takes the value of a field. A text that is there stays beside it, anything else gives way.
    func set(_ value: String?) {
        if kind != .text {
            kind = .text
            (children, list, texts) = ([], OrderedNames(), [])
        }
        texts.append(value)
    }

    /// Becomes members or elements, or stays so; whether it can.
    func become(_ kind: Kind) -> Bool {
        if self.kind == .none { self.kind = kind }
        return self.kind == kind
    }

    func append(_ child: FormNode) { children.append(child) }

    func append(_ child: FormNode, named name: String) {
        list.append(name)
        children.append(child)
    }
}
