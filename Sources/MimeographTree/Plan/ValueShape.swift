import Mimeograph
import Synchronization

/// The way in which a type is laid out in memory, as far as plans need it; see ``CodingPlan``.
///
/// Shapes are made once for each type and never freed, so pointers to them are as good as references, without reference counts.
@safe
@frozen
@usableFromInline
package struct ValueShape: BitwiseCopyable {
    @frozen
    @usableFromInline
    package enum Kind: UInt8 {
        case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, double, float, string
        /// An enumeration that is marked, with a raw value: the shape of its raw value is ``ValueShape/element``.
        case raw
        /// An optional, array or dictionary with string keys of ``ValueShape/element``.
        case optional, array, dictionary
        /// A struct with a plan.
        case plan
        /// A class with a plan.
        case object
        /// Any other type, which is coded by its own functions, or by the coder if it knows the type.
        case own

        /// Whether values are numbers, Booleans or strings.
        @inlinable @inline(__always)
        package var isScalar: Bool { rawValue <= Kind.string.rawValue }
    }

    @usableFromInline package let kind: Kind
    /// The distance from one element of an array to the next.
    @usableFromInline package let stride: Int
    @usableFromInline package let coder: any ValueCoding.Type
    @usableFromInline let elementPointer: UnsafePointer<ValueShape>?
    @usableFromInline let planHalves: UnsafeMutablePointer<CodingPlan.Halves>?
    /// The layout of an array; other shapes have none.
    @usableFromInline package let array: ArrayLayout?
    /// The layout of the objects of a class; other shapes have none.
    @usableFromInline package let object: ObjectLayout?
    /// How an optional that is nil looks in memory; other shapes have none.
    @usableFromInline let nilPattern: NilPattern?

    /// The shape of the content of an optional, an array or a dictionary, or of a raw value. Other shapes have none.
    @inlinable @inline(__always)
    package var element: UnsafePointer<ValueShape> { unsafe elementPointer.unsafelyUnwrapped }

    /// Whether it is a scalar or an optional of one, whose coding needs no path.
    @inlinable @inline(__always)
    package var hasScalars: Bool { unsafe kind.isScalar || kind == .optional && element.pointee.kind.isScalar }

    /// Whether it is a struct or a class with a plan.
    @inlinable @inline(__always)
    package var hasPlan: Bool { kind == .plan || kind == .object }

    /// The tables of a plan. Other shapes have none.
    @inlinable @inline(__always)
    package var plan: UnsafeMutablePointer<CodingPlan.Halves> { unsafe planHalves.unsafelyUnwrapped }
}

extension ValueShape {
    private static let known = Mutex<[ObjectIdentifier: MadeShape]>([:])

    /// A shape that other threads may read, because it never changes.
    @safe
    private struct MadeShape: @unchecked Sendable { let pointer: UnsafePointer<ValueShape> }

