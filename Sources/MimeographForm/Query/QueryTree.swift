import Mimeograph

/// What an encoder has collected of a value, before it is written.
///
/// Writing needs all of it: the members of a dictionary are sorted, and whether an array has containers in it decides how
/// its elements are named.
enum QueryTree {
    /// No value; what is written for it is up to the encoder's options.
    case null
    /// A text that is not escaped yet.
    case text(String)
    /// Bytes that are not escaped yet, and that need not be a text.
    case bytes([UInt8])
    /// Values with or without names.
    case container(QueryContainer)
    /// What another encoder will have collected by the time of writing.
    case deferred(QueryValueEncoder)

    /// The same with nothing left to be collected; nil where nothing was.
    var collected: QueryTree? {
        var tree = self
        while case .deferred(let encoder) = tree {
            guard let result = encoder.result else { return nil }
            tree = result
        }
        return tree
    }

    /// The container, where it is one of that kind.
    func container(_ kind: QueryContainer.Kind) -> QueryContainer? {
        guard case .container(let container)? = collected, container.kind == kind else { return nil }
        return container
    }
}

/// Values that belong together. It is shared by the coding containers that fill it, in whatever order they do.
final class QueryContainer {
    enum Kind { case members, elements, set }

    var kind: Kind
    /// Whether the order of the members has no meaning, as in a dictionary.
    var isUnordered = false
    /// Whether it is of a type that a reader cannot make of nothing, as it makes an array.
    var isOwn = false
    /// The names of the members; empty for elements.
    var names: [String] { list.texts }
    private(set) var values: [QueryTree] = []
    private var list = OrderedNames()

    init(_ kind: Kind) { self.kind = kind }

    func reserve(_ count: Int) { values.reserveCapacity(count) }

    func append(_ value: QueryTree) { values.append(value) }

    /// Adds a member, whether there is one of that name or not.
    func append(_ value: QueryTree, named name: String) {
        list.append(name)
        values.append(value)
    }

    /// The value of the member of that name.
    func value(named name: String) -> QueryTree? { list.index(of: name).map { values[$0] } }

    /// Adds a member, or replaces the one of that name, as other coders do.
    func set(_ value: QueryTree, named name: String) {
        if let index = list.index(of: name) {
            values[index] = value
        } else {
            append(value, named: name)
        }
    }
}

/// Names in their order, found by their bytes; of equal ones the first.
///
/// Few are searched one by one, so that what has few members pays for no table.
package struct OrderedNames: Sendable {
    /// The names.
    package private(set) var texts: [String] = []
    /// Where each name stands; nil while there are so few that a search is as fast as a table.
    private var indices: [ByteEqualString: Int]?

    package init() {}

    /// Adds a name, whether there is an equal one or not.
    package mutating func append(_ name: String) {
        // Leaves the index of an equal one as it is, with one look-up.
        indices?[ByteEqualString(name), default: texts.count] += 0
        texts.append(name)
    }

    /// The index of a name, from 0; nil where there is none.
    package mutating func index(of name: String) -> Int? {
        let name = ByteEqualString(name)
        if let indices { return indices[name] }
        if texts.count < 16 { return texts.firstIndex { ByteEqualString($0) == name } }
        let indices = Dictionary(zip(texts.map { ByteEqualString($0) }, texts.indices)) { first, _ in first }
        self.indices = indices
        return indices[name]
    }
}
