import Mimeograph

/// The use of plans in one coding.
struct PlanUse: BitwiseCopyable {
    /// Whether all types are coded by their functions: after a failure, so that its error is theirs, and while they are recorded.
    var areOff = false
    /// Whether a value is coded by its plan, perhaps with values inside of it that are coded by their functions.
    var isInside = false
    /// Whether a plan failed inside of functions that may have caught the error.
    var hasFailed = false
}

extension TreeEncodingContext {
    /// The state of the whole encoding.
    private var whole: TreeEncodingContext { root ?? self }

    package var planKeys: PlanKeys { keepsKeys ? .asTheyAre : strategies?.planKeys ?? .asTheyAre }

    /// Writes a value by a plan.
    func planned<T: Encodable>(_ value: T, _ plan: CodingPlan) throws {
        if !whole.plans.areOff {
            switch plan.encoding {
            case .ready(let table):
                guard let table = table.under(planKeys) else { break }
                // SAFETY: the table is that of the value's type.
                return try unsafe withUnsafePointer(to: value) { address in
                    guard let base = unsafe plan.base(of: address) else { return try plain(value) }
                    try planned(orBy: { try plain(value) }) { try unsafe $0.write(table, at: base) }
                }
            case .unknown: compare(value, plan)
            case .refused: break
            }
        }
        try plain(value)
    }

    /// Writes the elements of an array by their plan.
    func planned<T: Encodable>(_ elements: UnsafePointer<T>, _ count: Int, _ plan: CodingPlan, _ slot: Int) throws {
        var index = 0
        while index < count {
            state.positions[slot] = index
            // SAFETY: the index is below the count.
            try unsafe planned(elements[index], plan)
            index &+= 1
        }
    }

    /// Writes a value in two ways: by a plan and, if that fails, by functions, which throw the right error.
    private func planned(orBy functions: () throws -> Void, _ write: (inout TapeSink) throws -> Void) throws {
        var sink = TapeSink(context: self)
        if whole.plans.isInside {
            do { return try write(&sink) } catch {
                whole.plans.hasFailed = true
                throw error
            }
        }
        let mark = mark()
        let (steps, positions) = (state.path.count, state.positions.count)
        whole.plans.isInside = true
        do {
            try write(&sink)
            whole.plans.isInside = false
            if !whole.plans.hasFailed { return }
        } catch {
            whole.plans.isInside = false
        }
        whole.plans.hasFailed = false
        while state.path.count > steps { state.path.removeLast() }
        state.positions.removeLast(to: positions)
        restore(mark)
        whole.plans.areOff = true
        defer { whole.plans.areOff = false }
        try functions()
    }

    // MARK: For formats that write plans as text

    /// Returns the shape of a type whose values a format can write straight from memory; nil if a plan is of no use for it.
    @usableFromInline
    package func plannedShape<T: Encodable>(of type: T.Type) -> UnsafePointer<ValueShape>? {
        if planKeys == .custom { return nil }
        if let known = state.shapes.kind(of: ObjectIdentifier(type)) { return unsafe known.pointer }
        var shape: UnsafePointer<ValueShape>?
        if let coded = type as? any Codable.Type { unsafe shape = ValueShape.planned(coded) }
        unsafe state.shapes.remember(PlannedShape(pointer: shape), of: ObjectIdentifier(type))
        return unsafe shape
    }

    /// Begins and ends the use of containers by types that code themselves, and of memory for a path.
    @usableFromInline
    package func beginParts(_ path: inout PlanPath) {
        state.containers.begin()
        swap(&state.planPath, &path)
    }
    @usableFromInline
    package func endParts(_ path: inout PlanPath) {
        endContainers()
        state.path = CodingPath()
        swap(&state.planPath, &path)
        state.planPath.removeAll()
    }

    /// Writes a value of a type that codes itself at the end of the tape, and returns the index of its first word.
    ///
    /// - Parameters:
    ///   - path: The steps that lead to it.
    ///   - depth: The number of containers that are open around it.
    package func writePart(
        _ value: UnsafeRawPointer,
        by coder: any ValueCoding.Type,
        _ path: borrowing PlanPath,
        depth: Int
    ) throws -> Int {
        let start = state.words.count
        state.path = path.codingPath
        state.openContainers = depth
        try unsafe coder.encode(value, into: self)
        // A branch is finished only when the whole encoding is, and so is what is too large.
        if !branchContexts.isEmpty || state.content.isOverfull { throw PlanFailure() }
        return start
    }

    package func removePart(from start: Int) {
        state.words.removeLast(to: start)
        // Names stay, because the next part mostly has the same.
        if start == 0 { state.content.clear() }
    }

    // MARK: The first value

