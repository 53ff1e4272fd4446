import Mimeograph

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

    /// Of siblings the first one leads to all that any of them does, in the direction of the axis.
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
