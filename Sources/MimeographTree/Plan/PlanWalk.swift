// SAFETY, for this file: an address is passed with the shape of the value there, or with that of the value to be stored there.

/// Functions of the walk that need no sink.
@usableFromInline
package enum PlanWalk {
    /// Calls `body` with the UTF-8 of the string at an address.
    @inlinable @inline(__always)
    package static func withText(at address: UnsafeRawPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        // Not through the string itself, whose reference would be counted. A native string is not changed by this.
        let text = unsafe UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: String.self)
        unsafe text.pointee.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }

    /// The largest number of nested containers.
    @inlinable
    package static var maximumDepth: Int { 512 }

    /// Returns a `Float` as a `Double`, with the payload of NaN.
    @usableFromInline
    package static func widened(_ value: Float) -> Double {
        Double(bitPattern: Double.bits(widening: value.bitPattern))
    }

    /// Whether an optional is nil.
    @inlinable @inline(__always)
    static func isNil(
        _ shape: UnsafePointer<ValueShape>,
        _ value: UnsafeRawPointer
    ) -> Bool {
        if let pattern = unsafe shape.pointee.nilPattern { return unsafe pattern.matches(value) }
        return unsafe shape.pointee.coder.isNil(value)
    }

    /// Stores nil in the memory of an optional.
    @inlinable @inline(__always)
    package static func storeNil(in memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>) {
        if let pattern = unsafe shape.pointee.nilPattern {
            unsafe pattern.store(in: memory)
        } else {
            unsafe shape.pointee.coder.storeNil(in: memory)
        }
    }

    /// Makes an optional of the content that is stored in its memory. The content of an optional is at its beginning.
    @inlinable @inline(__always)
    package static func wrap(_ memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>) {
        if let pattern = unsafe shape.pointee.nilPattern {
            if pattern.isAfterContent { unsafe memory.storeBytes(of: 0, toByteOffset: pattern.offset, as: UInt8.self) }
        } else {
            unsafe shape.pointee.coder.wrap(memory)
        }
    }
}

extension PlanTable {
    /// Returns the number of members of the object that is written for a struct.
    @inlinable @inline(__always)
    func count(at base: UnsafeRawPointer, _ writesAbsent: Bool) -> Int {
        if writesAbsent { return count }
        var nils = 0
        for number in 0..<count {
            let field = unsafe self[number]
            let shape = unsafe field.pointee.shape
            if unsafe shape.pointee.kind == .optional, unsafe PlanWalk.isNil(shape, base + field.pointee.offset) {
                nils &+= 1
            }
        }
        return count &- nils
    }

    /// Destroys the fields that are stored; returns false.
    @inline(never)
    package func discard(_ memory: UnsafeMutableRawPointer, _ found: UInt64) -> Bool {
        for number in 0..<count where found & 1 << UInt64(number) != 0 {
            let field = unsafe self[number]
            unsafe field.pointee.shape.pointee.coder.destroy(memory + field.pointee.offset)
        }
        return false
    }

    /// Stores nil in the optional fields that were not found. If another one is missing, destroys all and returns false.
    @inline(__always)
    package func storeNil(in memory: UnsafeMutableRawPointer, except found: UInt64) -> Bool {
        let missing = ~found & (.max &>> UInt64(truncatingIfNeeded: 64 &- count))
        return unsafe missing == 0 || storeNil(in: memory, missing, found)
    }

    @inline(never)
    private func storeNil(in memory: UnsafeMutableRawPointer, _ missing: UInt64, _ found: UInt64) -> Bool {
        var (missing, found) = (missing, found)
        while missing != 0 {
            let number = missing.trailingZeroBitCount
            let field = unsafe self[number]
            guard unsafe field.pointee.shape.pointee.kind == .optional else { return unsafe discard(memory, found) }
            unsafe PlanWalk.storeNil(in: memory + field.pointee.offset, field.pointee.shape)
            found |= 1 &<< UInt64(truncatingIfNeeded: number)
            missing &= missing &- 1
        }
        return true
    }
}
