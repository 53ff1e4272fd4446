import MimeographTree

/// A writer of compact JSON text, straight from the memory of values with plans.
///
/// It writes a comma after each value, like ``JSONCompactPrinter``. A value that codes itself is written to the tape of the encoding
/// and printed from there. If anything fails, the text is discarded and the whole value is encoded by way of the tape.
@safe
struct JSONPlanSink: PlanSink, ~Copyable {
    private let context: TreeEncodingContext
    private let escapesSlashes: Bool
    let keys: PlanKeys
    private var memory: UnsafeMutableBufferPointer<UInt8>
    /// The array whose storage the text is written to; nil as long as it fits in the memory that was lent.
    private var storage: ByteStorage?
    private var writer: JSONBufferWriter
    /// The number of containers that are open.
    private var depth = 0
    private var path = PlanPath()

    var writesAbsent: Bool { false }
    var takesScalarsOnly: Bool { false }
    var sortsKeys: Bool { false }
    var needsCounts: Bool { false }

    /// Returns the text of a value; nil if the value has no plan, or cannot be written by one.
    static func bytes<V: Encodable>(of value: V, _ context: TreeEncodingContext, _ options: JSONWritingOptions)
        -> [UInt8]?
    {
        guard !options.pretty, !options.sortedKeys, let shape = unsafe context.plannedShape(of: V.self) else {
            return nil
        }
        // SAFETY: the shape is that of the value's type, and the sink uses the memory during the call only.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_024) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var sink = unsafe JSONPlanSink(context, options, buffer, base)
            context.beginParts(&sink.path)
            let isDone: Void? = unsafe withUnsafePointer(to: value) { address in
                try? unsafe sink.write(shape, at: UnsafeRawPointer(address))
            }
            context.endParts(&sink.path)
            if isDone != nil { return sink.text() }
            // The path and the open frames would be those of the next attempt, too.
            context.clear()
            return nil
        }
    }

    private init(
        _ context: TreeEncodingContext,
        _ options: JSONWritingOptions,
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ base: UnsafeMutablePointer<UInt8>
    ) {
        self.context = context
        escapesSlashes = options.escapesSlashes
        keys = context.planKeys
        unsafe memory = buffer
        // SAFETY: the caller lends the buffer as long as the sink is used.
        unsafe writer = JSONBufferWriter(buffer, base: base, used: 0)
    }

    /// Returns the text without the comma at its end.
    private mutating func text() -> [UInt8] {
        let count = writer.used - 1
        if let storage = storage.take() { return storage.bytes(count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        // SAFETY: that many bytes are written.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<count]))
        return bytes
    }

    // MARK: Room

    /// Makes room for a number of bytes, and for the slack.
    @inline(__always)
    private mutating func reserve(_ count: Int) {
        if writer.room < count &+ JSONBufferWriter.slack { grow(by: count) }
    }

    @inline(never)
    private mutating func grow(by count: Int) {
        let used = writer.used
        let larger = unsafe ByteStorage(capacity: memory.count * 4 + count + JSONBufferWriter.slack)
        // SAFETY: the larger memory has room for what is written.
        unsafe larger.memory.baseAddress.unsafelyUnwrapped
            .update(from: memory.baseAddress.unsafelyUnwrapped, count: used)
        unsafe memory = larger.memory
        // SAFETY: the memory lives as long as the writer uses it.
        unsafe writer = JSONBufferWriter(memory, base: memory.baseAddress.unsafelyUnwrapped, used: used)
        storage = consume larger
    }

    // MARK: Values

    @inline(__always)
    mutating func name(_ field: UnsafePointer<PlanField>) {
        let count = unsafe field.pointee.nameCount
        guard unsafe field.pointee.isSimpleName else {
            return unsafe append(text: UnsafeRawBufferPointer(start: field.pointee.name, count: count), end: ":")
        }
        reserve(count &+ 3)
        // SAFETY: zeros follow the name, more than a block has.
        unsafe writer.appendName(field.pointee.name, count: count)
    }

    mutating func name(_ text: String) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe append(text: UnsafeRawBufferPointer($0), end: ":") }
    }

    @inline(__always)
    mutating func null() {
        reserve(5)
        writer.append(0x2C_6C6C_756E, count: 5)
    }

    @inline(__always)
    mutating func append(_ value: Bool) {
        reserve(6)
        // The letters of the words and a comma, the first in the lowest bits.
        if value { writer.append(0x2C_6575_7274, count: 5) } else { writer.append(0x2C65_736C_6166, count: 6) }
    }

    @inline(__always)
    mutating func append<I: FixedWidthInteger>(_ value: I) {
        reserve(24)
        if let small = Int64(exactly: value) {
            writer.appendInt64(small)
        } else {
            for byte in String(value).utf8 { writer.append(byte) }
        }
        writer.append(UInt8(ascii: ","))
    }

    @inline(__always)
    mutating func append(_ value: Double) throws {
        guard value.isFinite else { throw PlanFailure() }
        reserve(JSONNumber.maximumTextLength &+ 1)
        JSONNumber.write(value, into: &writer)
        writer.append(UInt8(ascii: ","))
    }

    mutating func append(_ value: Float) throws {
        guard value.isFinite else { throw PlanFailure() }
        reserve(JSONNumber.maximumTextLength &+ 1)
        JSONTapePrinter.write(number: TapeWord(.double, offset: 4), bits: Double(value).bitPattern, &writer)
        writer.append(UInt8(ascii: ","))
    }

    @inline(__always)
    mutating func append(text: UnsafeRawPointer) {
        unsafe PlanWalk.withText(at: text) { unsafe append(text: $0, end: ",") }
    }

    /// Writes a string with quotation marks, and one more character.
    @inline(__always)
    private mutating func append(text: UnsafeRawBufferPointer, end: Unicode.Scalar) {
        // Any byte may take six. Long texts take that room piece by piece.
        if text.count <= JSONPlanSink.longestPiece {
            reserve(text.count &* 6 &+ 3)
            writer.append(UInt8(ascii: "\""))
            unsafe writer.append(escaping: text, slashes: escapesSlashes)
        } else {
            unsafe append(long: text)
        }
        writer.append(UInt64(0x22) | UInt64(end.value) &<< 8, count: 2)
    }

    @inline(never)
    private mutating func append(long text: UnsafeRawBufferPointer) {
        reserve(1)
        writer.append(UInt8(ascii: "\""))
        var start = 0
        while start < text.count {
            let end = min(text.count, start + JSONPlanSink.longestPiece)
            reserve((end - start) * 6 + 2)
            // SAFETY: the range lies in the text.
            unsafe writer.append(escaping: UnsafeRawBufferPointer(rebasing: text[start..<end]), slashes: escapesSlashes)
            start = end
        }
    }

    private static var longestPiece: Int { 4_096 }

    mutating func append(_ value: UnsafeRawPointer, by coder: any ValueCoding.Type) throws {
        let start = try unsafe context.writePart(value, by: coder, path, depth: depth)
        // Of members with the same name, only the last is written.
        if context.repeatsNames { throw PlanFailure() }
        var printer = JSONCompactPrinter(context.view, at: start, escapesSlashes: escapesSlashes)
        while !printer.write(into: &writer) { grow(by: printer.needed) }
        reserve(1)
        writer.append(UInt8(ascii: ","))
        context.removePart(from: start)
    }

    @inline(__always)
    mutating func begin(isObject: Bool, count: Int) throws -> Int {
        depth &+= 1
        if depth > PlanWalk.maximumDepth { throw PlanFailure() }
        reserve(1)
        writer.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        return 0
    }

    @inline(__always)
    mutating func end(_ place: Int, isObject: Bool, count: Int) {
        depth &-= 1
        reserve(2)
        writer.close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    @inline(__always)
    mutating func enter(_ field: UnsafePointer<PlanField>) { unsafe path.append(field) }
    @inline(__always)
    mutating func enter(_ name: String) { path.append(name) }
    @inline(__always)
    mutating func enter(element: Int) { path.append(element: element) }
    @inline(__always)
    mutating func move(toElement element: Int) { path.replaceLast(element: element) }
    @inline(__always)
    mutating func leave() { path.removeLast() }
}
