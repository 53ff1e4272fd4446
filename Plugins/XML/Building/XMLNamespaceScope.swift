import Mimeograph

/// The bindings of prefixes to namespaces at a position of the written text.
///
/// Tables map prefixes to namespaces and back, because an element may have any number of declarations. Leaving an element removes
/// its declarations in reverse order, which restores each table.
///
/// Source: Namespaces in XML 1.0 §6.
struct XMLNamespaceScope {
    private static let none = -1

    private struct Binding {
        let prefix: ByteEqualString
        let namespace: ByteEqualString
        /// The binding of the same prefix that this one hides.
        let hidden: Int
        /// The value of the scope's `freshNumber` before this binding was added.
        let freshNumber: Int
        // The neighbors among the visible bindings of the same namespace that have a prefix.
        var outer = XMLNamespaceScope.none
        var inner = XMLNamespaceScope.none
    }

    /// The bindings, innermost last. The prefix of the default namespace is empty.
    private var bindings: [Binding] = []
    /// The innermost binding of each prefix.
    private var byPrefix: [ByteEqualString: Int] = [:]
    /// The innermost visible binding of each namespace that has a prefix.
    private var byNamespace: [ByteEqualString: Int] = [:]
    /// The lowest number that may be free for a new prefix. All lower numbers are in use.
    private var freshNumber = 1

    /// The maximum number of bindings that are searched linearly, which is faster than a table.
    private static let fewest = 8

    /// The number of bindings. Pass it to ``leave(_:)`` to remove later declarations.
    var mark: Int { bindings.count }

    /// Removes all declarations since a mark.
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

    /// Inserts a binding between its neighbors, which have not changed since it was removed.
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

    /// Returns the namespace of a prefix; nil if it is not bound. Without a default namespace, the empty prefix returns "".
    func namespace(of prefix: String) -> String? {
        if let index = innermost(ByteEqualString(prefix)) { return bindings[index].namespace.text }
        return prefix.isEmpty ? "" : prefix.hasSameBytes(as: "xml") ? XMLNamespaces.xml : nil
    }

    /// Returns whether a prefix is bound to a namespace.
    func isBound(_ prefix: String, to namespace: String) -> Bool {
        self.namespace(of: prefix)?.hasSameBytes(as: namespace) == true
    }

    /// Returns whether the prefix was declared since a mark.
    func isDeclared(_ prefix: String, since mark: Int) -> Bool {
        innermost(ByteEqualString(prefix)).map { $0 >= mark } ?? false
    }

    /// Returns the innermost non-empty prefix of a namespace.
    func prefix(of namespace: String) -> String? {
        if namespace.hasSameBytes(as: XMLNamespaces.xml) { return "xml" }
        return byNamespace[ByteEqualString(namespace)].map { bindings[$0].prefix.text }
    }

    /// Returns an unused prefix: `ns1`, `ns2` and so on.
    mutating func freshPrefix(besides reserved: Set<ByteEqualString>) -> String {
        while true {
            let prefix = "ns\(freshNumber)"
            if !reserved.contains(ByteEqualString(prefix)), byPrefix[ByteEqualString(prefix)] == nil { return prefix }
            freshNumber += 1
        }
    }

    /// Returns the declarations since a mark, in order.
    func declarations(since mark: Int) -> [(prefix: String, namespace: String)] {
        bindings[mark...].map { ($0.prefix.text, $0.namespace.text) }
    }
}
