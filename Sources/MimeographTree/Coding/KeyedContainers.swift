import Synchronization

/// A cache of keyed containers for reuse by values with the same keys.
///
/// The standard library makes a `KeyedDecodingContainer` by looking up four generic types and allocating a box, which takes
/// longer than reading two members from it. The same is true of `KeyedEncodingContainer`. So the container of a second value with
/// the same `CodingKeys` is kept when its value is done, and its ``Place`` is set again for the next value. The container does
/// not count its reference to the context, because the standard library copies the content of the box on each call, and each copy
/// would be counted.
///
/// A container that the value's type has kept, or that is still in use around the value, is not reused: the box is checked for
/// other references. A container that outlives the whole coding keeps its context alive; see ``KeptContexts``.
struct KeyedContainers: ~Copyable {
    /// The position of a container.
    struct Place: BitwiseCopyable {
        /// The index of the object when decoding, or the serial number of the frame when encoding.
        let value: Int
        /// The depth of the object or the frame.
        let depth: Int

        @inline(__always)
        init(_ value: Int, depth: Int) { (self.value, self.depth) = (value, depth) }
    }

    @safe
    private struct Entry: BitwiseCopyable {
        /// The container's box. It comes first, so the address of an entry is the address of a reference to the box.
        var box: UnsafeMutableRawPointer?
        /// The ``KeptContainer``, with manual reference counting; nil if there is none yet.
        var container: UnsafeRawPointer?
        let keys: ObjectIdentifier
        var place: Place
    }

    /// A placeholder for the keys of an entry that no longer has a container.
    private enum NoKeys {}

    private var entries = CodingStack<Entry>()
    /// The entry that was used last.
    private var last = 0
    /// Types of keys with one value so far, whose container was not kept. Most small bodies have no other types and keep no
    /// container.
    private var seenKeys = (ObjectIdentifier(Never.self), ObjectIdentifier(Never.self), ObjectIdentifier(Never.self))
    private var seenCount = 0
    /// Whether a coding is in progress. A decoder that was kept beyond its coding makes containers that are not kept here.
    private(set) var isOpen = false
    /// Whether a container that a type has kept still looks up its position here by number.
    private var hasGivenUp = false

    /// The largest number of entries. One body has few types; a type with more values nested in itself uses containers that are
    /// not kept.
    private static var mostEntries: Int { 32 }

    init() {}

    deinit { for number in 0..<entries.count { release(number) } }

    private borrowing func release(_ number: Int) {
        // SAFETY: the reference was retained when the container was kept, and this is the end of the entry.
        if let container = unsafe entries[number].container {
            unsafe Unmanaged<AnyObject>.fromOpaque(container).release()
        }
    }

    /// The position of a container, by its number.
    @inline(__always)
    subscript(number: Int) -> Place { entries[number].place }

    /// Returns a ``KeptContainer`` for these keys, set to a new position; nil if none is free.
    @inline(__always)
    mutating func container(_ keys: ObjectIdentifier, at place: Place) -> UnsafeRawPointer? {
        guard last < entries.count, entries[last].keys == keys, isFree(last) else {
            return unsafe search(keys, at: place)
        }
        entries[last].place = place
        return unsafe entries[last].container
    }

    /// Whether only the kept container refers to the box of an entry.
    @inline(__always)
    private mutating func isFree(_ number: Int) -> Bool {
        // SAFETY: the box comes first in its entry, and lives as long as the container.
        if unsafe entries[number].container == nil { return false }
        let entry = unsafe UnsafeMutableRawPointer(entries.memory.baseAddress.unsafelyUnwrapped + number)
        let box = unsafe entry.assumingMemoryBound(to: SomeBox.self)
        return unsafe isKnownUniquelyReferenced(&box.pointee)
    }

    @inline(never)
    private mutating func search(_ keys: ObjectIdentifier, at place: Place) -> UnsafeRawPointer? {
        for number in 0..<entries.count where entries[number].keys == keys && isFree(number) {
            entries[number].place = place
            last = number
            return unsafe entries[number].container
        }
        return nil
    }

    /// Returns the number for a new container that will be kept; nil if the container must hold its own reference to the context.
    mutating func newNumber(_ keys: ObjectIdentifier, at place: Place) -> Int? {
        #if os(Linux) && !MIMEOGRAPH_WITHOUT_CONTAINERS
            guard isOpen else { return nil }
            var isKnown = keys == seenKeys.0 || keys == seenKeys.1 || keys == seenKeys.2
            if !isKnown, seenCount < 3 {
                seenKeys = (keys, seenKeys.0, seenKeys.1)
                seenCount += 1
                return nil
            }
            for number in 0..<entries.count where entries[number].keys == keys {
                isKnown = true
                if unsafe entries[number].container == nil {
                    entries[number].place = place
                    return number
                }
            }
            if entries.count == KeyedContainers.mostEntries { return nil }
            unsafe entries.append(Entry(box: nil, container: nil, keys: keys, place: place))
            return isKnown ? entries.count - 1 : nil
        #else
            // Only containers of the standard library that comes with the compiler are known to be a single reference.
            return nil
        #endif
    }

