/// Which prefixes are bound to which namespaces at a place of a text that is being written.
///
/// Source: Namespaces in XML 1.0 §6.
struct XMLNamespaceScope {
    private typealias Binding = (prefix: String, namespace: String)

    /// Innermost last. The prefix of the default namespace is empty.
    private var bindings: [Binding] = []

    /// The number of bindings: what is declared from now on goes away with ``leave(_:)``.
    var mark: Int { bindings.count }

    /// Forgets what was declared since a mark.
    mutating func leave(_ mark: Int) {
        if bindings.count > mark { bindings.removeLast(bindings.count - mark) }
    }

    mutating func declare(_ prefix: String, _ namespace: String) { bindings.append((prefix, namespace)) }

    /// What a prefix means: nil for one that is not bound. The default namespace is empty where there is none.
    func namespace(of prefix: String) -> String? {
        for binding in bindings.reversed() where binding.prefix == prefix { return binding.namespace }
        return prefix.isEmpty ? "" : prefix == "xml" ? XMLNamespaces.xml : nil
    }

    /// Whether the prefix was declared since a mark.
    func isDeclared(_ prefix: String, since mark: Int) -> Bool {
        bindings[mark...].contains { $0.prefix == prefix }
    }

    /// The innermost prefix, not the empty one, that is bound to a namespace.
    func prefix(of namespace: String) -> String? {
        if namespace == XMLNamespaces.xml { return "xml" }
        for binding in bindings.reversed()
        where binding.namespace == namespace && !binding.prefix.isEmpty
            && self.namespace(of: binding.prefix) == namespace
        {
            return binding.prefix
        }
        return nil
    }

    /// A prefix that nothing here uses: `ns1`, `ns2` and so on.
    func freshPrefix(besides reserved: [String]) -> String {
        var number = 1
        while true {
            let prefix = "ns\(number)"
            if !reserved.contains(prefix), !bindings.contains(where: { $0.prefix == prefix }) { return prefix }
            number += 1
        }
    }

    /// What was declared since a mark, in order.
    func declarations(since mark: Int) -> [(prefix: String, namespace: String)] { Array(bindings[mark...]) }
}
