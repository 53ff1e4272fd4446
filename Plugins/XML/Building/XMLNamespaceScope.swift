import Mimeograph

/// Which prefixes are bound to which namespaces at a point of a text that is being written.
///
/// What a prefix means, and which prefix a namespace has, is found by tables, since an element may have any number of
/// declarations. Leaving undoes what was declared in the opposite order, so that each table is again what it was.
///
/// Source: Namespaces in XML 1.0 §6.
struct XMLNamespaceScope {
    private static let none = -1

    private struct Binding {
        let prefix: ByteEqualString
        let namespace: ByteEqualString
        /// The binding of the same prefix that this one hides.
        let hidden: Int
        /// The number from which on fresh prefixes were looked for before this one was there.
        let freshNumber: Int
        // Bindings of the same namespace that are in force and have a prefix, from the outermost to the innermost.
        var outer = XMLNamespaceScope.none
        var inner = XMLNamespaceScope.none
    }

    /// Innermost last. The prefix of the default namespace is empty.
    private var bindings: [Binding] = []
    /// The innermost binding of each prefix.
    private var byPrefix: [ByteEqualString: Int] = [:]
    /// The innermost binding of each namespace that is in force and has a prefix.
    private var byNamespace: [ByteEqualString: Int] = [:]
    /// All fresh prefixes of smaller numbers are bound.
    private var freshNumber = 1

    /// So many are compared one by one, which takes less time than a table.
    private static let fewest = 8

    /// The number of bindings: what is declared from now on goes away with ``leave(_:)``.
    var mark: Int { bindings.count }

    /// Forgets what was declared since a mark.
    mutating func leave(_ mark: Int) {
        while bindings.count > mark, let binding = bindings.last {
            unlink(bindings.count - 1)
            bindings.removeLast()
            if binding.hidden == Self.none {
                byPrefix[binding.prefix] = nil
            } else {
                byPrefix[binding.prefix] = binding.hidden
                link(binding.hidden)
            }
            freshNumber = binding.freshNumber
        }
    }

    mutating func declare(_ prefix: String, _ namespace: String) {
        let prefix = ByteEqualString(prefix)
        let hidden = byPrefix[prefix] ?? Self.none
        if hidden != Self.none { unlink(hidden) }
        let namespace = ByteEqualString(namespace)
        var binding = Binding(prefix: prefix, namespace: namespace, hidden: hidden, freshNumber: freshNumber)
        if !prefix.text.isEmpty { binding.outer = byNamespace[namespace] ?? Self.none }
        bindings.append(binding)
        byPrefix[prefix] = bindings.count - 1
        link(bindings.count - 1)
    }

    /// Puts a binding between its neighbours, which are as they were when it was taken out, or never was in.
    private mutating func link(_ index: Int) {
        let binding = bindings[index]
        if binding.prefix.text.isEmpty { return }
        if binding.outer != Self.none { bindings[binding.outer].inner = index }
        if binding.inner != Self.none {
            bindings[binding.inner].outer = index
        } else {
            byNamespace[binding.namespace] = index
        }
    }

    private mutating func unlink(_ index: Int) {
        let binding = bindings[index]
        if binding.prefix.text.isEmpty { return }
        if binding.outer != Self.none { bindings[binding.outer].inner = binding.inner }
        if binding.inner != Self.none {
            bindings[binding.inner].outer = binding.outer
        } else {
            byNamespace[binding.namespace] = binding.outer == Self.none ? nil : binding.outer
        }
    }

    private func innermost(_ prefix: ByteEqualString) -> Int? {
        if bindings.count > Self.fewest { return byPrefix[prefix] }
        return bindings.lastIndex { $0.prefix == prefix }
    }

    /// What a prefix means: nil for one that is not bound. The default namespace is empty where there is none.
    func namespace(of prefix: String) -> String? {
        if let index = innermost(ByteEqualString(prefix)) { return bindings[index].namespace.text }
        return prefix.isEmpty ? "" : prefix.hasSameBytes(as: "xml") ? XMLNamespaces.xml : nil
    }

    /// Whether a prefix means a namespace.
    func isBound(_ prefix: String, to namespace: String) -> Bool {
        self.namespace(of: prefix)?.hasSameBytes(as: namespace) == true
    }

    /// Whether the prefix was declared since a mark.
    func isDeclared(_ prefix: String, since mark: Int) -> Bool {
        innermost(ByteEqualString(prefix)).map { $0 >= mark } ?? false
    }

    /// The innermost prefix, not the empty one, that is bound to a namespace.
    func prefix(of namespace: String) -> String? {
        if namespace.hasSameBytes(as: XMLNamespaces.xml) { return "xml" }
        return byNamespace[ByteEqualString(namespace)].map { bindings[$0].prefix.text }
    }

    /// A prefix that nothing here uses: `ns1`, `ns2` and so on.
    mutating func freshPrefix(besides reserved: Set<ByteEqualString>) -> String {
        while true {
            let prefix = "ns\(freshNumber)"
            if !reserved.contains(ByteEqualString(prefix)), byPrefix[ByteEqualString(prefix)] == nil { return prefix }
            freshNumber += 1
        }
    }

    /// What was declared since a mark, in order.
    func declarations(since mark: Int) -> [(prefix: String, namespace: String)] {
        bindings[mark...].map { ($0.prefix.text, $0.namespace.text) }
    }
}
