import CMimeographXML
import Mimeograph

/// One compiled expression of libxml2, and the context that it is evaluated in.
///
/// Only one thread at a time may use it: evaluating writes into both. Sendable nevertheless, because ``XPathPool`` gives
/// each to one caller at a time.
@safe
final class XPathEvaluator: @unchecked Sendable {
    private let path: OpaquePointer

    // SAFETY, for all of this class: the path is made in `init`, freed in `deinit`, and used by one thread at a time.
    // Strings that are passed end with a zero and are copied. Nodes that come out are in the tree of the node that went
    // in, which the caller holds.

    /// - Throws: the code `invalidExpression`.
    init(_ expression: String, namespaces: [String: String]) throws(SerializationError) {
        _ = XMLLibrary.isReady
        var report = mimeograph_xml_report()
        guard let path = unsafe mimeograph_xml_path_make(expression, &report) else {
            throw XPathFault(report).error(expression: expression)
        }
        unsafe self.path = unsafe path
        for (prefix, uri) in namespaces where unsafe mimeograph_xml_path_bind(path, prefix, uri) == 0 {
            throw SerializationError(
                .invalidExpression,
                "A prefix of the XPath expression cannot be bound.",
                remedy: "Give it a name and a namespace that are not empty."
            )
        }
    }

    deinit { unsafe mimeograph_xml_path_free(path) }

    /// - Throws: the code `invalidExpression`, ``SerializationError/Code/limitExceeded``.
    func evaluate(
        _ expression: XML.XPath,
        at node: XML.Node,
        variables: [String: XML.XPathValue]
    ) throws(SerializationError) -> XML.XPathValue {
        defer {
            unsafe mimeograph_xml_path_reset(path)
            withExtendedLifetime(node) {}
        }
        for (name, value) in variables where !set(name, value, in: node.tree) {
            throw SerializationError(
                .invalidExpression,
                "A variable of the XPath expression cannot be set.",
                remedy: "Give it a name, and nodes of the same document that are no namespaces."
            )
        }
        var report = mimeograph_xml_report()
        var result = unsafe mimeograph_xml_path_result()
        let limit = UInt64(max(1, expression.operationLimit))
        guard unsafe mimeograph_xml_path_evaluate(path, node.node.pointer, limit, &report, &result) != 0 else {
            throw XPathFault(report).error(expression: expression.expression, operations: expression.operationLimit)
        }
        switch unsafe result.kind {
        case MIMEOGRAPH_XML_PATH_BOOLEAN: return unsafe .boolean(result.boolean != 0)
        case MIMEOGRAPH_XML_PATH_NUMBER: return unsafe .number(result.number)
        case MIMEOGRAPH_XML_PATH_STRING: return unsafe .string(XMLTreeNode.string(result.string))
        default: return unsafe .nodes(nodes(count: result.count, in: node.tree))
        }
    }

    private func nodes(count: Int, in tree: XMLTree) -> [XML.Node] {
        var nodes: [XML.Node] = []
        nodes.reserveCapacity(count)
        for index in 0..<count {
            var holder: UnsafePointer<xmlNode>?
            guard let node = unsafe XMLTreeNode(mimeograph_xml_path_node(path, index, &holder)),
                node.kind != .document || node == tree.top
            else {
                continue
            }
            unsafe nodes.append(XML.Node(tree: tree, node: node, holder: XMLTreeNode(holder)))
        }
        return nodes
    }

    private func set(_ name: String, _ value: XML.XPathValue, in tree: XMLTree) -> Bool {
        switch value {
        case .string(let text): return unsafe mimeograph_xml_path_set_string(path, name, text) != 0
        case .number(let number): return unsafe mimeograph_xml_path_set_number(path, name, number) != 0
        case .boolean(let flag): return unsafe mimeograph_xml_path_set_boolean(path, name, flag ? 1 : 0) != 0
        case .nodes(let nodes):
            guard nodes.allSatisfy({ $0.tree === tree && $0.holder == nil }) else { return false }
            var pointers = unsafe nodes.map { unsafe Optional($0.node.pointer) }
            return unsafe mimeograph_xml_path_set_nodes(path, name, &pointers, pointers.count) != 0
        }
    }
}
