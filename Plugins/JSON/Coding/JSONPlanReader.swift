import Mimeograph
import MimeographTree

/// A reader of values with plans, straight from the bytes of a body.
///
/// The names of members are compared with those of the plan, in the expected order first. Numbers and strings are scanned as for a
/// document, each onto the beginning of one small tape. A value that codes itself is scanned as a whole, and decoded from there. Its
/// words stay, because its type may keep a decoder. The value of a name that the plan does not have is scanned and ignored.
///
/// Whatever is unusual ends the reading: an error, a name that comes twice. The body is then read by way of a document, which finds
/// the same value, or throws the error that a user sees.
struct JSONPlanReader: ~Copyable {
    private let context: TreeDecodingContext
    private let bytes: JSONBytes
    private let tape: JSONTape
    private let keys: PlanKeys
    private let limits: DecodingLimits
    private var cursor: Int
    private var depth = 0
    /// The number of words for one scalar, and of those for values that code themselves.
    private var used = 4
    private var scratch = PlanMemory()
    /// The number of arrays that are open, plus 1.
    private var level = 1

    /// Reads a body, and returns the address of a value, which the caller takes; returns nil, and stores nothing, if it cannot be read
    /// in this way.
    static func read(
        _ shape: UnsafePointer<ValueShape>,
        from body: Span<UInt8>,
        _ context: TreeDecodingContext,
        _ options: JSONReadingOptions,
        _ limits: DecodingLimits
    ) -> UnsafeMutableRawPointer? {
        // Each value takes two bytes, so the limit of elements is not exceeded and nothing needs to be counted.
        guard options.nullStripping == .keep, body.count / 2 < limits.elements,
            let start = JSONScanner.textStart(of: body, options: options, limits: limits)
        else { return nil }
        let text = body.extracting(start..<body.count)
        var reader = JSONPlanReader(text, context, limits)
        context.exchange(&reader.scratch)
        defer { context.exchange(&reader.scratch) }
        let value = unsafe reader.scratch.blocks.memory(of: 0, at: 0, shape)
        return unsafe context.withPlans(shape, value) { unsafe reader.readAll(shape, into: value) } ? value : nil
    }

    private init(_ text: Span<UInt8>, _ context: TreeDecodingContext, _ limits: DecodingLimits) {
        // No value has more words than half of its bytes and those of its name, and memory that is not written costs nothing.
        (bytes, tape) = context.load(text, words: 16 + text.count / 2)
        self.context = context
        self.limits = limits
        keys = context.planKeys
        cursor = 0
        for index in 0..<4 { tape[index] = 0 }
    }

    private mutating func readAll(_ shape: UnsafePointer<ValueShape>, into memory: UnsafeMutableRawPointer) -> Bool {
        context.readSmall(words: used)
        skipSpace()
        guard unsafe read(shape, into: memory) else { return false }
        skipSpace()
        if cursor == bytes.count { return true }
        unsafe shape.pointee.coder.destroy(memory)
        return false
    }

    @inline(__always)
    private mutating func skipSpace() {
        if bytes[cursor] <= 0x20 { cursor = JSONScanner.otherSpaceEnd(bytes, from: cursor) }
    }

    // SAFETY, for the rest of the file: the memory has room for a value of the shape.

    // MARK: Values

    @inline(__always)
    private mutating func read(_ shape: UnsafePointer<ValueShape>, into memory: UnsafeMutableRawPointer) -> Bool {
        let kind = unsafe shape.pointee.kind
        if kind.isScalar { return unsafe read(scalar: kind, isOptional: false, into: memory) }
        if kind == .optional {
            if bytes[cursor] == UInt8(ascii: "n") {
                guard bytes.half(at: cursor) == 0x6C6C_756E else { return false }
                cursor &+= 4
                unsafe PlanWalk.storeNil(in: memory, shape)
                return true
            }
            let content = unsafe shape.pointee.element
            if unsafe content.pointee.kind.isScalar {
                return unsafe read(scalar: content.pointee.kind, isOptional: true, into: memory)
            }
            guard unsafe read(other: content, into: memory) else { return false }
            unsafe PlanWalk.wrap(memory, shape)
            return true
        }
        return unsafe read(other: shape, into: memory)
    }

