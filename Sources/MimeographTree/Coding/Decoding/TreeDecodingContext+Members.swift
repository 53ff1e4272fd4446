import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The position in an object at which the lookup of the next member begins.
///
/// Most types request their keys in the order in which the values were written. So a lookup begins after the member that was
/// found last, and goes round once. With duplicate names it could find the wrong member, so each object is checked for duplicates
/// once, when a container is made. Objects that fail the check, large objects, and all objects under a strategy that changes keys
/// get an index instead.
///
/// For `{"id":1,"name":"Ada","tags":[]}`: `id` is the first member, `name` the next, `tags` the next: three comparisons. If the
/// type requested `tags` first, that would take three comparisons, and then `id` a fourth.
struct MemberHint {
    /// The index of the object in the upper half. In the lower half the index of the member after the one found last; 0 if none
    /// was found.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(object: Int, next: Int) {
        bits = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: next)
    }

    /// Returns the index at which to begin in an object.
    @inline(__always)
    func start(in object: Int) -> Int {
        let next = Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)
        return bits &>> 32 == UInt64(truncatingIfNeeded: object) && next != 0 ? next : object &+ 1
    }
}

// Finds the members of objects by name; see ``MemberHint``.
extension TreeDecodingContext {
    /// The largest number of members of an object without an index. It bounds the cost of one lookup.
    private static let mostScanned = 64

    /// Returns the position of an object in the form that a container needs: with an index of the members if names cannot simply
    /// be compared.
    @inline(__always)
    func object(at position: TreeDecodingPosition) throws -> TreeDecodingPosition {
        let word = view.word(at: position.index)
        guard word.isObject else {
            if textShape == .nested, word.has(.null) { return position }
            let untagged = textShape == nil ? view.untagged(position.index) : objectOfTexts(at: position.index)
            if untagged == position.index { throw noObject(at: position.index, path: position.steps) }
            return try object(at: TreeDecodingPosition(context: self, index: untagged, depth: position.depth))
        }
        if indexedObject == position.index || isScanned(position.index, word) { return position }
        return position.with(memberIndices(of: position))
    }

    /// Whether the members of an object can be found by comparing names.
    @inline(__always)
    private func isScanned(_ index: Int, _ word: TapeWord) -> Bool {
        keepsKeys && (word.payload < 2 || word.payload <= TreeDecodingContext.mostScanned && hasUniqueNames(index))
    }

    @inline(never)
    private func hasUniqueNames(_ object: Int) -> Bool { hasUniqueNames || view.hasUniqueKeys(ofObjectAt: object) }

    /// Whether the value at `index` is an object whose members are found by comparing names.
    @inline(__always)
    func isPlainObject(at index: Int) -> Bool {
        let word = view.word(at: index)
        return word.isObject && indexedObject < 0 && isScanned(index, word) || isRow(at: index)
    }

    /// Returns a kept container for that type of keys, set to the object at `index`; nil if there is none.
    @inline(__always)
    func container(_ keys: ObjectIdentifier, at index: Int, _ depth: Int) -> UnsafeRawPointer? {
        root == nil ? unsafe state.containers.container(keys, at: KeyedContainers.Place(index, depth: depth)) : nil
    }

    /// Returns the number for a new container of the members of an object; nil if the container must hold its own reference to
    /// the context.
    func newNumber(_ keys: ObjectIdentifier, at position: TreeDecodingPosition) -> Int? {
        if root != nil { return nil }
        let place = KeyedContainers.Place(position.index, depth: position.depth)
        return unsafe state.containers.newNumber(keys, at: place)
    }

    func keep<Container>(_ container: KeptContainer<Container>, number: Int) {
        unsafe state.containers.keep(container, number: number)
    }

    /// Ends the use of the containers, after a value is decoded.
    @inline(__always)
    func endContainers() {
        let used = unsafe state.containers.end()
        if !used.isEmpty { KeptContexts.keep(self, for: used) }
    }

    @inline(__always)
    func place(_ number: Int) -> KeyedContainers.Place { unsafe state.containers[number] }

    /// Returns the array at an index, or the array that the value there also counts as; nil if there is none.
    ///
    /// - Parameter orText: Whether a text counts as a list of one.
    @inline(__always)
    func array(at index: Int, orText: Bool = true) -> TapeExtent? {
        view.array(at: index) ?? otherArray(at: index, orText: orText)
    }

