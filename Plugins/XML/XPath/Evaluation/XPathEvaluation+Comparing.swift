import Mimeograph

// Source: XPath 1.0 §3.4 and §3.5. Two node sets are compared through a table of texts, or by the least and the greatest number.
// This avoids comparing every pair of nodes.

extension XPathEvaluation {
    func apply(_ operation: XPathOperator, _ left: XPathResult, _ right: XPathResult) throws(XPathFailure)
        -> XPathResult
    {
        try spend()
        switch operation {
        case .equal: return .boolean(try areEqual(left, right))
        case .notEqual: return .boolean(try areDifferent(left, right))
        case .less: return .boolean(try isLess(left, right, orEqual: false))
        case .lessOrEqual: return .boolean(try isLess(left, right, orEqual: true))
        case .greater: return .boolean(try isLess(right, left, orEqual: false))
        case .greaterOrEqual: return .boolean(try isLess(right, left, orEqual: true))
        default: break
        }
        let one = try number(of: left)
        let two = try number(of: right)
        switch operation {
        case .add: return .number(one + two)
        case .subtract: return .number(one - two)
        case .multiply: return .number(one * two)
        case .divide: return .number(one / two)
        default: return .number(one.truncatingRemainder(dividingBy: two))
        }
    }

    private func areEqual(_ left: XPathResult, _ right: XPathResult) throws(XPathFailure) -> Bool {
        switch (left, right) {
        case (.boolean, _), (_, .boolean): return boolean(of: left) == boolean(of: right)
        case (.nodes(let nodes), .nodes(let others)): return try haveSameText(nodes, others)
        case (.nodes(let nodes), .number(let number)), (.number(let number), .nodes(let nodes)):
            for node in nodes where try self.number(of: node) == number { return true }
            return false
        case (.nodes(let nodes), .string(let text)), (.string(let text), .nodes(let nodes)):
            for node in nodes where try has(node, text) { return true }
            return false
        case (.number, _), (_, .number): return try number(of: left) == number(of: right)
        case (.string(let text), .string(let other)):
            try spend(bytes: min(text.utf8.count, other.utf8.count))
            return text.hasSameBytes(as: other)
        }
    }

    private func areDifferent(_ left: XPathResult, _ right: XPathResult) throws(XPathFailure) -> Bool {
        switch (left, right) {
        case (.boolean, _), (_, .boolean): return boolean(of: left) != boolean(of: right)
        case (.nodes(let nodes), .nodes(let others)):
            // There are two different texts unless all texts are the same.
            guard let first = nodes.first, !others.isEmpty else { return false }
            let text = try text(of: first)
            for node in nodes.dropFirst() where try !has(node, text) { return true }
            for node in others where try !has(node, text) { return true }
            return false
        case (.nodes(let nodes), .number(let number)), (.number(let number), .nodes(let nodes)):
            for node in nodes where try self.number(of: node) != number { return true }
            return false
        case (.nodes(let nodes), .string(let text)), (.string(let text), .nodes(let nodes)):
            for node in nodes where try !has(node, text) { return true }
            return false
        case (.number, _), (_, .number), (.string, .string): return try !areEqual(left, right)
        }
    }

    /// Returns whether a node has this string value.
    private func has(_ node: XPathNode, _ text: String) throws(XPathFailure) -> Bool {
        if node.holder != nil { return (node.node.uri ?? "").hasSameBytes(as: text) }
        var cost = 0
        let isSame = node.node.hasText(text, cost: &cost)
        try spend(cost)
        return isSame
    }

    private func haveSameText(_ nodes: [XPathNode], _ others: [XPathNode]) throws(XPathFailure) -> Bool {
        let (few, many) = nodes.count < others.count ? (nodes, others) : (others, nodes)
        if few.count == 1 {
            let text = try text(of: few[0])
            for node in many where try has(node, text) { return true }
            return false
        }
        var texts: Set<ByteEqualString> = []
        for node in few { texts.insert(ByteEqualString(try text(of: node))) }
        for node in many where texts.contains(ByteEqualString(try text(of: node))) { return true }
        return false
    }

    private func isLess(_ left: XPathResult, _ right: XPathResult, orEqual: Bool) throws(XPathFailure) -> Bool {
        let one: Double?
        let two: Double?
        switch (left, right) {
        case (.boolean, _), (_, .boolean):
            one = boolean(of: left) ? 1 : 0
            two = boolean(of: right) ? 1 : 0
            // A boolean and a node set are compared as Booleans. Any other value is converted to a number.
            if case .boolean = left, case .nodes = right { break }
            if case .nodes = left, case .boolean = right { break }
            return compare(try number(of: left), try number(of: right), orEqual)
        default:
            one = try extreme(of: left, by: min)
            two = try extreme(of: right, by: max)
        }
        guard let one, let two else { return false }
        return compare(one, two, orEqual)
    }

    private func compare(_ one: Double, _ two: Double, _ orEqual: Bool) -> Bool { orEqual ? one <= two : one < two }

    /// Returns the number of a value; for a node set, the least or the greatest number, or nil if it has none.
    private func extreme(of value: XPathResult, by choice: (Double, Double) -> Double) throws(XPathFailure) -> Double? {
        guard case .nodes(let nodes) = value else { return try number(of: value) }
        var extreme: Double?
        for node in nodes {
            let number = try number(of: node)
            if number.isNaN { continue }
            extreme = extreme.map { choice($0, number) } ?? number
        }
        return extreme
    }
}
