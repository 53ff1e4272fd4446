import Mimeograph

/// Names in their order, found by their bytes; of equal ones the first.
///
/// Few are searched one by one, so that what has few members pays for no table.
package struct OrderedNames: Sendable {
    /// The names.
    package private(set) var texts: [String] = []
    /// Where each name stands; nil as long as a search takes no longer than a look at a table.
    private var places: [ByteEqualString: Int]?

    package init() {}

    /// Adds a name, whether there is an equal one or not.
    package mutating func append(_ name: String) {
        // Leaves the place of an equal one as it is, with one look-up.
        places?[ByteEqualString(name), default: texts.count] += 0
        texts.append(name)
    }

    /// The place of a name, counted from 0; nil where there is none.
    package mutating func place(of name: String) -> Int? {
        let name = ByteEqualString(name)
        if let places { return places[name] }
        if texts.count < 16 { return texts.firstIndex { ByteEqualString($0) == name } }
        let places = Dictionary(zip(texts.map { ByteEqualString($0) }, texts.indices)) { first, _ in first }
        self.places = places
        return places[name]
    }
}
