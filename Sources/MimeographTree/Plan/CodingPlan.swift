import Mimeograph
import Synchronization

#if os(Linux) && canImport(Glibc)
    import Glibc
#elseif os(Linux)
    import Musl
#endif

/// The plan of a struct or class that is marked with ``SynthesizedCodable``: the places of its stored properties, and their names.
///
/// It has two halves, for encoding and for decoding, because a property may be written and not read. Each half is made from the
/// first value, which is coded by the type's own functions. Meanwhile a ``CodingRecord`` notes the keys that they ask for, and the
/// types. The runtime knows the place of the property of each key. Then the same value is coded by the plan, and the results are
/// compared. There is one plan for each type. It lives as long as the program.
///
/// For `struct User { var id: Int; var name: String? }` both halves have the fields
/// ```
/// "id"    at byte 0   int
/// "name"  at byte 8   optional of string
/// ```
@safe
@usableFromInline
package final class CodingPlan: @unchecked Sendable {
    let halves: UnsafeMutablePointer<Halves>
    /// The layout of objects, if the type is a class.
    let object: ObjectLayout?

    /// The addresses of the tables, in memory of their own, so that they are read without counting references to the plan.
    @usableFromInline
    package struct Halves: ~Copyable {
        let encoding = Atomic<UInt>(0)
        let decoding = Atomic<UInt>(0)

        init() {}

        /// The address before the first value was coded, and if values are coded by the type's own functions.
        static let unknown: UInt = 0
        static let refused: UInt = 1

        /// Returns the table for encoding under a strategy; nil if the type is encoded by its functions, at least this time.
        @usableFromInline
        package func encodingTable(_ keys: PlanKeys) -> PlanTable? { table(encoding.load(ordering: .acquiring), keys) }

        @usableFromInline
        package func decodingTable(_ keys: PlanKeys) -> PlanTable? { table(decoding.load(ordering: .acquiring), keys) }

        @inline(__always)
        private func table(_ address: UInt, _ keys: PlanKeys) -> PlanTable? {
            // SAFETY: it is the address of a table, which is never freed.
            guard address > Halves.refused, let table = unsafe UnsafePointer<PlanTable>(bitPattern: address) else {
                return nil
            }
            return unsafe table.pointee.under(keys)
        }
    }

    /// What is known about a half.
    enum State {
        /// No value was coded yet.
        case unknown
        /// Values are coded by the type's own functions.
        case refused
        case ready(PlanTable)

        init(address: UInt) {
            switch address {
            case Halves.unknown: self = .unknown
            case Halves.refused: self = .refused
            // SAFETY: the address of a table, which is never freed.
            default: self = unsafe .ready(UnsafePointer<PlanTable>(bitPattern: address).unsafelyUnwrapped.pointee)
            }
        }
    }

    var encoding: State {
        @inline(__always) get { unsafe State(address: halves.pointee.encoding.load(ordering: .acquiring)) }
    }

    var decoding: State {
        @inline(__always) get { unsafe State(address: halves.pointee.decoding.load(ordering: .acquiring)) }
    }

    private init(_ type: any Any.Type) {
        object = (type as? AnyClass).flatMap { ObjectLayout($0) }
        // SAFETY: there is room for them. They are never freed, and neither is the plan.
        unsafe halves = .allocate(capacity: 1)
        unsafe halves.initialize(to: Halves())
    }

    private static let all = Mutex<[ObjectIdentifier: CodingPlan]>([:])

    /// Returns the plan of a type; nil on systems without plans.
    static func plan(for type: any SynthesizedCodable.Type) -> CodingPlan? {
        #if os(Linux) && !MIMEOGRAPH_WITHOUT_PLANS
            return all.withLock { plans in
                if let known = plans[ObjectIdentifier(type)] { return known }
                let plan = CodingPlan(type)
                plans[ObjectIdentifier(type)] = plan
                return plan
            }
        #else
            return nil
        #endif
    }

    /// Returns the address of the properties of a value of the type; nil for an object of a subclass.
    @inline(__always)
    func base<T>(of value: UnsafePointer<T>) -> UnsafeRawPointer? {
        let address = unsafe UnsafeRawPointer(value)
        return unsafe object.map { unsafe $0.object(at: address) } ?? address
    }

    /// Ends the check of the first value that was encoded.
    func setEncoding(_ result: PlanTable.Result, for type: any Any.Type) {
        unsafe set(result, in: halves.pointee.encoding, type)
    }

    /// Ends the check of the first value that was decoded.
    func setDecoding(_ result: PlanTable.Result, for type: any Any.Type) {
        unsafe set(result, in: halves.pointee.decoding, type)
    }

    private func set(_ result: PlanTable.Result, in address: borrowing Atomic<UInt>, _ type: any Any.Type) {
        switch result {
        case .table(let table):
            let kept = UnsafeMutablePointer<PlanTable>.allocate(capacity: 1)
            // SAFETY: there is room for one table.
            unsafe kept.initialize(to: table)
            let (isFirst, _) = address.compareExchange(
                expected: Halves.unknown,
                desired: UInt(bitPattern: kept),
                ordering: .releasing
            )
            if isFirst { return }
            // Another thread was faster.
            table.free()
            unsafe kept.deallocate()
        case .unplanned: address.store(Halves.refused, ordering: .releasing)
        case .mismatch(let reason):
            address.store(Halves.refused, ordering: .releasing)
            guard UnmarkedReasons.add(reason, for: type) else { return }
            #if DEBUG && os(Linux)
                let warning = "\(type) is marked with SynthesizedCodable, but \(reason)\n"
                // SAFETY: the bytes are only read, during the call.
                _ = unsafe Array(warning.utf8).withUnsafeBytes {
                    unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
                }
            #endif
        }
    }
}

