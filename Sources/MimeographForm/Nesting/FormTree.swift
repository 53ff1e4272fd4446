public import Mimeograph

/// A tree that grows as fields are added at the positions their names describe.
///
/// The fields of `x[][y]=1&x[][z][w]=a&x[][y]=2` take these steps from the root:
/// ```
/// x  new element  y = 1      {x: [{y: 1}]}
/// x  last element z w = a    {x: [{y: 1, z: {w: a}}]}
/// x new element y = 2 {x: [{y: 1, z: {w: a}}, {y: 2}]} the last element already has a y
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
    /// - Throws: Errors without a location, which the caller adds: ``SerializationError/Code/limitExceeded``, and
    ///   ``SerializationError/Code/syntax`` if a name has a text value in one field and members or elements in another.
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
                    "A name of the form has a text value in one field and members or elements in another.",
                    remedy: "Have the sender use each name in one way only, or read the form with FormNesting.flat."
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
        // Creating the node counted its first value; further values count separately.
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
    /// Returns the error for a limit of ``FormNesting``, which is lower than the decoding limit.
    fileprivate static func exceeds(_ limit: DecodingLimits.Limit, _ allowed: Int, _ property: String)
        -> SerializationError
    {
        var error = SerializationError.limitExceeded(limit, allowed: allowed)
        error.remedy = "If you trust the sender, raise FormNesting.\(property)."
        return error
    }
}

extension FormNode {
    /// Returns whether the members that these steps lead to exist. If one of the steps is an element, another can always be
    /// added.
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
/// It is a class because the tree refers to nodes while it grows. Nodes do not change afterwards.
final class FormNode {
    enum Kind {
        /// The fields so far do not determine a kind.
        case none
        /// One value, or all values of a repeated name.
        case text
        case elements
        case members
    }

    private(set) var kind = Kind.none
    /// The values of the fields that lead here; nil for a field without `=`.
    private(set) var texts: [String?] = []
    /// The elements, or the values of the members.
    private(set) var children: [FormNode] = []
    /// The names of the members.
    var names: [String] { list.texts }
    /// The offset in the body of the first field that leads here, in bytes, from 0.
    let offset: Int
    private var list = OrderedNames()

    init(offset: Int) { self.offset = offset }

    /// Returns a node of kind `members` without any members.
    static func members() -> FormNode {
        let node = FormNode(offset: 0)
        node.kind = .members
        return node
    }

    /// The last value; nil if it is null or the node has no text.
    var text: String? { texts.last ?? nil }

    /// Returns the member with that name.
    func member(_ name: String) -> FormNode? { list.index(of: name).map { children[$0] } }

    // MARK: Growing

    /// Adds the value of a field. Earlier texts are kept; elements and members are replaced.
    func set(_ value: String?) {
        if kind != .text {
            kind = .text
            (children, list, texts) = ([], OrderedNames(), [])
        }
        texts.append(value)
    }

    /// Makes this node hold members or elements if it has no kind yet, and returns whether it has that kind now.
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

/// An ordered list of names that are found by their bytes; among equal names, the first is found.
///
/// A list of few names is searched linearly, so small containers do not pay for a table.
struct OrderedNames {
    /// The names.
    private(set) var texts: [String] = []
    /// The index of each name; nil while there are so few names that a linear search is as fast.
    private var indices: [ByteEqualString: Int]?

    /// Adds a name, even if an equal name exists.
    mutating func append(_ name: String) {
        // One look-up keeps the index of an equal name.
        indices?[ByteEqualString(name), default: texts.count] += 0
        texts.append(name)
    }

    /// Returns the index of a name, from 0; nil if it is missing.
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
    /// Returns the form as nested values, as described by the names of its fields.
    ///
    /// The last value of a repeated name counts, and a field without `=` is null.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``, and ``SerializationError/Code/syntax`` if a name has a text value in
    ///   one field and members or elements in another.
    public func nested(_ nesting: FormNesting = .brackets) throws(SerializationError) -> QueryValue {
        var tree = FormTree(nesting)
        for field in fields { try tree.add(field, at: 0) }
        return tree.root.value
    }
}

extension FormNode {
    /// The node as a value. The recursion is as deep as names have steps.
    var value: QueryValue {
        switch kind {
        case .none: .null
        case .text: text.map { .text($0) } ?? .null
        case .elements: .array(children.map(\.value))
        case .members: .members(zip(names, children).map { QueryValue.Member($0, $1.value) })
        }
    }
}
