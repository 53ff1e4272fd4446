import Mimeograph

extension TreeDecodingContext {
    /// The index of the value that a coding path leads to; nil where it leads to none.
    ///
    /// Only errors ask for it, of what a type refused by itself, such as an unknown raw value of an enumeration: they have a
    /// path, and no index.
    package func index(at path: [any CodingKey], from root: Place) -> Int? {
        var place = root
        for key in path {
            let found: Int?
            if let array = view.array(at: place.index) {
                found = key.intValue.flatMap { element($0, of: array, at: place.index) }
            } else if let object = try? object(at: place) {
                // The names of a dictionary are not converted, and whether it is one the path does not say.
                found =
                    object.context.member(key.stringValue, of: object)
                    ?? lastMember(key.stringValue, ofObjectAt: place.index)
            } else {
                found = nil
            }
            guard let found else { return nil }
            place = place.below(.key(key), at: view.resolved(found))
        }
        return place.index
    }

    private func element(_ number: Int, of array: TreeExtent, at index: Int) -> Int? {
        guard number >= 0 else { return nil }
        var current = index + 1
        for _ in 0..<number where current < array.end { current = view.index(after: current) }
        return current < array.end ? current : nil
    }

    /// The value of the last member of that very name.
    private func lastMember(_ name: String, ofObjectAt index: Int) -> Int? {
        guard let object = view.object(at: index) else { return nil }
        var found: Int?
        var current = index + 1
        while current < object.end {
            if self.name(at: current).hasSameBytes(as: name) { found = current + 1 }
            current = view.index(after: current + 1)
        }
        return found
    }
}
