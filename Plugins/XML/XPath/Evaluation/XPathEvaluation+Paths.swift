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
            nodes = try apply(step, to: nodes)
        }
        return nodes
    }

    /// The nodes that a step leads to from others.
    private func apply(_ step: XPathStep, to contexts: [XPathNode]) throws(XPathFailure) -> [XPathNode] {
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

// The axes of many nodes at once: each node is looked at once, however many of the nodes lead to it.

extension XPathEvaluation {
    /// The nodes of an axis of any of the contexts that pass a test, in document order; the contexts are in that order, too.
    func reach(
        _ axis: XPathAxis,
        from contexts: [XPathNode],
        _ test: XPathNodeTest
    ) throws(XPathFailure) -> [XPathNode] {
        var nodes: [XPathNode] = []
        switch axis {
        case .self, .child, .attribute, .namespace, .parent:
            // These do not overlap, but for parents.
            for context in contexts { try walk(axis, from: context, test, into: &nodes) }
        case .descendant, .descendantOrSelf: try reachDescendants(axis, contexts, test, into: &nodes)
        case .ancestor, .ancestorOrSelf: try reachAncestors(axis, contexts, test, into: &nodes)
        case .followingSibling: try reachSiblings(axis, contexts, test, into: &nodes)
        case .precedingSibling: try reachSiblings(axis, contexts.reversed(), test, into: &nodes)
        case .following:
            if let first = try firstToEnd(contexts) { try walk(axis, from: first, test, into: &nodes) }
        case .preceding:
            // What comes before one of them, and does not hold it, comes before the last one and does not hold that.
            if let last = contexts.last { try walk(axis, from: last, test, into: &nodes) }
        }
        try sort(&nodes)
        return nodes
    }

    /// The context behind which all comes that is behind any of them: of the first one and those in it the innermost, and of
    /// several the first.
    private func firstToEnd(_ contexts: [XPathNode]) throws(XPathFailure) -> XPathNode? {
        guard var first = contexts.first else { return nil }
        for context in contexts.dropFirst() {
            // An attribute has nothing in it, and all behind it is what is behind no other.
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
        // The last node that was looked at, with all before it.
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

    /// The first of several siblings leads to all that any of them leads to, in the direction of the axis.
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
