import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where in an object the look-up for the next member begins.
///
/// Types ask for their keys in the order in which their values were written, most of the time. So a look-up begins
/// after the member that was found last and goes round once. That finds the right one of two members with one name only
/// where there are no two, which is checked once, when a container is made. Objects that fail the check, large ones, and
/// all objects under a strategy that changes keys get an index instead.
///
/// For `{"id":1,"name":"Ada","tags":[]}`: `id` is the first member, `name` the next, `tags` the next: three comparisons.
/// Had the type asked for `tags` first, that would have been the third comparison, and `id` then the fourth.
struct MemberHint {
    /// The index of the object, and below it that of the member after the one that was found last; 0 where none was.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(object: Int, next: Int) {
        bits = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: next)
    }

    /// Where to begin in an object.
    @inline(__always)
    func start(in object: Int) -> Int {
        let next = Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)
        return bits &>> 32 == UInt64(truncatingIfNeeded: object) && next != 0 ? next : object &+ 1
    }
}

// Finding the members of objects by name; see ``MemberHint``.
extension TreeDecodingContext {
    /// Objects of more members than this get an index. It bounds what one look-up costs.
    private static let mostScanned = 64

    /// The position, which must be that of an object, as a container needs it: with an index of the members where names cannot
    /// simply be compared.
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

    /// A container that is kept for keys of that type, which now has the members of the object at `index`; nil where none is.
    @inline(__always)
    func container(_ keys: ObjectIdentifier, at index: Int, _ depth: Int) -> UnsafeRawPointer? {
        root == nil ? unsafe state.containers.container(keys, at: KeyedContainers.Place(index, depth: depth)) : nil
    }

    /// The number that a new container for the members of an object has; nil where it refers to the context by itself.
    func newNumber(_ keys: ObjectIdentifier, at position: TreeDecodingPosition) -> Int? {
        if root != nil { return nil }
        let place = KeyedContainers.Place(position.index, depth: position.depth)
        return unsafe state.containers.newNumber(keys, at: place)
    }

    func keep<Container>(_ container: KeptContainer<Container>, number: Int) {
        unsafe state.containers.keep(container, number: number)
    }

    /// Ends the containers, when a value is decoded.
    @inline(__always)
    func endContainers() {
        let used = unsafe state.containers.end()
        if !used.isEmpty { KeptContexts.keep(self, for: used) }
    }

    @inline(__always)
    func place(_ number: Int) -> KeyedContainers.Place { unsafe state.containers[number] }

    /// The array at an index, or the one that the value there is, too; nil where there is none.
    ///
    /// - Parameter orText: Whether a text is a list of one.
    @inline(__always)
    func array(at index: Int, orText: Bool = true) -> TapeExtent? {
        view.array(at: index) ?? otherArray(at: index, orText: orText)
    }

    /// The same for an object.
    @inline(__always)
    func members(at index: Int) -> TapeExtent? { view.object(at: index) ?? otherMembers(at: index) }

    /// The index of the value of a member, or nil.
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
        // Not `withUTF8`, which makes a copy to change and counts it.
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

    /// The value of a member whose name is written in UTF-16, as no name of ASCII is.
    @inline(never)
    private func wideMember(_ name: String, of object: Int) -> Int? {
        guard format.hasWideStrings, name.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        return document.index(ofKey: name, inObjectAt: object)
    }

    /// What is not where it was expected.
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

    private func camelCase(_ name: String) -> String {
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
