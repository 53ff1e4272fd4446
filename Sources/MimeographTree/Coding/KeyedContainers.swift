import Synchronization

/// Keyed containers that were given to a type before, and are given to the next value with the same keys.
///
/// The standard library makes a `KeyedDecodingContainer` by looking up four generic types and allocating a box, which takes
/// longer than reading two members from it; `KeyedEncodingContainer` is the same. So the container of a second value with
/// the same `CodingKeys` is kept when its value is done, and its ``Place`` is set anew for the next one. It refers to the context
/// without counting, because the standard library copies what is in the box for each call, and each copy would count.
///
/// One that the value's type has kept, or that is still in use around it, is never given out: the box is looked at for other
/// references. What is kept beyond the whole coding keeps its context; see ``KeptContexts``.
struct KeyedContainers: ~Copyable {
    /// Where a container stands.
    struct Place: BitwiseCopyable {
        /// The index of the object, or the serial number of the frame.
        let value: Int
        /// How deep that is.
        let depth: Int

        @inline(__always)
        init(_ value: Int, depth: Int) { (self.value, self.depth) = (value, depth) }
    }

    @safe
    private struct Entry: BitwiseCopyable {
        /// The container's box. It stands first, so that the address of an entry is that of a reference to the box.
        var box: UnsafeMutableRawPointer?
        /// The ``KeptContainer``, counted by hand; nil where there is none yet.
        var container: UnsafeRawPointer?
        let keys: ObjectIdentifier
        var place: Place
    }

    /// Stands for the keys of an entry that has no container any more.
    private enum NoKeys {}

    private var entries = CodingStack<Entry>()
    /// The entry that was used last.
    private var last = 0
    /// Types of keys that there was one value of, which has a container of its own. Most small bodies have no others, and keep none.
    private var seenKeys = (ObjectIdentifier(Never.self), ObjectIdentifier(Never.self), ObjectIdentifier(Never.self))
    private var seenCount = 0
    /// Whether the coding goes on. A decoder that was kept makes containers of their own.
    private(set) var isOpen = false
    /// Whether a container that a type has kept still reads by its number here.
    private var hasGivenUp = false

    /// What is kept at most. The types of one body are few; a type that has more values inside of itself than this goes without.
    private static var mostEntries: Int { 32 }

    init() {}

    deinit { for number in 0..<entries.count { release(number) } }

    private borrowing func release(_ number: Int) {
        // SAFETY: it was counted when it was kept, and this is the end of the entry.
        if let container = unsafe entries[number].container {
            unsafe Unmanaged<AnyObject>.fromOpaque(container).release()
        }
    }

    /// Where the container of a number stands.
    @inline(__always)
    subscript(number: Int) -> Place { entries[number].place }

    /// A container for these keys, a ``KeptContainer``, which now stands at that place; nil where none is free.
    @inline(__always)
    mutating func container(_ keys: ObjectIdentifier, at place: Place) -> UnsafeRawPointer? {
        guard last < entries.count, entries[last].keys == keys, isFree(last) else {
            return unsafe search(keys, at: place)
        }
        entries[last].place = place
        return unsafe entries[last].container
    }

    /// Whether nothing but the container that is kept refers to the box of an entry.
    @inline(__always)
    private mutating func isFree(_ number: Int) -> Bool {
        // SAFETY: the box stands first in its entry, and lives as long as the container.
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

    /// The number of a container that is to be kept, which is made next; nil where it is to refer to its context by itself.
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
            // Only the standard library that comes with the compiler is known to have containers that are a reference.
            return nil
        #endif
    }

    /// Keeps the container of a number.
    mutating func keep<Container>(_ container: KeptContainer<Container>, number: Int) {
        last = number
        unsafe entries[number].box = container.box
        unsafe entries[number].container = UnsafeRawPointer(Unmanaged.passRetained(container).toOpaque())
    }

    /// Begins a coding, which gives out what the ones before it kept.
    @inline(__always)
    mutating func begin() { isOpen = true }

    /// Ends a coding, and returns the boxes to which something else refers. Those read by their numbers from then on, so a number
    /// of such a box belongs to it for good: its entry is left without keys, and another container never gets it.
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

    /// Makes room for other types.
    @inline(never)
    private mutating func removeAll() {
        for number in 0..<entries.count { release(number) }
        entries.removeLast(to: 0)
        last = 0
        seenCount = 0
    }
}

/// Stands for the box of a container, whose class is the standard library's: it is only used to count references. An `AnyObject`
/// would not do, because Swift opens it, which is one reference more where nothing is optimised.
package final class SomeBox {}

/// A keyed container that is given out again.
@safe
package final class KeptContainer<Container> {
    private let container: Container

    package init(_ container: Container) { self.container = container }

    /// What the container refers to.
    package var box: UnsafeMutableRawPointer {
        // SAFETY: see ``KeyedContainers``: it is nothing but that reference. Not at once to a pointer, because a reference too many
        // would be counted where this is not optimised.
        unsafe Unmanaged.passUnretained(unsafeBitCast(container, to: AnyObject.self)).toOpaque()
    }

    /// Another reference to the same container. Not inlined, because its type is known here by the object, and would have to be
    /// looked up by a caller for whom the type of keys is open.
    @inline(never)
    package func copy() -> Container { container }

    /// The same of one that lies at an address.
    @inline(__always)
    static func copy(at address: UnsafeRawPointer) -> Container {
        // SAFETY: the caller has it from a ``KeyedContainers``, which knows by the type of keys which container it is.
        unsafe Unmanaged<KeptContainer<Container>>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.copy() }
    }
}

/// Contexts of codings that are over, to which a container refers that a type has kept.
///
/// Such a container does not count its context. So the context is kept here until its containers are gone; that is looked after
/// when twice as many have come as there were, so that keeping one more costs the same however many there are.
package enum KeptContexts {
    private struct Kept {
        var boxes: [SomeBox]
        let context: AnyObject

        /// Whether nothing else refers to a container.
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
        // What is over goes when the lock is open again: with it goes what a program gave to its strategies.
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
