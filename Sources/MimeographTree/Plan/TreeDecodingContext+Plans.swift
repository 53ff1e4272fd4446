import Mimeograph

// SAFETY, for this file: the memory that a plan fills has room for a value of its type, and each field lies inside of it.

// A plan that fails says only that it failed. What it had stored is destroyed, and the value is decoded once more by the functions of
// its types, from the outermost value that a plan decodes. So errors are always theirs. Nothing is decoded more than twice.
extension TreeDecodingContext {
    /// The state of the whole decoding.
    private var whole: TreeDecodingContext { root ?? self }

    package var planKeys: PlanKeys { keepsKeys ? .asTheyAre : strategies?.planKeys ?? .asTheyAre }

    /// Decodes a value of a type that has a plan.
    func planned<T: Decodable>(_ type: T.Type, _ plan: CodingPlan, at index: Int) throws -> T {
        if whole.plans.areOff || isRow(at: index) && !hasColumnNames { return try plainValue(type, at: index) }
        switch plan.decoding {
        case .ready(let table):
            guard let table = table.under(planKeys) else { break }
            return try planned(type, table, plan.object, at: index)
        // Under a strategy for which plans have no names, there is nothing to compare.
        case .unknown where planKeys != .custom: return try compared(type, plan, at: index)
        case .unknown: break
        case .refused: break
        }
        return try plainValue(type, at: index)
    }