    /// Reads a value that is not a scalar.
    private mutating func read(other shape: UnsafePointer<ValueShape>, into memory: UnsafeMutableRawPointer) -> Bool {
        switch unsafe shape.pointee.kind {
        case .plan:
            guard let table = unsafe shape.pointee.plan.pointee.decodingTable(keys) else { break }
            return unsafe read(table, into: memory)
        case .object:
            guard let object = unsafe shape.pointee.object,
                let table = unsafe shape.pointee.plan.pointee.decodingTable(keys)
            else { break }
            return unsafe object.store(in: memory) { unsafe read(table, into: $0) }
        case .array where unsafe shape.pointee.element.pointee.hasPlan || shape.pointee.element.pointee.kind == .string:
            return unsafe read(array: shape, into: memory)
        case .optional: return unsafe read(shape, into: memory)
        default: break
        }
        let part = used
        guard scanPart() else { return false }
        context.setPath(scratch.path)
        let isRead = unsafe context.fill(memory, shape, at: part)
        // A part that was kept is a copy of the whole body, so there must not be many.
        if context.hasDocument {
            if isRead { unsafe shape.pointee.coder.destroy(memory) }
            return false
        }
        return isRead
    }

    /// Scans a value of any kind onto the tape, after all others.
    private mutating func scanPart() -> Bool {
        var state = JSONScanState(cursor: cursor, remaining: limits.elements)
        state.used = used
        let rules = JSONScanRules(stripping: .keep, depth: limits.depth - depth, endsAfterRoot: true)
        let outcome = JSONMemberPrediction.withNone(of: bytes, isPart: true) {
            JSONScanner.scan(bytes, tape, &state, $0, rules)
        }
        guard case .done = outcome else { return false }
        cursor = state.cursor
        used = state.used
        context.extendSmall(words: used)
        return true
    }

    @inline(__always)
    private mutating func read(
        scalar kind: ValueShape.Kind,
        isOptional: Bool,
        into memory: UnsafeMutableRawPointer
    ) -> Bool {
        let byte = bytes[cursor]
        if byte == UInt8(ascii: "\"") {
            let next = JSONScanner.string(bytes, at: cursor, tape, 0)
            if next < 0 { return false }
            cursor = next
            guard kind == .string else {
                return unsafe context.fill(memory, scalar: kind, isOptional: isOptional, at: 0)
            }
            let text = bytes.utf8String(of: TapeWord(bits: tape[0]))
            if isOptional {
                unsafe memory.initializeMemory(as: String?.self, to: text)
            } else {
                unsafe memory.initializeMemory(as: String.self, to: text)
            }
            return true
        }
        if kind == .bool { return unsafe read(isOptional, into: memory) }
        guard byte &- 48 <= 9 || byte == UInt8(ascii: "-") else { return false }
        if let next = JSONScanner.shortInteger(bytes, at: cursor, tape, 0) {
            cursor = next
        } else {
            let run = JSONScanner.numbers(bytes, at: cursor, tape, 0, quota: 1)
            if run.next < 0 { return false }
            cursor = run.next
        }
        return unsafe context.fill(memory, scalar: kind, isOptional: isOptional, at: 0)
    }

    /// Reads a Boolean.
    private mutating func read(_ isOptional: Bool, into memory: UnsafeMutableRawPointer) -> Bool {
        let value: Bool
        if bytes.half(at: cursor) == 0x6575_7274 {
            value = true
            cursor &+= 4
        } else if bytes[cursor] == UInt8(ascii: "f"), bytes.half(at: cursor &+ 1) == 0x6573_6C61 {
            value = false
            cursor &+= 5
        } else {
            return false
        }
        if isOptional {
            unsafe memory.initializeMemory(as: Bool?.self, to: value)
        } else {
            unsafe memory.initializeMemory(as: Bool.self, to: value)
        }
        return true
    }

    // MARK: Objects

    /// Reads an object into a struct.
    private mutating func read(_ table: PlanTable, into memory: UnsafeMutableRawPointer) -> Bool {
        guard bytes[cursor] == UInt8(ascii: "{"), depth < limits.depth else { return false }
        depth &+= 1
        cursor &+= 1
        skipSpace()
        var found: UInt64 = 0
        var next = 0
        if bytes[cursor] == UInt8(ascii: "}") {
            cursor &+= 1
        } else {
            while true {
                var number = next
                if unsafe number >= table.count || !skipName(table[number]) {
                    number = otherName(table)
                    if number == JSONPlanReader.unusual { return unsafe table.discard(memory, found) }
                }
                if bytes[cursor] == 0x20 { cursor &+= 1 }
                skipSpace()
                if number == JSONPlanReader.unknown {
                    guard scanPart() else { return unsafe table.discard(memory, found) }
                } else {
                    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
                    guard found & bit == 0, unsafe read(table[number], into: memory) else {
                        return unsafe table.discard(memory, found)
                    }
                    found |= bit
                    next = number &+ 1
                }
                skipSpace()
                let byte = bytes[cursor]
                cursor &+= 1
                if byte == UInt8(ascii: ",") {
                    skipSpace()
                } else if byte == UInt8(ascii: "}") {
                    break
                } else {
                    return unsafe table.discard(memory, found)
                }
            }
        }
        depth &-= 1
        return unsafe table.storeNil(in: memory, except: found)
    }

