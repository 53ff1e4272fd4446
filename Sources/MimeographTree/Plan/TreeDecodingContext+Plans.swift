import Mimeograph

// SAFETY, for this file: the memory that a plan fills has room for a value of its type, and each field lies inside of it.

// A plan that fails says only that it failed. What it had stored is destroyed, and the value is decoded once more by the functions of
// its types, from the outermost value that a plan decodes. So errors are always theirs. Nothing is decoded more than twice.
extension TreeDecodingContext {
    /// The state of the whole decoding.
    private var whole: TreeDecodingContext { root ?? self }

    private var planKeys: PlanKeys { keepsKeys ? .asTheyAre : strategies?.planKeys ?? .asTheyAre }

    /// Decodes a value of a type that has a plan.
    func planned<T: Decodable>(_ type: T.Type, _ plan: CodingPlan, at index: Int) throws -> T {
        if whole.plans.areOff || hasRows { return try plainValue(type, at: index) }
        switch plan.decoding {
        case .ready(let table):
            guard let table = table.under(planKeys) else { break }
            return try planned(type, table, at: index)
        case .unknown: return try compared(type, plan, at: index)
        case .refused: break
        }
        return try plainValue(type, at: index)
    }

    private func planned<T: Decodable>(_ type: T.Type, _ table: PlanTable, at index: Int) throws -> T {
        let isOutermost = !whole.plans.isInside
        let steps = path.count
        whole.plans.isInside = true
        let value = filled(type, table, at: index)
        if !isOutermost {
            if let value { return value }
            whole.plans.hasFailed = true
            throw PlanFailure()
        }
        whole.plans.isInside = false
        if let value, !whole.plans.hasFailed { return value }
        whole.plans.hasFailed = false
        while path.count > steps { path.removeLast() }
        whole.plans.areOff = true
        defer { whole.plans.areOff = false }
        lastFailure = nil
        return try plainValue(type, at: index)
    }

