import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The way in which a coder handles a type.
@safe
enum CodingKind<Composite> {
    /// The type's own `init(from:)` or `encode(to:)` is called.
    case plain
    /// A type that ``CodingScalar`` includes.
    case scalar
    case date, data, url, decimal
    /// The format's own type for a value of any kind.
    case value
    /// An array, set, optional or dictionary, which is coded directly.
    case composite(Composite)
    /// A struct that is marked with `SynthesizedCodable`, which is coded by its plan.
    case planned(Unmanaged<CodingPlan>)

    @inline(__always)
    private var isPlain: Bool { if case .plain = self { true } else { false } }

    /// Finds the kind of a type.
    ///
    /// - Parameters:
    ///   - strings: The composite for `[String]`. Arrays of scalars are the most common composites; naming them saves a cast.
    ///   - integers: The composite for `[Int]`.
    ///   - doubles: The composite for `[Double]`.
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
        } else if let plan = CodingKind.plan(for: type) {
            // SAFETY: plans live as long as the program.
            self = unsafe .planned(.passUnretained(plan))
        } else if MemoryLayout<T>.size == MemoryLayout<[Int]>.size {
            self.init(castingTo: type)
        } else {
            // Neither an array nor a dictionary, so the cast is skipped. The type may be an optional, which works without it.
            self = .plain
        }
    }

    private static func plan<T>(for type: T.Type) -> CodingPlan? {
        guard let marked = type as? any SynthesizedCodable.Type else { return nil }
        // Only plans of types around it make use of a raw value.
        if let raw = type as? any RawRepresentable.Type, ValueShape.hasScalars(raw) { return nil }
        return CodingPlan.plan(for: marked)
    }

    /// Returns the kind for a type of elements. A composite of any size is found, because one cast serves many elements.
    @inline(__always)
    func exact<T>(for type: T.Type) -> Self { isPlain ? Self(castingTo: type) : self }

    /// Finds composites by a dynamic cast, which costs as much as three members.
    private init<T>(castingTo type: T.Type) {
        if let composite = type as? Composite { self = .composite(composite) } else { self = .plain }
    }
}

/// A cache of the kinds of types, because finding a kind needs dynamic casts.
///
/// Two types are stored in the cache itself, which is enough for most small bodies. The others are in a table with one slot for
/// each hash, in which a new type replaces the old one. The table grows when types contend for slots.
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

    /// Returns the kind of a type, or nil if it is not cached.
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

/// A small table in its own memory.
///
/// An array costs three times as much to create, and a body of a few hundred bytes is read in the time that a few arrays take.
/// The size is a power of two. Only the lowest bits of a slot's number count, so every number is valid.
@safe
struct CodingTable<Element> {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    /// Makes a table of `1 << bits` elements.
    init(repeating element: Element, bits: Int) {
        count = 1 << bits
        // SAFETY: there is room for all elements that are initialized; the owner calls `destroy` once, in its `deinit`.
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
        // SAFETY: the owner calls this once, in its `deinit`.
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }
}

/// An owner of an optional table, which destroys the table in its `deinit`.
///
/// It is a separate type because of the compiler (Swift 6.3). A generic `~Copyable` struct can lose its `deinit` if its stored
/// properties have the size of its parameter. This happens if another file stores the struct and files are compiled one by one,
/// as in debug builds. The property here has the same size for every `Element`.
struct CodingTableOwner<Element>: ~Copyable {
    var table: CodingTable<Element>?

    init() {}

    deinit { table?.destroy() }
}
