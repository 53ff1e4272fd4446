import FuzzerSupport
import Mimeograph
import MimeographXML

/// Evaluates an expression, and compares our conversions of its value with libxml2's functions.
struct ExpressionCheck {
    let input: [UInt8]
    let text: String

    func run() {
        guard let expression = compiled(text) else { return }
        for node in [document.node, document.root] + document.root.children.prefix(1) {
            guard let value = value(of: expression, at: node) else { continue }
            // A pooled evaluator must not keep state.
            require(value.isSame(self.value(of: expression, at: node)), "a second evaluation differs from \(value)")
            if case .nodes(let nodes) = value {
                require(Set(nodes).count == nodes.count, "a node appears twice: \(nodes)")
                compare("count(\(text))", at: node) { $0.isSame(.number(Double(nodes.count))) }
            }
            if case .number = value { continue }
            guard let string = try? expression.string(at: node, variables: Self.variables),
                let boolean = try? expression.boolean(at: node, variables: Self.variables)
            else { continue }
            compare("string(\(text))", at: node) { $0.isSame(.string(string)) }
            compare("boolean(\(text))", at: node) { $0.isSame(.boolean(boolean)) }
        }
    }

    private static let namespaces = ["p": "urn:p"]
    private static let variables: [String: XML.XPathValue] = [
        "s": "text", "n": 1.5, "f": false, "e": .nodes([document.root]),
    ]

    private func compiled(_ text: String) -> XML.XPath? {
        do throws(SerializationError) {
            var expression = try XML.XPath(text, namespaces: Self.namespaces)
            expression.operationLimit = 50_000
            return expression
        } catch {
            check(error)
            return nil
        }
    }

    private func value(of expression: XML.XPath, at node: XML.Node) -> XML.XPathValue? {
        do throws(SerializationError) {
            return try expression.evaluate(at: node, variables: Self.variables)
        } catch {
            check(error)
            return nil
        }
    }

    private func check(_ error: SerializationError) {
        require(error.code == .invalidExpression || error.code == .limitExceeded, "unexpected code: \(error)")
        require(!error.description.isEmpty, "the error has no description")
    }

    /// Compares values only: a larger expression may exceed a limit that this one does not.
    private func compare(_ text: String, at node: XML.Node, _ isRight: (XML.XPathValue) -> Bool) {
        guard var expression = try? XML.XPath(text, namespaces: Self.namespaces) else { return }
        expression.operationLimit = 200_000
        guard let value = try? expression.evaluate(at: node, variables: Self.variables) else { return }
        require(isRight(value), "\(text) is \(value)")
    }
}

extension XML.XPathValue {
    /// Returns whether both values are equal, treating NaN as equal to itself.
    fileprivate func isSame(_ other: XML.XPathValue?) -> Bool {
        if case .number(let one) = self, case .number(let two)? = other {
            return one == two || (one.isNaN && two.isNaN)
        }
        return self == other
    }
}