    private func planned<T: Decodable>(
        _ type: T.Type,
        _ table: PlanTable,
        _ object: ObjectLayout?,
        at index: Int
    ) throws -> T {
        let isOutermost = !whole.plans.isInside
        let steps = path.count
        // Neither an optional of the type nor a closure that returns it, whose types the runtime would look up.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<T>.size,
            alignment: MemoryLayout<T>.alignment
        )
        defer { unsafe memory.deallocate() }
        whole.plans.isInside = true
        let isFilled = unsafe fill(memory, table, object, at: index)
        if isOutermost { whole.plans.isInside = false }
        if isFilled {
            if !isOutermost || !whole.plans.hasFailed { return unsafe memory.assumingMemoryBound(to: type).move() }
            unsafe memory.assumingMemoryBound(to: type).deinitialize(count: 1)
        }
        whole.plans.hasFailed = true
        if !isOutermost { throw PlanFailure() }
        whole.plans.hasFailed = false
        while path.count > steps { path.removeLast() }
        whole.plans.areOff = true
        defer { whole.plans.areOff = false }
        lastFailure = nil
        return try plainValue(type, at: index)
    }

    /// Decodes the object at an index into memory for a struct, or for a reference to an object of a class.
    private func fill(
        _ memory: UnsafeMutableRawPointer,
        _ table: PlanTable,
        _ object: ObjectLayout?,
        at index: Int
    ) -> Bool {
        guard let object else { return unsafe fill(memory, table, at: index) }
        return unsafe object.store(in: memory) { unsafe fill($0, table, at: index) }
    }

    /// Decodes the object at an index into memory. If that fails, nothing is stored.
    private func fill(_ memory: UnsafeMutableRawPointer, _ table: PlanTable, at index: Int) -> Bool {
        if isRow(at: index) { return unsafe fillRow(memory, table) }
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
                number = self.number(ofNameAt: current, in: table)
                if number < 0 {
                    if mayBeKey(current, of: table) { return unsafe table.discard(memory, found) }
                    current = view.index(after: current &+ 1)
                    continue
                }
            }
            let value = view.resolved(current &+ 1)
            // If a name comes twice, the last one counts, which the functions know.
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
            guard found & bit == 0, unsafe fill(memory, table[number], at: value) else {
                return unsafe table.discard(memory, found)
            }
            found |= bit
            next = number &+ 1
            current = view.index(after: current &+ 1)
        }
        return unsafe table.storeNil(in: memory, except: found)
    }

    /// Decodes a row of a table into memory. If that fails, nothing is stored.
    private func fillRow(_ memory: UnsafeMutableRawPointer, _ table: PlanTable) -> Bool {
        if unsafe !state.rows.hasColumns(of: table) { unsafe state.rows.findColumns(of: table) }
        var found: UInt64 = 0
        for number in 0..<table.count {
            let index = unsafe state.rows.index(ofField: number)
            if index < 0 { continue }
            guard unsafe fill(memory, table[number], at: index) else { return unsafe table.discard(memory, found) }
            found |= 1 &<< UInt64(truncatingIfNeeded: number)
        }
        return unsafe table.storeNil(in: memory, except: found)
    }

    // MARK: Names

    @inline(__always)
    private func matches(_ field: UnsafePointer<PlanField>, _ name: TapeWord, at index: Int) -> Bool {
        let count = unsafe field.pointee.nameCount
        guard (name.bits ^ TapeWord(.string, payload: count).bits) &>> 32 == 0 else { return false }
        // SAFETY: as for the file.
        guard let head = view.eightBytes(at: name.offset), unsafe (head ^ field.pointee.head) & field.pointee.mask == 0
        else {
            return false
        }
        return unsafe count <= 8 || view.hasName(field.pointee.nameBytes, at: index)
    }

    /// Returns the number of the field with the name at an index; a negative number if there is none.
    @inline(never)
    package func number(ofNameAt index: Int, in table: PlanTable) -> Int {
        let name = view.word(at: index)
        for number in 0..<table.count where unsafe matches(table[number], name, at: index) { return number }
        return -1
    }

    /// Whether a name that is not that of a field may still become its key.
    @inline(__always)
    package func mayBeKey(_ index: Int, of table: PlanTable) -> Bool {
        if keepsKeys { return !table.hasPlainNames && view.has(.wideString, at: index) }
        return mayBecomeKey(index, of: table)
    }

    @inline(never)
    private func mayBecomeKey(_ index: Int, of table: PlanTable) -> Bool {
        guard view.has(.string, at: index) else { return true }
        let converted = camelCase(view.utf8String(of: view.word(at: index)))
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
        if kind == .optional {
            let content = unsafe shape.pointee.element.pointee.kind
            if textShape == nil ? isNull(at: index) : content.isScalar && isNilText(at: index, for: content) {
                unsafe PlanWalk.storeNil(in: memory, shape)
                return true
            }
            if content.isScalar { return unsafe fill(memory, scalar: content, isOptional: true, at: index) }
        }
        unsafe path.append(field.pointee.step)
        defer { path.removeLast() }
        return unsafe fill(memory, shape, at: index)
    }

    /// Whether a text is nil for an optional of a scalar. All scalars but strings have the same rule.
    private func isNilText(at index: Int, for content: ValueShape.Kind) -> Bool {
        content == .string ? isNil(at: index, for: String.self) : isNil(at: index, for: Int.self)
    }

    /// Decodes a value that is not a scalar; the path leads to it.
    package func fill(_ memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>, at index: Int) -> Bool {
        let kind = textShape == nil ? unsafe shape.pointee.kind : .own
        switch kind {
        case .plan, .object:
            guard let table = unsafe shape.pointee.plan.pointee.decodingTable(planKeys) else { fallthrough }
            return unsafe fill(memory, table, shape.pointee.object, at: index)
        case .own, .dictionary: return unsafe own(memory, shape, at: index)
        case .optional:
            if isNull(at: index) {
                unsafe PlanWalk.storeNil(in: memory, shape)
                return true
            }
            let content = unsafe shape.pointee.element
            if unsafe content.pointee.kind.isScalar {
                return unsafe fill(memory, scalar: content.pointee.kind, isOptional: true, at: index)
            }
            guard unsafe fill(memory, content, at: index) else { return false }
            unsafe PlanWalk.wrap(memory, shape)
            return true
        case .array: return unsafe fill(array: memory, shape, at: index)
        case .raw:
            guard unsafe shape.pointee.plan.pointee.decodingTable(planKeys) != nil else {
                return unsafe own(memory, shape, at: index)
            }
            // The compiler's code compares the text with the names of cases.
            let word = view.word(at: index)
            if word.isString, word.payload > StreamSafeText.longestRun / 2 { return false }
            let raw = unsafe shape.pointee.element.pointee.kind
            return unsafe shape.pointee.coder.storeRaw(memory) {
                unsafe fill($0, scalar: raw, isOptional: false, at: index)
            }
        default: return unsafe fill(memory, scalar: kind, isOptional: false, at: index)
        }
    }

    /// Decodes a value by the functions of its type.
    private func own(_ memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>, at index: Int) -> Bool {
        do {
            try unsafe shape.pointee.coder.decode(at: index, from: self, into: memory)
            return true
        } catch {
            return false
        }
    }

    private func fill(array memory: UnsafeMutableRawPointer, _ shape: UnsafePointer<ValueShape>, at index: Int) -> Bool
    {
        guard let array = view.array(at: index), array.count < TapeWord.maximumPayload else { return false }
        let element = unsafe shape.pointee.element
        let kind = unsafe element.pointee.kind
        let stride = unsafe element.pointee.stride
        // Large memory is not taken before it is needed; see `Array.init(elements:)`.
        if array.count &* stride > PlanTable.largestArray, !kind.isScalar {
            return unsafe own(memory, shape, at: index)
        }
        guard let layout = unsafe shape.pointee.array else { return false }
        if array.count == 0 {
            unsafe layout.storeEmpty(in: memory)
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
            while count < array.count, unsafe fill(target, scalar: kind, isOptional: false, at: view.resolved(current))
            {
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

    /// Decodes a scalar.
    @inline(__always)
    package func fill(
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

    // MARK: For formats that read plans from text

    /// Returns the shape of a type whose values a format can read straight into memory; nil if a plan is of no use for it.
    package func plannedShape<T: Decodable>(of type: T.Type) -> UnsafePointer<ValueShape>? {
        if planKeys == .custom { return nil }
        if let known = unsafe state.shapes.kind(of: ObjectIdentifier(type)) { return unsafe known.ready }
        var shape: UnsafePointer<ValueShape>?
        if let coded = type as? any Codable.Type { unsafe shape = ValueShape.planned(coded) }
        let planned = unsafe PlannedShape(pointer: shape)
        unsafe state.shapes.remember(planned, of: ObjectIdentifier(type))
        return unsafe planned.ready
    }

    /// Reads a value into memory while plans inside of it only say whether they failed. If this fails, nothing is stored.
    package func withPlans(_ shape: UnsafePointer<ValueShape>, _ memory: UnsafeMutableRawPointer, _ read: () -> Bool)
        -> Bool
    {
        plans.isInside = true
        unsafe state.containers.begin()
        var isRead = read()
        endContainers()
        if isRead, plans.hasFailed || refusal != nil {
            unsafe shape.pointee.coder.destroy(memory)
            isRead = false
        }
        plans = PlanUse()
        if refusal != nil { refusal = nil }
        // The path is that of the last part. The context is used again, perhaps for another body.
        if path.count > 0 { path = CodingPath() }
        if !isRead { lastFailure = nil }
        return isRead
    }

    /// Whether something has asked for a document, which is a copy of all bytes.
    package var hasDocument: Bool { kept != nil }

    /// Makes the path that of a value in a plan, which is about to be decoded from the tape.
    package func setPath(_ path: borrowing PlanPath) { self.path = path.codingPath }

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
        // A value inside of it may have been the first.
        guard case .unknown = plan.decoding else {
            self.record = nil
            return value
        }
        guard self.record == nil else {
            self.record = nil
            plan.setDecoding(.withoutContainer("init(from:)", for: type), for: type)
            return value
        }
        let result = PlanTable.make(for: type, from: record, isWhole: true)
        guard case .table(let made) = result else {
            plan.setDecoding(result, for: type)
            return value
        }
        var isKept = false
        defer { if !isKept { made.free() } }
        guard let table = made.under(planKeys) else { return value }
        unsafe withUnsafeTemporaryAllocation(of: type, capacity: 1) { buffer in
            guard let memory = buffer.baseAddress else { return }
            let (plans, failure) = (whole.plans, lastFailure)
            whole.plans.isInside = true
            defer { (whole.plans, lastFailure) = (plans, failure) }
            // An object that a plan does not read, such as one with a name twice, says nothing about its type either.
            guard unsafe fill(UnsafeMutableRawPointer(memory), table, plan.object, at: index) else { return }
            let reason = "its `init(from:)` does not store the values of its keys as they are."
            let isSame = unsafe withUnsafePointer(to: value) { address in
                guard let left = unsafe plan.base(of: address), let right = unsafe plan.base(of: UnsafePointer(memory))
                else { return true }
                return unsafe table.areEqual(left, right)
            }
            plan.setDecoding(isSame ? result : .mismatch(reason), for: type)
            isKept = isSame
            unsafe memory.deinitialize(count: 1)
        }
        return value
    }
}

extension PlanTable {
    /// The largest array, in bytes, for which memory is taken before its elements are read.
    static var largestArray: Int { 1 << 16 }

    /// Whether two values are equal in all fields.
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        (0..<count).allSatisfy { number in
            let field = unsafe self[number].pointee
            return unsafe field.shape.pointee.areEqual(left + field.offset, right + field.offset)
        }
    }
}
