/// A receiver of the values that a plan reads in memory: a tape, or the text of a format.
///
/// A function that throws an error, whatever it is, ends the walk. The value is then encoded by the functions of its types, which
/// throw the error that a user sees.
@usableFromInline
package protocol PlanSink: ~Copyable {
    /// Whether an optional property that is nil is written as null.
    var writesAbsent: Bool { get }
    /// Whether only numbers, Booleans and strings are written by the walk, and all else by the functions of its type.
    var takesScalarsOnly: Bool { get }
    var sortsKeys: Bool { get }
    /// Whether the number of members must be known before they are written. Otherwise it is 0 then.
    var needsCounts: Bool { get }
    var keys: PlanKeys { get }

    mutating func name(_ field: UnsafePointer<PlanField>)
    mutating func name(_ text: String)
    mutating func null()
    mutating func append(_ value: Bool)
    /// Writes the string at an address.
    mutating func append(text: UnsafeRawPointer)
    mutating func append<I: FixedWidthInteger>(_ value: I)
    mutating func append(_ value: Double) throws
    mutating func append(_ value: Float) throws
    /// Writes a value by the functions of its type.
    mutating func append(_ value: UnsafeRawPointer, by coder: any ValueCoding.Type) throws
    /// Begins an object or an array, and returns its place.
    mutating func begin(isObject: Bool, count: Int) throws -> Int
    mutating func end(_ place: Int, isObject: Bool, count: Int)

    /// Changes the coding path, which only functions of types read.
    mutating func enter(_ field: UnsafePointer<PlanField>)
    mutating func enter(_ name: String)
    mutating func enter(element: Int)
    mutating func move(toElement element: Int)
    mutating func leave()
}

/// An error that no user sees.
@frozen
@usableFromInline
package struct PlanFailure: Error {
    @inlinable
    package init() {}
}

// SAFETY, for this file: the address of a value is passed with the shape of its type.

extension PlanSink where Self: ~Copyable {
    /// Writes the struct or the object at an address.
    @inlinable
    package mutating func write(_ table: PlanTable, at base: UnsafeRawPointer) throws {
        let place = try begin(isObject: true, count: needsCounts ? unsafe table.count(at: base, writesAbsent) : 0)
        var count = 0
        var number = 0
        while number < table.count {
            let field = unsafe table[number]
            number &+= 1
            let value = unsafe base + field.pointee.offset
            var shape = unsafe field.pointee.shape
            if unsafe shape.pointee.kind == .optional {
                let content = unsafe shape.pointee.element
                if unsafe PlanWalk.isNil(shape, value) {
                    if writesAbsent {
                        unsafe name(field)
                        null()
                        count &+= 1
                    }
                    continue
                }
                // The content of an optional is at its beginning. A format of texts asks whether a text could have been nil.
                if unsafe !takesScalarsOnly || !writesAbsent || content.pointee.kind != .string {
                    unsafe shape = content
                }
            }
            unsafe name(field)
            count &+= 1
            if unsafe shape.pointee.kind.isScalar {
                try unsafe write(scalar: shape.pointee.kind, at: value)
            } else {
                unsafe enter(field)
                try unsafe write(shape, at: value)
                leave()
            }
        }
        end(place, isObject: true, count: count)
    }

