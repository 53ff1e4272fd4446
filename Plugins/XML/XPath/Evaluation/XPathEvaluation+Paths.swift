import Mimeograph

// Location paths. Source: XPath 1.0 §2.

extension XPathEvaluation {
    /// The nodes that a path gives, in document order.
    func nodes(of path: XPathPath, _ context: XPathContext) throws(XPathFailure) -> [XPathNode] {
        var nodes: [XPathNode]
        switch path.start {
        case .root: nodes = [XPathNode(node: tree.top)]
        case .context: nodes = [context.node]
        case .filter(let operand, let predicates):
            nodes = try self.nodes(operand[0], context)
            for predicate in predicates { nodes = try filter(nodes, by: predicate) }
        }
        for step in path.steps {
            if nodes.isEmpty { return [] }
            nodes = try take(step, from: nodes)
        }
        return nodes
    }

    /// The nodes that a step leads to from others.
    private func take(_ step: XPathStep, from contexts: [XPathNode]) throws(XPathFailure) -> [XPathNode] {
        guard step.isPositional else {
            // Without positions each node is looked at once, from however many of the others it is reached.
            var nodes = try reach(step.axis, from: contexts, step.test)
            for predicate in step.predicates { nodes = try filter(nodes, by: predicate) }
            return nodes
        }
        var result: [XPathNode] = []
        // Axes of different nodes overlap, so that what they share must not pile up.
        var compact = 1024
        for context in contexts {
            result += try positioned(step, from: context)
            if result.count > compact {
                try sort(&result)
                compact = 2 * result.count + 1024
            }
        }
        try sort(&result)
        return result
    }

    /// The nodes that a step leads to from one node.
    private func positioned(_ step: XPathStep, from context: XPathNode) throws(XPathFailure) -> [XPathNode] {
        var nodes: [XPathNode] = []
        if let position = step.predicates.first?.position {
            // Those behind it need not be looked at.
            if position == 0 { return [] }
            try walk(step.axis, from: context, step.test, upTo: position, into: &nodes)
            nodes = nodes.count < position ? [] : [nodes[position - 1]]
        } else {
            try walk(step.axis, from: context, step.test, into: &nodes)
            if let first = step.predicates.first { nodes = try filter(nodes, by: first) }
        }
        for predicate in step.predicates.dropFirst() { nodes = try filter(nodes, by: predicate) }
        return nodes
    }

    /// What a predicate leaves of nodes, whose order is that of their positions.
    private func filter(_ nodes: [XPathNode], by predicate: XPathPredicate) throws(XPathFailure) -> [XPathNode] {
        if let position = predicate.position {
            return position >= 1 && position <= nodes.count ? [nodes[position - 1]] : []
        }
        var left: [XPathNode] = []
        for (index, node) in nodes.enumerated() {
            let context = XPathContext(node: node, position: index + 1, size: nodes.count)
            if predicate.isPositional {
                let value = try result(of: predicate.expression, context)
                if case .number(let number) = value {
                    if number == Double(index + 1) { left.append(node) }
                } else if boolean(of: value) {
                    left.append(node)
                }
            } else if try boolean(predicate.expression, context) {
                left.append(node)
            }
        }
        return left
    }

    /// Puts nodes into document order, each once.
    func sort(_ nodes: inout [XPathNode]) throws(XPathFailure) {
        var isSorted = true
        for index in nodes.indices.dropFirst() where !nodes[index - 1].precedes(nodes[index]) {
            isSorted = false
            break
        }
        if isSorted { return }
        let doublings = Int.bitWidth - nodes.count.leadingZeroBitCount
        try spend(nodes.count * (1 + doublings / 4))
        // As the axes that go backwards leave them.
        if let first = nodes.first, let last = nodes.last, last.precedes(first) { nodes.reverse() }
        nodes.sort { $0.precedes($1) }
        nodes = nodes.withoutRepetitions
    }
}

extension [XPathNode] {
    /// Without those that are the same as the one before.
    var withoutRepetitions: [XPathNode] {
        var result: [XPathNode] = []
        result.reserveCapacity(count)
        for node in self where node != result.last { result.append(node) }
        return result
    }
}
