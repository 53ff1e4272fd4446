import Mimeograph

/// The result of an expression during evaluation.
enum XPathResult {
    /// Nodes in document order, each once.
    case nodes([XPathNode])
    case string(String)
    case number(Double)
    case boolean(Bool)
}

/// The context of an expression. Source: XPath 1.0 §1.
struct XPathContext {
    let node: XPathNode
    /// The position of the node in its set, from 1.
    var position = 1
    var size = 1
}

/// One evaluation of an expression.
///
/// Each visited node, each operator and each sixteen bytes of text count as an operation, and so does the sorting of nodes. The
/// limit on operations is therefore a limit on time. A step without positional predicates is applied to all nodes of a set at
/// once, so it visits no node twice.
///
/// The recursion is as deep as the brackets of the expression.
final class XPathEvaluation {
    let tree: XMLTree
    private let variables: [ByteEqualString: XPathResult]
    private var remaining: Int

    /// - Throws: `unsuitableVariable` for nodes of another document.
    init(in tree: XMLTree, variables: [String: XML.XPathValue], operationLimit: Int) throws(XPathFailure) {
        self.tree = tree
        remaining = max(1, operationLimit)
        var values: [ByteEqualString: XPathResult] = [:]
        for (name, value) in variables { values[ByteEqualString(name)] = try Self.result(of: value, in: tree) }
        self.variables = values
    }

    private static func result(of value: XML.XPathValue, in tree: XMLTree) throws(XPathFailure) -> XPathResult {
        switch value {
        case .string(let text): return .string(text)
        case .number(let number): return .number(number)
        case .boolean(let flag): return .boolean(flag)
        case .nodes(let nodes):
            guard nodes.allSatisfy({ $0.tree === tree && $0.holder == nil }) else { throw .unsuitableVariable }
            var result = nodes.map { XPathNode(node: $0.node) }
            result.sort { $0.precedes($1) }
            return .nodes(result.withoutRepetitions)
        }
    }

    /// Counts operations.
    func spend(_ steps: Int = 1) throws(XPathFailure) {
        remaining -= steps
        if remaining < 0 { throw .operations }
    }

    /// Counts the operations for a text of a length in bytes.
    func spend(bytes: Int) throws(XPathFailure) { try spend(1 + bytes / 16) }

    /// The number of operations that are left.
    var affordable: Int { remaining }
}

extension XPathEvaluation {
    func result(of expression: XPathExpression, _ context: XPathContext) throws(XPathFailure) -> XPathResult {
        try spend()
        switch expression {
        case .or(let operands):
            for operand in operands where try boolean(operand, context) { return .boolean(true) }
            return .boolean(false)
        case .and(let operands):
            for operand in operands where try !boolean(operand, context) { return .boolean(false) }
            return .boolean(true)
        case .chain(let operands, let operators):
            var value = try result(of: operands[0], context)
            for (index, next) in operators.enumerated() {
                value = try apply(next, value, try result(of: operands[index + 1], context))
            }
            return value
        case .signed(let operands, let isNegative):
            let number = try number(of: try result(of: operands[0], context))
            return .number(isNegative ? -number : number)
        case .union(let operands):
            var nodes: [XPathNode] = []
            for operand in operands { nodes += try self.nodes(operand, context) }
            try sort(&nodes)
            return .nodes(nodes)
        case .path(let path): return .nodes(try nodes(of: path, context))
        case .literal(let text): return .string(text)
        case .number(let number): return .number(number)
        case .variable(let name):
            guard let value = variables[ByteEqualString(name)] else { throw .undefinedVariable }
            return value
        case .call(let call):
            guard let function = call.function else { throw .unknownFunction }
            guard function.arity.contains(call.arguments.count) else { throw .arity }
            return try result(of: function, call.arguments, context)
        }
    }

    func nodes(_ expression: XPathExpression, _ context: XPathContext) throws(XPathFailure) -> [XPathNode] {
        guard case .nodes(let nodes) = try result(of: expression, context) else { throw .operand }
        return nodes
    }

    func boolean(_ expression: XPathExpression, _ context: XPathContext) throws(XPathFailure) -> Bool {
        // The first child or attribute is enough to know whether there is one.
        if case .path(let path) = expression, case .context = path.start, path.steps.count == 1,
            path.steps[0].predicates.isEmpty
        {
            var found: [XPathNode] = []
            try walk(path.steps[0].axis, from: context.node, path.steps[0].test, upTo: 1, into: &found)
            return !found.isEmpty
        }
        return boolean(of: try result(of: expression, context))
    }

    func boolean(of value: XPathResult) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .string(let text): !text.isEmpty
        case .number(let number): !number.isNaN && number != 0
        case .boolean(let flag): flag
        }
    }

    func number(of value: XPathResult) throws(XPathFailure) -> Double {
        switch value {
        case .number(let number): return number
        case .boolean(let flag): return flag ? 1 : 0
        case .nodes, .string:
            let text = try string(of: value)
            try spend(bytes: text.utf8.count)
            return XML.XPath.number(of: text)
        }
    }

    func string(of value: XPathResult) throws(XPathFailure) -> String {
        switch value {
        case .nodes(let nodes): return try nodes.first.map { (node) throws(XPathFailure) in try text(of: node) } ?? ""
        case .string(let text): return text
        case .number(let number): return XML.XPath.text(of: number)
        case .boolean(let flag): return flag ? "true" : "false"
        }
    }

    /// Returns the string value of a node. Source: XPath 1.0 §5.
    func text(of node: XPathNode) throws(XPathFailure) -> String {
        // Creating a string takes as long as visiting eight nodes.
        try spend(8)
        if node.holder != nil { return node.node.uri ?? "" }
        try spend(node.node.textCost(upTo: affordable))
        return node.node.text
    }

    /// Returns the string value of a node as a number.
    func number(of node: XPathNode) throws(XPathFailure) -> Double { XML.XPath.number(of: try text(of: node)) }
}

/// A node in a node set. Elements share namespaces, so a namespace also has its element.
struct XPathNode: Hashable {
    let node: XMLTreeNode
    /// The element that has a namespace in scope; nil for all other kinds.
    var holder: XMLTreeNode?

    /// The number in document order; for a namespace, the number of its element.
    var order: Int { (holder ?? node).order }

    /// Whether the node can have children.
    var isParent: Bool { holder == nil && node.kind != .attribute }

    /// The sort key of a namespace of an element. The namespace `xml` comes first.
    private var sortedPrefix: String {
        let prefix = node.prefix ?? ""
        return prefix.hasSameBytes(as: "xml") ? "" : prefix
    }

    /// Returns whether this node comes before another. An element comes before its namespaces, and its namespaces before its
    /// attributes. Source: XPath 1.0 §5.
    func precedes(_ other: XPathNode) -> Bool {
        let (one, two) = (order, other.order)
        if one != two { return one < two }
        if holder == nil || other.holder == nil { return holder == nil && other.holder != nil }
        return sortedPrefix.utf8.lexicographicallyPrecedes(other.sortedPrefix.utf8)
    }
}