    /// Does the same for an object.
    @inline(__always)
    func members(at index: Int) -> TapeExtent? { view.object(at: index) ?? otherMembers(at: index) }

    /// Returns the index of the value of a member, or nil.
    @inline(__always)
    func find(_ key: some CodingKey, of position: TreeDecodingPosition) -> Int? {
        hasRows ? field(of: key) : member(key.stringValue, of: position)
    }

    @inline(__always)
    func find(_ key: some CodingKey, at place: KeyedContainers.Place) -> Int? {
        hasRows ? field(of: key) : scan(for: key.stringValue, of: place.value, depth: place.depth)
    }

    @inline(__always)
    func member(_ name: String, of position: TreeDecodingPosition) -> Int? {
        if indexedObject == position.index { return indexed(name) }
        return scan(for: name, of: position.index, depth: position.depth)
    }

    @inline(never)
    private func indexed(_ name: String) -> Int? { memberIndices?[ByteEqualString(name)] }

    func scan(for name: String, of object: Int, depth: Int) -> Int? {
        let view = view
        let start = self[hintAt: depth].start(in: object)
        let end = view.word(at: object).offset
        // Not `withUTF8`, which makes a mutable copy and counts it.
        // The closure sets the index instead of returning it: see `withBytes(of:_:)`.
        // SAFETY: the buffer of the name is only read, during the call.
        var found: Int?
        let isDone: Void? = unsafe name.utf8.withContiguousStorageIfAvailable { wanted in
            if start < end, unsafe view.hasName(wanted, at: start) {
                found = start &+ 1
            } else {
                found = unsafe TreeDecodingContext.search(view, for: wanted, from: start, in: object)
            }
        }
        if isDone == nil {
            return scan(for: String(decoding: Array(name.utf8), as: UTF8.self), of: object, depth: depth)
        }
        guard let found = found ?? wideMember(name, of: object) else { return nil }
        self[hintAt: depth] = MemberHint(object: object, next: view.index(after: found))
        return view.resolved(found)
    }

    /// Returns the index of the value of a member whose name is written in UTF-16. ASCII names are never written in UTF-16.
    @inline(never)
    private func wideMember(_ name: String, of object: Int) -> Int? {
        guard format.hasWideStrings, name.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        return document.index(ofKey: name, inObjectAt: object)
    }

    /// Searches the rest of an object for a member that is not at the expected position.
    @inline(never)
    private static func search(
        _ view: TapeView,
        for name: UnsafeBufferPointer<UInt8>,
        from start: Int,
        in object: Int
    ) -> Int? {
        unsafe view.value(of: name, from: start, to: view.word(at: object).offset)
            ?? view.value(of: name, from: object &+ 1, to: start)
    }

    private func memberIndices(of position: TreeDecodingPosition) -> [ByteEqualString: Int] {
        var memberIndices: [ByteEqualString: Int] = [:]
        let object = view.word(at: position.index)
        memberIndices.reserveCapacity(object.payload)
        var custom: (path: [any CodingKey], convert: ([any CodingKey]) -> any CodingKey)?
        if case .custom(let convert, _) = strategies?.keys { custom = (position.codingPath, convert) }
        var current = position.index + 1
        while current < object.offset {
            var name = name(at: current)
            if let custom {
                name = custom.convert(custom.path + [PlainCodingKey(name)]).stringValue
            } else if !keepsKeys {
                name = camelCase(name)
            }
            memberIndices[ByteEqualString(name)] = view.resolved(current + 1)
            current = view.index(after: current + 1)
        }
        return memberIndices
    }

    func camelCase(_ name: String) -> String {
        let context = root ?? self
        if let known = context.convertedNames[ByteEqualString(name)] { return known }
        let converted = SnakeCase.camelCase(name) { $0.capitalized }
        context.convertedNames[ByteEqualString(name)] = converted
        return converted
    }

    @inline(__always)
    func name(at index: Int) -> String {
        let word = view.word(at: index)
        return word.has(.wideString) ? document.string(of: word) : view.utf8String(of: word)
    }

    func names(of position: TreeDecodingPosition) -> [String] {
        if isRow(at: position.index) { return columnNames }
        if indexedObject == position.index, let memberIndices {
            return memberIndices.sorted { $0.value < $1.value }.map(\.key.text)
        }
        var names: [String] = []
        let end = view.word(at: position.index).offset
        var current = position.index + 1
        while current < end {
            names.append(name(at: current))
            current = view.index(after: current + 1)
        }
        return names
    }
}
