public import Mimeograph

/// Puts fields where their names say.
///
/// For `x[][y]=1&x[][z][w]=a&x[][y]=2` the steps lead, from the root:
/// ```
/// x  new element  y = 1      {x: [{y: 1}]}
/// x  last element z w = a    {x: [{y: 1, z: {w: a}}]}
/// x  new element  y = 2      {x: [{y: 1, z: {w: a}}, {y: 2}]}    the last one has a y
/// ```
struct FormTree: ~Copyable {
    let root = FormNode.members()
    private let nesting: FormNesting
    private let limits: DecodingLimits
    private var count = 0

    init(_ nesting: FormNesting, limits: DecodingLimits = .standard) {
        self.nesting = nesting
        self.limits = limits
    }

    /// Adds a field that begins at an offset of the body.
    ///
    /// - Throws: Without a location, which the caller knows: ``SerializationError/Code/limitExceeded``, and
    ///   ``SerializationError/Code/syntax`` where the name is a text elsewhere and has members or elements here, or the other way
    ///   round.
    mutating func add(_ field: Form.Field, at offset: Int) throws(SerializationError) {
        let name = FormName(field.name, nesting)
        if name.root.isEmpty { return }
        // The root's members are the first level.
        try limits.check(.depth, name.steps.count + 1)
        if name.steps.count > nesting.maximumDepth { throw .exceeds(.depth, nesting.maximumDepth, "maximumDepth") }
        var node = try member(name.root, of: root, offset)
        for (index, step) in name.steps.enumerated() {
            guard node.become(step == .element ? .elements : .members) else {
                throw SerializationError(
                    .syntax,
                    "A name of the form stands for a text and for members or elements at once.",
                    remedy: "Let the sender name each value in one way, or read the form flat: FormNesting.flat."
                )
            }
            switch step {
            case .member(let name): node = try member(name, of: node, offset)
            case .element:
                let rest = name.steps[(index + 1)...]
                if let last = node.children.last, case .member? = rest.first, !last.has(rest), last.kind == .members {
                    node = last
                } else {
                    let element = try made(offset)
                    node.append(element)
                    node = element
                }
            }
        }
        // A node has room for one value.
        if node.kind == .text { try countNode() }
        node.set(field.isBare ? nil : field.value)
    }

    private mutating func member(
        _ name: String,
        of node: FormNode,
        _ offset: Int
    ) throws(SerializationError) -> FormNode {
        if let member = node.member(name) { return member }
        let member = try made(offset)
        node.append(member, named: name)
        return member
    }

    private mutating func made(_ offset: Int) throws(SerializationError) -> FormNode {
        try countNode()
        return FormNode(offset: offset)
    }

    private mutating func countNode() throws(SerializationError) {
        count += 1
        try limits.check(.elements, count)
        if count > nesting.maximumCount { throw .exceeds(.elements, nesting.maximumCount, "maximumCount") }
    }
}

extension SerializationError {
    /// The error for a limit of ``FormNesting``, which is lower than the limits'.
    fileprivate static func exceeds(_ limit: DecodingLimits.Limit, _ allowed: Int, _ property: String)
        -> SerializationError
    {
        var error = SerializationError.limitExceeded(limit, allowed: allowed)
        error.remedy = "If you trust the sender, raise FormNesting.\(property)."
        return error
    }
}

extension FormNode {
    /// Whether the members that these steps lead to are there. Where one of the steps is an element there is always room
    /// for another.
    fileprivate func has(_ steps: ArraySlice<FormName.Step>) -> Bool {
        if steps.contains(.element) { return false }
        var node = self
        for case .member(let name) in steps {
            guard let member = node.member(name) else { return false }
            node = member
        }
        return true
    }
}

/// A value of a form, with names split into steps.
///
/// It is a reference while the tree grows, and not changed afterwards.
final class FormNode {
    enum Kind {
        /// No field has said yet what it is.
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
    static func members() -> FormNode {
        let node = FormNode(offset: 0)
        node.kind = .members
        return node
    }

    /// The last value; nil where it is null, or no text at all.
    var text: String? { texts.last ?? nil }

    /// The member of that name.
    func member(_ name: String) -> FormNode? { list.index(of: name).map { children[$0] } }

    // MARK: Growing

    /// Adds the value of a field. A text that is there stays beside it; anything else is replaced.
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

/// Names in their order, found by their bytes; of equal ones the first.
///
/// Few are searched one by one, so that what has few members pays for no table.
struct OrderedNames {
    /// The names.
    private(set) var texts: [String] = []
    /// Where each name stands; nil while there are so few that a search is as fast as a table.
    private var indices: [ByteEqualString: Int]?

    /// Adds a name, whether there is an equal one or not.
    mutating func append(_ name: String) {
        // Leaves the index of an equal one as it is, with one look-up.
        indices?[ByteEqualString(name), default: texts.count] += 0
        texts.append(name)
    }

    /// The index of a name, from 0; nil where there is none.
    mutating func index(of name: String) -> Int? {
        let name = ByteEqualString(name)
        if let indices { return indices[name] }
        if texts.count < 16 { return texts.firstIndex { ByteEqualString($0) == name } }
        let indices = Dictionary(zip(texts.map { ByteEqualString($0) }, texts.indices)) { first, _ in first }
        self.indices = indices
        return indices[name]
    }
}

extension Form {
    /// The form as values in one another, as the names say.
    ///
    /// The last value of a repeated name counts, and a field without `=` is null.
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
