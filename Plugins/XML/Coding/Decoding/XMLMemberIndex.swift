import Mimeograph

/// Finds the children of elements by name where there are many, which a hostile document can have.
///
/// A table is made when the first is asked for, so that reading all of them takes no longer than making it.
struct XMLMemberIndex {
    /// Elements of more children than this are worth a table; the tree looks at fewer one by one.
    static let mostScanned = 32

    private struct Key: Hashable {
        let local: Int32
        let kind: Int32
        let value: Int32
        static func any(_ local: Int32) -> Key { Key(local: local, kind: 0, value: 0) }
        static func namespace(_ local: Int32, _ value: Int32) -> Key { Key(local: local, kind: 1, value: value) }
        static func prefix(_ local: Int32, _ value: Int32) -> Key { Key(local: local, kind: 2, value: value) }
    }

    private struct Table {
        var first: [Key: Int32] = [:]
        /// For each child, by its number, the next one of its local name and namespace.
        var next: [Int32: Int32] = [:]
    }

    private let tree: XMLCodingTree
    private var tables: [Int32: Table] = [:]

    init(_ tree: XMLCodingTree) { self.tree = tree }

    /// The first child with that local name, in that namespace where one is given, else with that prefix where one is
    /// given.
    mutating func first(_ local: Int32, namespace: Int32?, prefix: Int32?, in parent: Int32) -> Int32? {
        let table = table(of: parent)
        if let namespace { return table.first[.namespace(local, namespace)] }
        if let prefix { return table.first[.prefix(local, prefix)] }
        return table.first[.any(local)]
    }

    /// The next child of the same local name and namespace.
    mutating func next(_ child: Int32, in parent: Int32) -> Int32? { table(of: parent).next[child] }

    private mutating func table(of parent: Int32) -> Table {
        if let table = tables[parent] { return table }
        var table = Table()
        var last: [Key: Int32] = [:]
        var child = tree.element(parent).firstChild
        while child != XMLCodingTree.none {
            let name = tree.element(child).name
            for key in [.any(name.local), .prefix(name.local, name.prefix)] as [Key] where table.first[key] == nil {
                table.first[key] = child
            }
            let key = Key.namespace(name.local, name.namespace)
            if let previous = last[key] { table.next[previous] = child } else { table.first[key] = child }
            last[key] = child
            child = tree.element(child).next
        }
        tables[parent] = table
        return table
    }
}