    /// Returns the shape of a type, which is never freed.
    static func make<T: Codable>(_ type: T.Type) -> UnsafePointer<ValueShape> {
        if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return unsafe known.pointer }
        let shape = unsafe MadeShape(pointer: new(type))
        // Another thread may have been faster.
        return unsafe known.withLock { shapes in
            let kept = shapes[ObjectIdentifier(type)] ?? shape
            shapes[ObjectIdentifier(type)] = kept
            return kept
        }.pointer
    }

    private static func new<T: Codable>(_ type: T.Type) -> UnsafePointer<ValueShape> {
        if let kind = Kind(scalar: type) { return unsafe make(kind, type, ValueCoder<T>.self) }
        if let composite = type as? any ShapedComposite.Type, let shape = unsafe composite.shape { return unsafe shape }
        if let marked = type as? any (RawRepresentable & SynthesizedCodable).Type, let shape = unsafe raw(marked) {
            return unsafe shape
        }
        if let marked = type as? any SynthesizedCodable.Type, let plan = CodingPlan.plan(for: marked) {
            return unsafe make(type is AnyClass ? .object : .plan, type, ValueCoder<T>.self, plan: plan)
        }
        return unsafe make(.own, type, ValueCoder<T>.self)
    }

    /// Returns the shape of the type of a property.
    ///
    /// - Parameter ifPresent: Whether the property is left out if it is nil. Other optionals are written as null, and their keys must
    ///   not be missing, which they do themselves.
    static func make<T: Codable>(_ type: T.Type, ifPresent: Bool) -> UnsafePointer<ValueShape> {
        let shape = unsafe make(type)
        if unsafe ifPresent || shape.pointee.kind != .optional { return unsafe shape }
        return unsafe make(.own, type, ValueCoder<T>.self)
    }

    /// Whether two values of the type are equal, as far as that is known. The properties of structs with plans are compared one by
    /// one, because they may have no `==`, or one that leaves out some.
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        switch kind {
        case .plan:
            guard let table = unsafe plan.pointee.decodingTable(.asTheyAre) else { break }
            return unsafe table.areEqual(left, right)
        case .optional:
            let (isLeftNil, isRightNil) = unsafe (coder.isNil(left), coder.isNil(right))
            // The content of an optional is at its beginning.
            return unsafe isLeftNil || isRightNil ? isLeftNil == isRightNil : element.pointee.areEqual(left, right)
        case .array:
            let (ones, others) = unsafe (ArrayLayout.elements(at: left), ArrayLayout.elements(at: right))
            return unsafe ones.1 == others.1
                && (0..<ones.1).allSatisfy { number in
                    let offset = unsafe number * element.pointee.stride
                    return unsafe element.pointee.areEqual(ones.0 + offset, others.0 + offset)
                }
        default: break
        }
        return unsafe coder.areEqual(left, right)
    }

    /// Returns the shape of a type that contains a marked one; nil otherwise.
    static func planned<T: Codable>(_ type: T.Type) -> UnsafePointer<ValueShape>? {
        let shape = unsafe make(type)
        var content = unsafe shape
        while let element = unsafe content.pointee.elementPointer { unsafe content = element }
        return unsafe content.pointee.hasPlan || shape.pointee.kind == .raw ? shape : nil
    }

    static func make<T>(
        _ kind: Kind,
        _ type: T.Type,
        _ coder: any ValueCoding.Type,
        element: UnsafePointer<ValueShape>? = nil,
        plan: CodingPlan? = nil,
        array: ArrayLayout? = nil,
        nilPattern: NilPattern? = nil
    ) -> UnsafePointer<ValueShape> {
        let shape = UnsafeMutablePointer<ValueShape>.allocate(capacity: 1)
        // SAFETY: there is room for one shape; the plan lives as long as the program.
        unsafe shape.initialize(
            to: ValueShape(
                kind: kind,
                stride: MemoryLayout<T>.stride,
                coder: coder,
                elementPointer: element,
                planHalves: plan?.halves,
                array: array,
                object: plan?.object,
                nilPattern: nilPattern
            )
        )
        return unsafe UnsafePointer(shape)
    }

    /// Returns the shape of an enumeration whose raw values are scalars.
    private static func raw<Raw: RawRepresentable & SynthesizedCodable>(
        _ type: Raw.Type
    ) -> UnsafePointer<ValueShape>? {
        guard hasScalars(type), let raw = Raw.RawValue.self as? any Codable.Type, let plan = CodingPlan.plan(for: type)
        else {
            return nil
        }
        return unsafe make(.raw, type, RawCoder<Raw>.self, element: make(raw), plan: plan)
    }

    /// Whether the raw values of a type are scalars.
    static func hasScalars<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool { Kind(scalar: Raw.RawValue.self) != nil }
}

extension ValueShape.Kind {
    init?<T>(scalar type: T.Type) {
        switch type {
        case is Bool.Type: self = .bool
        case is Int.Type: self = .int
        case is Int8.Type: self = .int8
        case is Int16.Type: self = .int16
        case is Int32.Type: self = .int32
        case is Int64.Type: self = .int64
        case is UInt.Type: self = .uint
        case is UInt8.Type: self = .uint8
        case is UInt16.Type: self = .uint16
        case is UInt32.Type: self = .uint32
        case is UInt64.Type: self = .uint64
        case is Double.Type: self = .double
        case is Float.Type: self = .float
        case is String.Type: self = .string
        default: return nil
        }
    }
}

/// A generic type of the standard library whose content plans read and write in memory.
private protocol ShapedComposite {
    static var shape: UnsafePointer<ValueShape>? { get }
}

extension Optional: ShapedComposite where Wrapped: Codable {
    fileprivate static var shape: UnsafePointer<ValueShape>? {
        let element = unsafe ValueShape.make(Wrapped.self)
        let pattern = NilPattern(Wrapped.self)
        return unsafe ValueShape.make(
            .optional,
            self,
            OptionalCoder<Wrapped>.self,
            element: element,
            nilPattern: pattern
        )
    }
}

extension Array: ShapedComposite where Element: Codable {
    /// An array of types that code themselves gains nothing from a plan.
    fileprivate static var shape: UnsafePointer<ValueShape>? {
        let element = unsafe ValueShape.make(Element.self)
        guard unsafe element.pointee.kind != .own, let layout = ArrayLayout(Element.self) else { return nil }
        return unsafe ValueShape.make(.array, self, ValueCoder<Self>.self, element: element, array: layout)
    }
}

extension Dictionary: ShapedComposite where Key == String, Value: Codable {
    fileprivate static var shape: UnsafePointer<ValueShape>? {
        let element = unsafe ValueShape.make(Value.self)
        guard unsafe element.pointee.kind != .own else { return nil }
        return unsafe ValueShape.make(.dictionary, self, DictionaryCoder<Value>.self, element: element)
    }
}