    /// Encodes the first value of a type both ways, apart from the encoding, and decides whether its plan is used.
    @inline(never)
    private func compare<T: Encodable>(_ value: T, _ plan: CodingPlan) {
        // An object of a subclass says nothing about its superclass.
        if unsafe withUnsafePointer(to: value, { unsafe plan.base(of: $0) == nil }) { return }
        let context = TreeEncodingContext(format, nil)
        context.plans.areOff = true
        let record = CodingRecord(at: 1)
        context.record = record
        // A value that cannot be encoded says nothing about its type.
        guard (try? context.encodeAlone { try context.plain(value) }) != nil else { return }
        guard context.record == nil else {
            return plan.setEncoding(.withoutContainer("encode(to:)", for: T.self), for: T.self)
        }
        let result = PlanTable.make(for: T.self, from: record, isWhole: false)
        guard case .table(let table) = result else { return plan.setEncoding(result, for: T.self) }
        let expected = context.view.copies()
        context.state.content.forgetNames()
        context.clear()
        context.plans.areOff = false
        // The functions have shown the names that the table has; whether a strategy has others does not matter.
        var sink = TapeSink(context: context)
        let isDone: Void? = try? context.encodeAlone {
            // SAFETY: the table is that of the value's type.
            try unsafe withUnsafePointer(to: value) { address in
                if let base = unsafe plan.base(of: address) { try unsafe sink.write(table, at: base) }
            }
        }
        if isDone != nil, context.view.copies() == expected { return plan.setEncoding(result, for: T.self) }
        table.free()
        plan.setEncoding(
            .mismatch("its `encode(to:)` does not write its stored properties as they are."),
            for: T.self
        )
    }

    private func encodeAlone(_ write: () throws -> Void) throws {
        // Types inside of it may use nested containers.
        state.containers.begin()
        defer { endContainers() }
        try write()
        if !branchContexts.isEmpty { flatten() }
    }
}

/// The tape as a receiver of what a plan reads.
struct TapeSink: PlanSink {
    let context: TreeEncodingContext

    var writesAbsent: Bool { context.writesAbsent }
    var takesScalarsOnly: Bool { context.textShape != nil }
    var sortsKeys: Bool { context.strategies?.sortsKeys ?? false }

    var keys: PlanKeys { context.planKeys }
    var needsCounts: Bool { false }

    @inline(__always)
    func name(_ field: UnsafePointer<PlanField>) {
        context.state.words.reserve(4)
        context.state.words.appendReserved(unsafe context.state.content.word(of: field).bits)
    }

    @inline(__always)
    func name(_ text: String) { context.write(text) }
    @inline(__always)
    func null() { context.appendNull() }
    @inline(__always)
    func append(_ value: Bool) { context.write(value) }
    @inline(__always)
    func append(text: UnsafeRawPointer) {
        unsafe PlanWalk.withText(at: text) { unsafe context.append(.string, of: $0) }
    }
    @inline(__always)
    func append<I: FixedWidthInteger>(_ value: I) { _ = context.write(integer: value) }
    @inline(__always)
    func append(_ value: Double) throws { if !context.write(value) { throw PlanFailure() } }
    @inline(__always)
    func append(_ value: Float) throws { if !context.write(value) { throw PlanFailure() } }

    @inline(__always)
    func append(_ value: UnsafeRawPointer, by coder: any ValueCoding.Type) throws {
        try unsafe coder.encode(value, into: context)
    }

    @inline(__always)
    func begin(isObject: Bool, count: Int) throws -> Int {
        try context.checkDepth()
        let place = context.state.words.count
        context.begin()
        return place
    }

    @inline(__always)
    func end(_ place: Int, isObject: Bool, count: Int) {
        context.end(isObject ? .object : .array, from: place, count: count)
    }

    @inline(__always)
    func enter(_ field: UnsafePointer<PlanField>) { unsafe context.state.path.append(field.pointee.step) }
    @inline(__always)
    func enter(_ name: String) { context.state.path.append(PlainCodingKey(name)) }
    @inline(__always)
    func enter(element: Int) { context.state.path.append(index: element) }
    @inline(__always)
    func move(toElement element: Int) { context.state.path.replaceLast(index: element) }
    @inline(__always)
    func leave() { context.state.path.removeLast() }
}

/// The shape of a type; nil if a plan is of no use for it.
@safe
struct PlannedShape: BitwiseCopyable {
    let pointer: UnsafePointer<ValueShape>?

    /// The shape, if the first value of its type was decoded. Otherwise that value is decoded by way of a document.
    var ready: UnsafePointer<ValueShape>? {
        guard var content = unsafe pointer else { return nil }
        while let element = unsafe content.pointee.elementPointer { unsafe content = element }
        guard unsafe content.pointee.hasPlan else { return unsafe pointer }
        return unsafe content.pointee.plan.pointee.decodingTable(.asTheyAre) == nil ? nil : pointer
    }
}
