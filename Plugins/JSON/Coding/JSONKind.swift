import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a coder does for a type.
enum JSONKind<Composite>: CodingStrategy {
    case plain, scalar
    case date, data, url, decimal, json
    /// An array, optional or dictionary, which is coded in one go.
    case composite(Composite)

    @inline(__always)
    var isPlain: Bool { if case .plain = self { true } else { false } }

    @inline(__always)
    static func own<T>(_ type: T.Type) -> Self? {
        if T.self == Date.self { return .date }
        if T.self == Data.self { return .data }
        if T.self == URL.self { return .url }
        if T.self == Decimal.self { return .decimal }
        return T.self == JSON.self ? .json : nil
    }
}

/// Remembers what was found out about types, which needs dynamic casts, for the time of one coding.
///
/// Two types stand in the cache itself, which is enough for most small bodies. The others are in a table with one slot for
/// each hash, where a new type replaces the old one; the table grows when types contend for slots.
struct JSONTypeCache<Kind>: ~Copyable {
    private typealias Entry = (type: ObjectIdentifier, kind: Kind)

    private var first: Entry?
    private var second: Entry?
    private var owner = JSONTableOwner<Entry?>()
    private var contentions = 0
    private static var largest: Int { 1_024 }

    init() {}

    @inline(__always)
    private static func hash(_ type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        if let first, first.type == type { return first.kind }
        if let second, second.type == type { return second.kind }
        guard let entry = owner.table?[JSONTypeCache.hash(type)], entry.type == type else { return nil }
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
        var table = owner.table ?? JSONTable(repeating: nil, bits: 4)
        if table[JSONTypeCache.hash(type)] != nil {
            contentions += 1
            if contentions > table.count / 4, table.count < JSONTypeCache.largest {
                let old = table
                table = JSONTable(repeating: nil, bits: old.count.trailingZeroBitCount + 2)
                for slot in 0..<old.count {
                    if let entry = old[slot] { table[JSONTypeCache.hash(entry.type)] = entry }
                }
                old.destroy()
                contentions = 0
            }
        }
        table[JSONTypeCache.hash(type)] = (type, kind)
        owner.table = table
    }
}

/// A small table in memory of its own.
///
/// An array costs three times as much to make as this, and a body of a few hundred bytes is read in the time that a few
/// arrays take. The size is a power of two, and of a slot's number the lowest bits count, so that every number is good.
@safe
struct JSONTable<Element> {
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
struct JSONTableOwner<Element>: ~Copyable {
    var table: JSONTable<Element>?

    init() {}

    deinit { table?.destroy() }
}
