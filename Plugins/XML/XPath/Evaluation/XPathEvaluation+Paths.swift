import Mimeograph

// Location paths. Source: XPath 1.0 §2.

extension XPathEvaluation {
    /// Returns the nodes of a path, in document order.
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
            nodes = try apply(step, to: nodes)
        }
        return nodes
    }

    /// Returns the nodes that a step selects from context nodes.
    private func apply(_ step: XPathStep, to contexts: [XPathNode]) throws(XPathFailure) -> [XPathNode] {
        guard step.isPositional else {
            // Without positions, each node is visited once, however many context nodes lead to it.
            var nodes = try reach(step.axis, from: contexts, step.test)
            for predicate in step.predicates { nodes = try filter(nodes, by: predicate) }
            return nodes
        }
        var result: [XPathNode] = []
        // The axes of different nodes overlap, so repeated nodes must not accumulate.
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

    /// Returns the nodes that a step selects from one node.
    private func positioned(_ step: XPathStep, from context: XPathNode) throws(XPathFailure) -> [XPathNode] {
        var nodes: [XPathNode] = []
        if let position = step.predicates.first?.position {
            // Nodes after this position are not visited.
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

    /// Returns the nodes that pass a predicate. Their order gives their positions.
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

    /// Sorts nodes in document order, and removes repeated nodes.
    func sort(_ nodes: inout [XPathNode]) throws(XPathFailure) {
        var isSorted = true
        for index in nodes.indices.dropFirst() where !nodes[index - 1].precedes(nodes[index]) {
            isSorted = false
            break
        }
        if isSorted { return }
        let doublings = Int.bitWidth - nodes.count.leadingZeroBitCount
        try spend(nodes.count * (1 + doublings / 4))
        // Reverse axes return nodes in reverse order.
        if let first = nodes.first, let last = nodes.last, last.precedes(first) { nodes.reverse() }
        nodes.sort { $0.precedes($1) }
        nodes = nodes.withoutRepetitions
    }
}

extension [XPathNode] {
    /// The nodes without adjacent repetitions.
    var withoutRepetitions: [XPathNode] {
        var result: [XPathNode] = []
        result.reserveCapacity(count)
        for node in self where node != result.last { result.append(node) }
        return result
    }
}

// The axes of many nodes at once. Each node is visited once, however many context nodes lead to it.

extension XPathEvaluation {
    /// Returns the nodes on an axis of any context that pass a test. Contexts and result are in document order.
    func reach(
        _ axis: XPathAxis,
        from contexts: [XPathNode],
        _ test: XPathNodeTest
    ) throws(XPathFailure) -> [XPathNode] {
        var nodes: [XPathNode] = []
        switch axis {
        case .self, .child, .attribute, .namespace, .parent:
            // Only parents overlap on these axes.
            for context in contexts { try walk(axis, from: context, test, into: &nodes) }
        case .descendant, .descendantOrSelf: try reachDescendants(axis, contexts, test, into: &nodes)
        case .ancestor, .ancestorOrSelf: try reachAncestors(axis, contexts, test, into: &nodes)
        case .followingSibling: try reachSiblings(axis, contexts, test, into: &nodes)
        case .precedingSibling: try reachSiblings(axis, contexts.reversed(), test, into: &nodes)
        case .following:
            if let first = try firstToEnd(contexts) { try walk(axis, from: first, test, into: &nodes) }
        case .preceding:
            // A node that precedes any context, and does not contain it, also precedes the last one, and does not contain that.
            if let last = contexts.last { try walk(axis, from: last, test, into: &nodes) }
        }
        try sort(&nodes)
        return nodes
    }

    /// Returns the context whose following nodes include the following nodes of all other contexts. The search starts at the
    /// first context, and descends while the next context is inside the current one.
    private func firstToEnd(_ contexts: [XPathNode]) throws(XPathFailure) -> XPathNode? {
        guard var first = contexts.first else { return nil }
        for context in contexts.dropFirst() {
            // An attribute contains nothing, and no other context is followed by more nodes.
            guard first.isParent, try isInside(context, first.node) else { break }
            first = context
        }
        return first
    }

    private func isInside(_ node: XPathNode, _ outer: XMLTreeNode) throws(XPathFailure) -> Bool {
        var next = node.holder ?? node.node.parent
        while let parent = next {
            try spend()
            if parent == outer { return true }
            next = parent.parent
        }
        return false
    }

    private func reachDescendants(
        _ axis: XPathAxis,
        _ contexts: [XPathNode],
        _ test: XPathNodeTest,
        into nodes: inout [XPathNode]
    ) throws(XPathFailure) {
        let passes = try XPathTester(test, axis)
        // The last visited node in document order.
        var reached: Int?
        for context in contexts {
            try spend()
            guard context.isParent else {
                if axis == .descendantOrSelf { try add(context, passes, to: &nodes) }
                continue
            }
            let order = context.order
            if let reached, order <= reached { continue }
            reached = order
            if axis == .descendantOrSelf { try add(context, passes, to: &nodes) }
            var next = context.node.firstChild
            while let node = next {
                try add(XPathNode(node: node), passes, to: &nodes)
                reached = node.order
                next = node.nextDescendant(of: context.node)
            }
        }
    }

    private func reachAncestors(
        _ axis: XPathAxis,
        _ contexts: [XPathNode],
        _ test: XPathNodeTest,
        into nodes: inout [XPathNode]
    ) throws(XPathFailure) {
        let passes = try XPathTester(test, axis)
        var seen: Set<XPathNode> = []
        for context in contexts {
            var next = axis == .ancestor ? parent(of: context) : context
            while let node = next {
                try spend()
                guard seen.insert(node).inserted else { break }
                try add(node, passes, to: &nodes)
                next = parent(of: node)
            }
        }
    }

    /// Appends the siblings of all contexts. In the direction of the axis, the first of several siblings leads to all others.
    private func reachSiblings(
        _ axis: XPathAxis,
        _ contexts: some Sequence<XPathNode>,
        _ test: XPathNodeTest,
        into nodes: inout [XPathNode]
    ) throws(XPathFailure) {
        var seen: Set<XPathNode> = []
        for context in contexts where context.isParent {
            try spend()
            guard let parent = parent(of: context), seen.insert(parent).inserted else { continue }
            try walk(axis, from: context, test, into: &nodes)
        }
    }
}