    /// Writes a value that is not a scalar.
    @inlinable
    package mutating func write(_ shape: UnsafePointer<ValueShape>, at value: UnsafeRawPointer) throws {
        if takesScalarsOnly {
            if unsafe shape.pointee.kind == .plan, let table = unsafe shape.pointee.plan.pointee.encodingTable(keys) {
                return try unsafe write(table, at: value)
            }
            return try unsafe append(value, by: shape.pointee.coder)
        }
        switch unsafe shape.pointee.kind {
        case .plan:
            guard let table = unsafe shape.pointee.plan.pointee.encodingTable(keys) else {
                return try unsafe append(value, by: shape.pointee.coder)
            }
            try unsafe write(table, at: value)
        case .object:
            guard let object = unsafe shape.pointee.object?.object(at: value),
                let table = unsafe shape.pointee.plan.pointee.encodingTable(keys)
            else { fallthrough }
            try unsafe write(table, at: object)
        case .own: try unsafe append(value, by: shape.pointee.coder)
        case .optional:
            let content = unsafe shape.pointee.element
            if unsafe PlanWalk.isNil(shape, value) { return null() }
            try unsafe write(any: content, at: value)
        case .array:
            let (elements, count) = unsafe ArrayLayout.elements(at: value)
            let place = try begin(isObject: false, count: count)
            if count > 0 { try unsafe write(elements: elements, count, shape.pointee.element) }
            end(place, isObject: false, count: count)
        case .dictionary: try unsafe write(dictionary: shape, at: value)
        case .raw:
            guard unsafe shape.pointee.plan.pointee.encodingTable(keys) != nil else {
                return try unsafe append(value, by: shape.pointee.coder)
            }
            let raw = unsafe shape.pointee.element.pointee.kind
            try unsafe shape.pointee.coder.withRawValue(of: value) { try unsafe write(scalar: raw, at: $0) }
        default: try unsafe write(scalar: shape.pointee.kind, at: value)
        }
    }

    @inlinable @inline(__always)
    mutating func write(any shape: UnsafePointer<ValueShape>, at value: UnsafeRawPointer) throws {
        if unsafe shape.pointee.kind.isScalar {
            try unsafe write(scalar: shape.pointee.kind, at: value)
        } else {
            try unsafe write(shape, at: value)
        }
    }

    @inlinable
    mutating func write(elements: UnsafeRawPointer, _ count: Int, _ shape: UnsafePointer<ValueShape>) throws {
        var value = unsafe elements
        let stride = unsafe shape.pointee.stride
        let kind = unsafe shape.pointee.kind
        if kind.isScalar {
            if kind == .double {
                for index in 0..<count { try unsafe append(elements.load(fromByteOffset: index &* 8, as: Double.self)) }
                return
            }
            for _ in 0..<count {
                try unsafe write(scalar: kind, at: value)
                unsafe value += stride
            }
            return
        }
        enter(element: 0)
        for index in 0..<count {
            move(toElement: index)
            try unsafe write(shape, at: value)
            unsafe value += stride
        }
        leave()
    }

    @inlinable
    mutating func write(dictionary shape: UnsafePointer<ValueShape>, at value: UnsafeRawPointer) throws {
        let place = try begin(isObject: true, count: unsafe shape.pointee.coder.count(of: value))
        var count = 0
        let element = unsafe shape.pointee.element
        try unsafe shape.pointee.coder.forEach(of: value, sorted: sortsKeys) { key, value in
            name(key)
            count &+= 1
            enter(key)
            try unsafe write(any: element, at: value)
            leave()
        }
        end(place, isObject: true, count: count)
    }

    @inlinable @inline(__always)
    mutating func write(scalar kind: ValueShape.Kind, at value: UnsafeRawPointer) throws {
        switch kind {
        case .string: unsafe append(text: value)
        case .int, .int64: unsafe append(value.load(as: Int64.self))
        case .bool: unsafe append(value.load(as: Bool.self))
        case .double: try unsafe append(value.load(as: Double.self))
        case .float: try unsafe append(value.load(as: Float.self))
        case .int32: unsafe append(Int64(value.load(as: Int32.self)))
        case .int16: unsafe append(Int64(value.load(as: Int16.self)))
        case .int8: unsafe append(Int64(value.load(as: Int8.self)))
        case .uint32: unsafe append(Int64(value.load(as: UInt32.self)))
        case .uint16: unsafe append(Int64(value.load(as: UInt16.self)))
        case .uint8: unsafe append(Int64(value.load(as: UInt8.self)))
        default: unsafe append(value.load(as: UInt64.self))
        }
    }
}