    /// Keeps a container under its number.
    mutating func keep<Container>(_ container: KeptContainer<Container>, number: Int) {
        last = number
        unsafe entries[number].box = container.box
        unsafe entries[number].container = UnsafeRawPointer(Unmanaged.passRetained(container).toOpaque())
    }

    /// Begins a coding, which may reuse the containers of earlier codings.
    @inline(__always)
    mutating func begin() { isOpen = true }

    /// Ends a coding, and returns the boxes to which something else refers. Their containers still look up their position by
    /// number. So the entry of such a box is left without keys, and no other container gets its number.
    @inline(__always)
    mutating func end() -> [SomeBox] {
        isOpen = false
        var used: [SomeBox] = []
        for number in 0..<entries.count where unsafe entries[number].box != nil && !isFree(number) {
            if let box = giveUp(number) { used.append(box) }
        }
        if entries.count == KeyedContainers.mostEntries, used.isEmpty, !hasGivenUp { removeAll() }
        return used
    }

    @inline(never)
    private mutating func giveUp(_ number: Int) -> SomeBox? {
        hasGivenUp = true
        defer {
            release(number)
            unsafe entries[number] = Entry(
                box: nil,
                container: nil,
                keys: ObjectIdentifier(NoKeys.self),
                place: entries[number].place
            )
        }
        // SAFETY: the box lives as long as the container.
        return unsafe entries[number].box.map { unsafe Unmanaged<SomeBox>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Removes all entries to make room for other types.
    @inline(never)
    private mutating func removeAll() {
        for number in 0..<entries.count { release(number) }
        entries.removeLast(to: 0)
        last = 0
        seenCount = 0
    }
}

/// A stand-in for the box of a container, whose class is internal to the standard library. It only serves to count references.
/// `AnyObject` would not work: Swift opens it, which adds a reference in unoptimized builds.
package final class SomeBox {}

/// A keyed container that is kept for reuse.
@safe
package final class KeptContainer<Container> {
    private let container: Container

    package init(_ container: Container) { self.container = container }

    /// The box to which the container refers.
    package var box: UnsafeMutableRawPointer {
        // SAFETY: a container is a single reference to its box; see ``KeyedContainers``. It is not cast directly to a pointer,
        // because unoptimized builds would then count one more reference.
        unsafe Unmanaged.passUnretained(unsafeBitCast(container, to: AnyObject.self)).toOpaque()
    }

    /// Returns another reference to the same container. Not inlined: the object knows the container's type, but a caller that is
    /// generic over the keys would have to look the type up.
    @inline(never)
    package func copy() -> Container { container }

    /// Returns another reference to the container at an address.
    @inline(__always)
    static func copy(at address: UnsafeRawPointer) -> Container {
        // SAFETY: the address comes from a ``KeyedContainers``, which identifies the container by the type of its keys.
        unsafe Unmanaged<KeptContainer<Container>>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.copy() }
    }
}

/// Contexts of finished codings to which a container still refers, because a type has kept it.
///
/// Such a container does not count its reference to the context. So the context stays here until its containers are gone. The
/// list is checked when it has grown to twice its size, so adding a context costs the same however many there are.
package enum KeptContexts {
    private struct Kept {
        var boxes: [SomeBox]
        let context: AnyObject

        /// Whether nothing else refers to any of the boxes.
        mutating func isOver() -> Bool { boxes.indices.allSatisfy { isKnownUniquelyReferenced(&boxes[$0]) } }
    }

    private struct List: @unchecked Sendable {
        var kept: [Kept] = []
        var most = List.fewest

        static var fewest: Int { 4 }
    }

    private static let list = Mutex(List())

    /// Keeps a context as long as something else refers to one of these boxes.
    package static func keep(_ context: AnyObject, for boxes: [SomeBox]) {
        let more = List(kept: [Kept(boxes: boxes, context: context)])
        // Contexts are released outside the lock, because this also releases what a program stored in its strategies.
        let over = list.withLock { list in
            list.kept += more.kept
            var over = List()
            guard list.kept.count > list.most else { return over }
            var rest: [Kept] = []
            for index in list.kept.indices {
                if list.kept[index].isOver() {
                    over.kept.append(list.kept[index])
                } else {
                    rest.append(list.kept[index])
                }
            }
            list = List(kept: rest, most: max(List.fewest, rest.count * 2))
            return over
        }
        withExtendedLifetime(over) {}
    }
}
