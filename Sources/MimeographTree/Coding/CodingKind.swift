#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a coder does for a type.
enum CodingKind<Composite> {
    /// The type's own `init(from:)` or `encode(to:)` is called.
    case plain
    /// One that ``CodingScalar`` includes.
    case scalar
    case date, data, url, decimal
    /// The format's own type for a value of any kind.
    case value
    /// An array, optional or dictionary, which is coded in one go.
    case composite(Composite)

    @inline(__always)
    private var isPlain: Bool { if case .plain = self { true } else { false } }

    /// Finds the kind of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The format.
    ///   - strings: What codes an array of them, which is the most common of composites; naming it saves a cast.
    ///   - integers: The same.
    ///   - doubles: The same.
    @inline(__always)
    init<T>(
        of type: T.Type,
        in format: TreeFormat,
        strings: @autoclosure () -> Composite,
        integers: @autoclosure () -> Composite,
        doubles: @autoclosure () -> Composite
    ) {
        if CodingScalar.includes(type) {
            self = .scalar
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == URL.self, format.hasTextualURLs {
            self = .url
        } else if T.self == Decimal.self {
            self = .decimal
        } else if let value = format.value, T.self == value {
            self = .value
        } else if T.self == [String].self {
            self = .composite(strings())
        } else if T.self == [Int].self {
            self = .composite(integers())
        } else if T.self == [Double].self {
            self = .composite(doubles())
        } else if MemoryLayout<T>.size == MemoryLayout<[Int]>.size {
            self.init(castingTo: type)
        } else {
            // Neither an array nor a dictionary, which saves the cast. It may be an optional, which does well without.
            self = .plain
        }
    }

    /// The same for the type of elements, of which there may be many: a composite of any size is found.
    @inline(__always)
    func exact<T>(for type: T.Type) -> Self { isPlain ? Self(castingTo: type) : self }

    /// A dynamic cast costs as much as three members.
    private init<T>(castingTo type: T.Type) {
        if let composite = type as? Composite { self = .composite(composite) } else { self = .plain }
    }
}

/// Remembers what was found out about types, which needs dynamic casts, for the time of one coding.
///
/// Two types stand in the cache itself, which is enough for most small bodies. The others are in a table with one slot for
/// each hash, where a new type replaces the old one; the table grows when types contend for slots.
struct CodingTypeCache<Kind>: ~Copyable {
    private typealias Entry = (type: ObjectIdentifier, kind: Kind)

    private var first: Entry?
    private var second: Entry?
    private var owner = CodingTableOwner<Entry?>()
    private var contentions = 0
    private static var largest: Int { 1_024 }

    init() {}

    @inline(__always)
    private static func hash(_ type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: BitMixer.mix(0, UInt64(UInt(bitPattern: type))))
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        if let first, first.type == type { return first.kind }
        if let second, second.type == type { return second.kind }
        guard let entry = owner.table?[CodingTypeCache.hash(type)], entry.type == type else { return nil }
        return entry.kind
    }

    mutating func remember(_ kind: Kind, of type: ObjectIdentifier) {
        if first == nil {
            first = (type, kind)
        } else if second == nil {
            second = (type, kind)
        } else {
            tabulate(kind, of: type)
        }
    }

    private mutating func tabulate(_ kind: Kind, of type: ObjectIdentifier) {
        var table = owner.table ?? CodingTable(repeating: nil, bits: 4)
        if table[CodingTypeCache.hash(type)] != nil {
            contentions += 1
            if contentions > table.count / 4, table.count < CodingTypeCache.largest {
                let old = table
                table = CodingTable(repeating: nil, bits: old.count.trailingZeroBitCount + 2)
                for slot in 0..<old.count {
                    if let entry = old[slot] { table[CodingTypeCache.hash(entry.type)] = entry }
                }
                old.destroy()
                contentions = 0
            }
        }
        table[CodingTypeCache.hash(type)] = (type, kind)
        owner.table = table
    }
}

/// A small table in memory of its own.
///
/// An array costs three times as much to make as this, and a body of a few hundred bytes is read in the time that a few
/// arrays take. The size is a power of two, and of a slot's number the lowest bits count, so that every number is good.
@safe
struct CodingTable<Element> {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    /// Makes a table of `1 << bits` elements.
    init(repeating element: Element, bits: Int) {
        count = 1 << bits
        // SAFETY: there is room for as many elements as are initialized; the owner calls `destroy` once, when it goes.
        unsafe base = .allocate(capacity: count)
        unsafe base.initialize(repeating: element, count: count)
    }

    @inline(__always)
    subscript(slot: Int) -> Element {
        // SAFETY: the remainder is below the count, and the memory is valid until `destroy`.
        get { unsafe base[slot & (count &- 1)] }
        nonmutating set { unsafe base[slot & (count &- 1)] = newValue }
    }

    func destroy() {
        // SAFETY: called once, after which the owner is gone.
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }
}

/// Has a table, or none yet, and destroys it when it goes itself.
///
/// A type of its own, because of the compiler (Swift 6.3): a generic `~Copyable` struct whose stored properties have the
/// size of its parameter loses its `deinit` where another file holds it and files are compiled one by one, as for
/// debugging. What is stored here is the same for every `Element`.
struct CodingTableOwner<Element>: ~Copyable {
    var table: CodingTable<Element>?

    init() {}

    deinit { table?.destroy() }
}