    /// Decodes a value in memory; nil if that fails.
    private func filled<T>(_ type: T.Type, _ table: PlanTable, at index: Int) -> T? {
        unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
            guard let memory = buffer.baseAddress, unsafe fill(UnsafeMutableRawPointer(memory), table, at: index) else {
                return nil
            }
            return unsafe memory.move()
        }
    }

    /// Decodes the object at an index into memory. If that fails, nothing is stored.
    private func fill(_ memory: UnsafeMutableRawPointer, _ table: PlanTable, at index: Int) -> Bool {
        let view = view
        let object = view.word(at: index)
        guard object.isObject else { return false }
        var current = index &+ 1
        var found: UInt64 = 0
        var next = 0
        while current < object.offset {
            let name = view.word(at: current)
            var number = next
            if unsafe number >= table.count || !matches(table[number], name, at: current) {
                number = search(for: name, at: current, in: table)
                if number < 0 {
                    if mayBeKey(name, of: table) { return unsafe discard(memory, table, found) }
                    current = view.index(after: current &+ 1)
                    continue
                }
            }
            let value = view.resolved(current &+ 1)
            // If a name comes twice, the last one counts, which the functions know.
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
            guard found & bit == 0, unsafe fill(memory, table[number], at: value) else {
                return unsafe discard(memory, table, found)
            }
            found |= bit
            next = number &+ 1
            current = view.index(after: current &+ 1)
        }
        // The bits of those that are missing.
        var missing = ~found & (.max &>> UInt64(truncatingIfNeeded: 64 &- table.count))
        while missing != 0 {
            let number = missing.trailingZeroBitCount
            let field = unsafe table[number]
            guard unsafe field.pointee.shape.pointee.kind == .optional else { return unsafe discard(memory, table, found) }
            unsafe storeNil(in: memory + field.pointee.offset, field.pointee.shape)
            found |= 1 &<< UInt64(truncatingIfNeeded: number)
            missing &= missing &- 1
        }
        return true
    }

    /// Destroys the fields that are stored; returns false.
    @inline(never)
    private func discard(_ memory: UnsafeMutableRawPointer, _ table: PlanTable, _ found: UInt64) -> Bool {
        for number in 0..<table.count where found & 1 << UInt64(number) != 0 {
            let field = unsafe table[number]
            unsafe field.pointee.shape.pointee.coder.destroy(memory + field.pointee.offset)
        }
        return false
    }

    // MARK: Names

    @inline(__always)
    private func matches(_ field: UnsafePointer<PlanField>, _ name: TapeWord, at index: Int) -> Bool {
        let count = unsafe field.pointee.nameCount
        guard (name.bits ^ TapeWord(.string, payload: count).bits) &>> 32 == 0 else { return false }
        // SAFETY: as for the file.
        guard let head = view.eightBytes(at: name.offset), unsafe (head ^ field.pointee.head) & field.pointee.mask == 0 else {
            return false
        }
        return unsafe count <= 8 || view.hasName(field.pointee.nameBytes, at: index)
    }

    @inline(never)
    private func search(for name: TapeWord, at index: Int, in table: PlanTable) -> Int {
        for number in 0..<table.count where unsafe matches(table[number], name, at: index) { return number }
        return -1
    }

    /// Whether a name that is not that of a field may still become its key.
    @inline(__always)
    private func mayBeKey(_ name: TapeWord, of table: PlanTable) -> Bool {
        if keepsKeys { return name.has(.wideString) && !table.hasPlainNames }
        return mayBecomeKey(name, of: table)
    }

    @inline(never)
    private func mayBecomeKey(_ name: TapeWord, of table: PlanTable) -> Bool {
        guard name.has(.string) else { return true }
        let converted = camelCase(view.utf8String(of: name))
        return (0..<table.count).contains { number in
            unsafe table[number].pointee.step.key?.stringValue.hasSameBytes(as: converted) ?? true
        }
    }

    // MARK: Values

    @inline(__always)
    private func fill(_ memory: UnsafeMutableRawPointer, _ field: UnsafePointer<PlanField>, at index: Int) -> Bool {
        let shape = unsafe field.pointee.shape
        let memory = unsafe memory + field.pointee.offset
        let kind = unsafe shape.pointee.kind
        if kind.isScalar { return unsafe fill(memory, scalar: kind, isOptional: false, at: index) }
        if kind == .optional, textShape == nil {
            if isNull(at: index) {
                unsafe storeNil(in: memory, shape)
                return true
            }
            let content = unsafe shape.pointee.element.pointee.kind
            if content.isScalar { return unsafe fill(memory, scalar: content, isOptional: true, at: index) }
        }
        unsafe path.append(field.pointee.step)
        defer { path.removeLast() }
        return unsafe fill(memory, shape, at: index)
    }

    /// Decodes a value that is not a scalar; the path leads to it.
    private func fill(_ memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>, at index: Int) -> Bool {
        let kind = textShape == nil ? unsafe shape.pointee.kind : .own
        switch kind {
        case .plan:
            guard let table = unsafe shape.pointee.plan.decodingTable(planKeys) else { fallthrough }
            return unsafe fill(memory, table, at: index)
        case .own, .dictionary:
            do {
                try unsafe shape.pointee.coder.decode(at: index, from: self, into: memory)
                return true
            } catch {
                return false
            }
        case .optional:
            if isNull(at: index) {
                unsafe storeNil(in: memory, shape)
                return true
            }
            let content = unsafe shape.pointee.element
            if unsafe content.pointee.kind.isScalar {
                return unsafe fill(memory, scalar: content.pointee.kind, isOptional: true, at: index)
            }
            guard unsafe fill(memory, content, at: index) else { return false }
            // The content of an optional is at its beginning.
            let offset = unsafe shape.pointee.nilOffset
            if offset > 0 {
                unsafe memory.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
            } else {
                unsafe shape.pointee.coder.wrap(memory)
            }
            return true
        case .array: return unsafe fill(array: memory, shape, at: index)
        case .raw:
            // The compiler's code compares the text with the names of cases.
            let word = view.word(at: index)
            if word.isString, word.payload > StreamSafeText.longestRun / 2 { return false }
            let raw = unsafe shape.pointee.element.pointee.kind
            return unsafe shape.pointee.coder.storeRaw(memory) { unsafe fill($0, scalar: raw, isOptional: false, at: index) }
        default: return unsafe fill(memory, scalar: kind, isOptional: false, at: index)
        }
    }

    private func fill(array memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>, at index: Int) -> Bool {
        guard let array = view.array(at: index), array.count < TapeWord.maximumPayload else { return false }
        let element = unsafe shape.pointee.element
        let kind = unsafe element.pointee.kind
        let stride = unsafe element.pointee.stride
        // Large memory is not taken before it is needed; see `Array.init(elements:)`.
        if array.count &* stride > PlanTable.largestArray, !kind.isScalar {
            do {
                try unsafe shape.pointee.coder.decode(at: index, from: self, into: memory)
                return true
            } catch {
                return false
            }
        }
        guard array.count > 0, let layout = unsafe shape.pointee.array else {
            unsafe memory.storeBytes(of: shape.pointee.array?.empty, as: UnsafeRawPointer?.self)
            return true
        }
        let storage = unsafe layout.allocate(count: array.count, stride: stride)
        let count = unsafe fill(elements: storage + ArrayLayout.header, element, array)
        unsafe storage.storeBytes(of: count, toByteOffset: 16, as: Int.self)
        unsafe memory.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
        if count == array.count { return true }
        unsafe shape.pointee.coder.destroy(memory)
        return false
    }

    /// Decodes the elements of an array into memory, as many as possible, and returns their number.
    private func fill(
        elements memory: UnsafeMutableRawPointer,
        _ element: UnsafePointer<ValueShape>,
        _ array: TapeExtent
    ) -> Int {
        let view = view
        let stride = unsafe element.pointee.stride
        let kind = unsafe element.pointee.kind
        var current = array.start
        var count = 0
        var target = unsafe memory
        if kind.isScalar {
            while count < array.count, unsafe fill(target, scalar: kind, isOptional: false, at: view.resolved(current)) {
                unsafe target += stride
                count &+= 1
                current = view.index(after: current)
            }
            return count
        }
        path.append(index: 0)
        while count < array.count, unsafe fill(target, element, at: view.resolved(current)) {
            unsafe target += stride
            count &+= 1
            path.replaceLast(index: count)
            current = view.index(after: current)
        }
        path.removeLast()
        return count
    }

    @inline(__always)
    private func fill(
        _ memory: UnsafeMutableRawPointer,
        scalar kind: ValueShape.Kind,
        isOptional: Bool,
        at index: Int
    ) -> Bool {
        switch kind {
        case .string: unsafe store(memory, string(at: index), isOptional)
        case .int, .int64: unsafe store(memory, integer(Int64.self, at: index), isOptional)
        case .double: unsafe store(memory, double(at: index), isOptional)
        case .bool: unsafe store(memory, boolean(at: index), isOptional)
        default: unsafe fill(memory, otherScalar: kind, isOptional: isOptional, at: index)
        }
    }

    @inline(never)
    private func fill(
        _ memory: UnsafeMutableRawPointer,
        otherScalar kind: ValueShape.Kind,
        isOptional: Bool,
        at index: Int
    ) -> Bool {
        switch kind {
        case .float: unsafe store(memory, float(at: index), isOptional)
        case .int32: unsafe store(memory, integer(Int32.self, at: index), isOptional)
        case .int16: unsafe store(memory, integer(Int16.self, at: index), isOptional)
        case .int8: unsafe store(memory, integer(Int8.self, at: index), isOptional)
        case .uint32: unsafe store(memory, integer(UInt32.self, at: index), isOptional)
        case .uint16: unsafe store(memory, integer(UInt16.self, at: index), isOptional)
        case .uint8: unsafe store(memory, integer(UInt8.self, at: index), isOptional)
        case .uint, .uint64: unsafe store(memory, integer(UInt64.self, at: index), isOptional)
        default: false
        }
    }

    @inline(__always)
    private func store<T>(_ memory: UnsafeMutableRawPointer, _ value: T?, _ isOptional: Bool) -> Bool {
        guard let value else { return false }
        if isOptional {
            unsafe memory.initializeMemory(as: T?.self, to: value)
        } else {
            unsafe memory.initializeMemory(as: T.self, to: value)
        }
        return true
    }

    @inline(__always)
    private func storeNil(in memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>) {
        let offset = unsafe shape.pointee.nilOffset
        if offset > 0 {
            // The bytes before it are the number of the case without content, which is zero.
            if offset == 8 {
                unsafe memory.storeBytes(of: 0, as: UInt64.self)
            } else {
                unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: offset)
            }
            unsafe memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
        } else if unsafe shape.pointee.element.pointee.kind == .string {
            unsafe memory.initializeMemory(as: String?.self, to: nil)
        } else {
            unsafe shape.pointee.coder.storeNil(in: memory)
        }
    }

    // MARK: The first value

    /// Decodes the first value of a type both ways, and decides whether its plan is used.
    @inline(never)
    private func compared<T: Decodable>(_ type: T.Type, _ plan: CodingPlan, at index: Int) throws -> T {
        let record = CodingRecord(at: index)
        self.record = record
        let value: T
        do {
            value = try plainValue(type, at: index)
        } catch {
            // A value that cannot be decoded says nothing about its type.
            self.record = nil
            throw error
        }
        guard self.record == nil else {
            self.record = nil
            plan.setDecoding(.mismatch("its `init(from:)` uses no keyed container."), for: type)
            return value
        }
        let result = PlanTable.make(for: type, from: record, isWhole: true)
        guard case .table(let table) = result, let table = table.under(planKeys) else {
            if case .table = result { return value }
            plan.setDecoding(result, for: type)
            return value
        }
        let wasInside = whole.plans.isInside
        whole.plans.isInside = true
        let other = filled(type, table, at: index)
        whole.plans.isInside = wasInside
        // An object that a plan does not read, such as one with a name twice, says nothing about its type either.
        guard let other else { return value }
        plan.setDecoding(
            table.areEqual(value, other)
                ? result : .mismatch("its `init(from:)` does not store the values of its keys as they are."),
            for: type
        )
        return value
    }
}

extension PlanTable {
    /// The largest array, in bytes, for which memory is taken before its elements are read.
    static var largestArray: Int { 1 << 16 }

    /// Whether two values of the type are equal in all fields.
    func areEqual<T>(_ left: T, _ right: T) -> Bool {
        unsafe withUnsafePointer(to: left) { left in
            unsafe withUnsafePointer(to: right) { right in
                (0..<count).allSatisfy { number in
                    let field = unsafe self[number].pointee
                    return unsafe field.shape.pointee.coder.areEqual(
                        UnsafeRawPointer(left) + field.offset,
                        UnsafeRawPointer(right) + field.offset
                    )
                }
            }
        }
    }
}