/// The fields of one half of a plan, in the order of the keys. The memory is never freed.
@safe
@frozen
@usableFromInline
package struct PlanTable: BitwiseCopyable {
    @usableFromInline let fields: UnsafePointer<PlanField>
    /// The same fields with names in snake case; nil if two of them would have the same name, or would be read as other keys.
    @usableFromInline let snakeCaseFields: UnsafePointer<PlanField>?
    @usableFromInline package let count: Int
    /// Whether all names are ASCII, as no name in UTF-16 is.
    @usableFromInline let hasPlainNames: Bool

    /// The result of making a table.
    enum Result {
        case table(PlanTable)
        /// A type that is rightly marked, but whose kind has no table.
        case unplanned
        /// A type that should not be marked, and the reason.
        case mismatch(String)
    }

    init(_ fields: [PlanField], snakeCase: [PlanField]?, hasPlainNames: Bool) {
        unsafe self.fields = PlanTable.kept(fields)
        unsafe snakeCaseFields = snakeCase.map { unsafe PlanTable.kept($0) }
        count = fields.count
        self.hasPlainNames = hasPlainNames
    }

    @inlinable
    init(_ fields: UnsafePointer<PlanField>, of other: PlanTable) {
        unsafe self.fields = fields
        unsafe snakeCaseFields = nil
        count = other.count
        hasPlainNames = other.hasPlainNames
    }

    /// Frees a table that is not used, because the first value did not fit.
    func free() {
        unsafe free(fields)
        if let snakeCaseFields = unsafe snakeCaseFields { unsafe free(snakeCaseFields) }
    }

    private func free(_ fields: UnsafePointer<PlanField>) {
        // SAFETY: nothing else refers to the fields, or to their names.
        for number in 0..<count { unsafe fields[number].name.deallocate() }
        unsafe fields.deallocate()
    }

    private static func kept(_ fields: [PlanField]) -> UnsafePointer<PlanField> {
        let memory = UnsafeMutablePointer<PlanField>.allocate(capacity: fields.count)
        // SAFETY: there is room for all fields.
        for (number, field) in fields.enumerated() { unsafe (memory + number).initialize(to: field) }
        return unsafe UnsafePointer(memory)
    }

    /// Returns the table whose names are those that a strategy writes; nil if there is none.
    @inlinable @inline(__always)
    func under(_ keys: PlanKeys) -> PlanTable? {
        switch keys {
        case .asTheyAre: return self
        case .snakeCase: return unsafe snakeCaseFields.map { unsafe PlanTable($0, of: self) }
        case .custom: return nil
        }
    }

    @inlinable @inline(__always)
    package subscript(number: Int) -> UnsafePointer<PlanField> {
        assert(number >= 0 && number < count)
        // SAFETY: the number is below the count.
        return unsafe fields + number
    }

    /// The largest number of fields, which is the number of bits that say which of them were found.
    static var mostFields: Int { 64 }
}

/// The strategy for keys, as far as plans have names for it.
@usableFromInline
package enum PlanKeys: BitwiseCopyable {
    case asTheyAre, snakeCase, custom
}

/// A stored property in a plan.
@safe
@frozen
@usableFromInline
package struct PlanField: BitwiseCopyable {
    @usableFromInline package let shape: UnsafePointer<ValueShape>
    /// The distance from the beginning of the struct, in bytes.
    @usableFromInline package let offset: Int
    /// The name in UTF-8, with 32 zero bytes after it, and its length.
    @usableFromInline package let name: UnsafePointer<UInt8>
    @usableFromInline package let nameCount: Int
    /// Whether every format of texts may write the name as it is: ASCII letters, digits and a few signs.
    @usableFromInline package let isSimpleName: Bool
    /// The two words of a string with that name, if it is so short that they hold the text; otherwise two words that no string has.
    @usableFromInline let nameBits: SIMD2<UInt64>
    @usableFromInline let step: CodingPath.Entry
    /// The first eight bytes of the name, and a mask for as many of them as it has.
    @usableFromInline package let head: UInt64
    @usableFromInline package let mask: UInt64

    init(_ name: String, offset: Int, shape: UnsafePointer<ValueShape>, step: CodingPath.Entry) {
        let bytes = Array(name.utf8)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 32)
        // SAFETY: there is room for the name and for 32 zeros.
        unsafe memory.initialize(repeating: 0, count: bytes.count + 32)
        for (index, byte) in bytes.enumerated() { unsafe memory[index] = byte }
        unsafe self.name = UnsafePointer(memory)
        nameCount = bytes.count
        isSimpleName = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !#""\/&"#.utf8.contains($0) }
        unsafe head = UInt64(littleEndian: UnsafeRawPointer(memory).loadUnaligned(as: UInt64.self))
        mask = bytes.count >= 8 ? .max : 1 << UInt64(8 * bytes.count) - 1
        // The second word of a string is never zero.
        unsafe nameBits =
            bytes.count <= 15
            ? unsafeBitCast(String(decoding: bytes, as: UTF8.self), to: SIMD2<UInt64>.self)
            : SIMD2(UInt64(UInt(bitPattern: memory)), 0)
        unsafe self.shape = shape
        self.offset = offset
        self.step = step
    }

    var nameBytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: name, count: nameCount) }
}
