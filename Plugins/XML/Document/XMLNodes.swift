extension XML {
    /// Nodes along an axis, found one after the other while they are asked for.
    public struct Nodes: Sequence, Sendable {
        enum Step: Sendable {
            case siblings
            case elements(name: String, namespace: String?)
            case descendants(of: XMLTreeNode)
            case ancestors
        }

        private let tree: XMLTree
        private let start: XMLTreeNode?
        private let step: Step

        init(_ tree: XMLTree, start: XMLTreeNode?, _ step: Step) {
            self.tree = tree
            self.start = start
            self.step = step
        }

        /// Begins at the first node.
        public func makeIterator() -> Iterator { Iterator(tree, start: start, step) }

        /// Goes from node to node.
        public struct Iterator: IteratorProtocol {
            private let tree: XMLTree
            private var upcoming: XMLTreeNode?
            private let step: Step

            init(_ tree: XMLTree, start: XMLTreeNode?, _ step: Step) {
                self.tree = tree
                self.step = step
                defer { withExtendedLifetime(tree) {} }
                upcoming =
                    switch step {
                    case .elements(let name, let uri): start?.nextElement(named: name, namespace: uri)
                    case .siblings, .descendants: start.flatMap { $0.isVisible ? $0 : $0.next }
                    case .ancestors: start
                    }
            }

            /// The next node; nil after the last.
            public mutating func next() -> Node? {
                guard let node = upcoming else { return nil }
                // A pointer does not hold the tree.
                defer { withExtendedLifetime(tree) {} }
                switch step {
                case .siblings:
                    upcoming = node.followingSibling
                case .elements(let name, let uri):
                    upcoming = node.next?.nextElement(named: name, namespace: uri)
                case .descendants(let top):
                    upcoming = node.nextDescendant(of: top)
                    while let candidate = upcoming, !candidate.isVisible {
                        upcoming = candidate.nextDescendant(of: top)
                    }
                case .ancestors:
                    upcoming = node.parent
                }
                return Node(tree: tree, node: node)
            }
        }
    }
}

extension XML.Nodes {
    /// The first node; nil where there is none.
    public var first: XML.Node? {
        var iterator = makeIterator()
        return iterator.next()
    }

    /// How many there are; found by going through them.
    public var count: Int { reduce(into: 0) { count, _ in count += 1 } }

    /// Whether there is none.
    public var isEmpty: Bool { first == nil }
}