    @inline(__always)
    private mutating func read(_ field: UnsafePointer<PlanField>, into memory: UnsafeMutableRawPointer) -> Bool {
        let shape = unsafe field.pointee.shape
        let memory = unsafe memory + field.pointee.offset
        if unsafe shape.pointee.hasScalars { return unsafe read(shape, into: memory) }
        unsafe scratch.path.append(field)
        let isRead = unsafe read(shape, into: memory)
        scratch.path.removeLast()
        return isRead
    }

    /// Skips the name of a field and a colon; returns false if something else is there.
    @inline(__always)
    private mutating func skipName(_ field: UnsafePointer<PlanField>) -> Bool {
        let count = unsafe field.pointee.nameCount
        let start = cursor &+ 1
        // Other names are compared after their escapes are read: the bytes of one with a quotation mark are not a JSON string.
        guard unsafe field.pointee.isSimpleName else { return false }
        guard unsafe (bytes.word(at: start) ^ field.pointee.head) & field.pointee.mask == 0,
            start &+ count < bytes.count,
            bytes[cursor] == UInt8(ascii: "\""), bytes[start &+ count] == UInt8(ascii: "\""),
            bytes[start &+ count &+ 1] == UInt8(ascii: ":"),
            unsafe count <= 8 || bytes.hasBytes(of: field, at: start)
        else { return false }
        cursor = start &+ count &+ 2
        return true
    }

    private static var unknown: Int { -1 }
    private static var unusual: Int { -2 }

    /// Reads a name that is not the expected one, and a colon. Returns the number of the field, ``unknown`` or ``unusual``.
    @inline(never)
    private mutating func otherName(_ table: PlanTable) -> Int {
        guard bytes[cursor] == UInt8(ascii: "\"") else { return JSONPlanReader.unusual }
        let next = JSONScanner.string(bytes, at: cursor, tape, 0)
        if next < 0 { return JSONPlanReader.unusual }
        cursor = next
        skipSpace()
        guard bytes[cursor] == UInt8(ascii: ":") else { return JSONPlanReader.unusual }
        cursor &+= 1
        let number = context.number(ofNameAt: 0, in: table)
        if number >= 0 { return number }
        return context.mayBeKey(0, of: table) ? JSONPlanReader.unusual : JSONPlanReader.unknown
    }

    // MARK: Arrays of structs

    private mutating func read(array shape: UnsafePointer<ValueShape>, into memory: UnsafeMutableRawPointer) -> Bool {
        guard bytes[cursor] == UInt8(ascii: "["), depth < limits.depth, let layout = unsafe shape.pointee.array else {
            return false
        }
        cursor &+= 1
        skipSpace()
        if bytes[cursor] == UInt8(ascii: "]") {
            cursor &+= 1
            unsafe layout.storeEmpty(in: memory)
            return true
        }
        depth &+= 1
        level &+= 1
        scratch.path.append(element: 0)
        let isRead = unsafe readElements(shape.pointee.element, layout, into: memory)
        scratch.path.removeLast()
        level &-= 1
        depth &-= 1
        return isRead
    }

    /// Reads the elements of an array up to its end.
    private mutating func readElements(
        _ element: UnsafePointer<ValueShape>,
        _ layout: ArrayLayout,
        into memory: UnsafeMutableRawPointer
    ) -> Bool {
        let level = level &- 1
        var count = 0
        while true {
            scratch.path.replaceLast(element: count)
            guard unsafe read(element, into: scratch.blocks.memory(of: count, at: level, element)) else { break }
            count &+= 1
            skipSpace()
            let byte = bytes[cursor]
            cursor &+= 1
            if byte == UInt8(ascii: ",") {
                skipSpace()
                continue
            }
            guard byte == UInt8(ascii: "]") else { break }
            unsafe scratch.blocks.store(count, at: level, element, layout, in: memory)
            return true
        }
        unsafe scratch.blocks.destroy(count, at: level, element)
        return false
    }
}
