import Mimeograph
public import MimeographTree

/// A writer of a binary format, straight from the memory of values with plans; see ``PlanSink``.
///
/// A value that codes itself is written to the tape of the encoding and printed from there. If anything fails, the bytes are
/// discarded and the whole value is encoded by way of the tape.
@frozen
@usableFromInline
package struct BinaryPlanSink<Parts: BinaryParts>: PlanSink, ~Copyable {
    @usableFromInline let context: TreeEncodingContext
    /// Prints the part of the tape that begins at an index.
    @usableFromInline let print: (TapeDocument, Int, Bool) throws -> [UInt8]
    @usableFromInline package let keys: PlanKeys
    @usableFromInline var output: ByteBuffer
    @usableFromInline var depth: Int
    @usableFromInline var path: PlanPath

    @inlinable package var writesAbsent: Bool { false }
    @inlinable package var takesScalarsOnly: Bool { false }
    @inlinable package var sortsKeys: Bool { false }
    @inlinable package var needsCounts: Bool { true }

    /// Returns the bytes of a value; nil if the value has no plan, or cannot be written by one.
    @inlinable
    package static func bytes<V: Encodable>(
        of value: V,
        _ context: TreeEncodingContext,
        print: @escaping (TapeDocument, Int, Bool) throws -> [UInt8]
    ) -> [UInt8]? {
        guard let shape = unsafe context.plannedShape(of: V.self) else { return nil }
        var sink = BinaryPlanSink(context, print)
        context.beginParts(&sink.path)
        // SAFETY: the shape is that of the value's type.
        let isWritten: Void? = unsafe withUnsafePointer(to: value) { address in
            try? unsafe sink.write(shape, at: UnsafeRawPointer(address))
        }
        context.endParts(&sink.path)
        if isWritten != nil { return sink.output.finish() }
        // The open frames would be those of the next attempt, too.
        context.clear()
        return nil
    }

    @usableFromInline
    init(_ context: TreeEncodingContext, _ print: @escaping (TapeDocument, Int, Bool) throws -> [UInt8]) {
        self.context = context
        self.print = print
        keys = context.planKeys
        output = ByteBuffer(capacity: 512)
        depth = 0
        path = PlanPath()
    }

    @inlinable @inline(__always)
    package mutating func name(_ field: UnsafePointer<PlanField>) {
        unsafe append(text: UnsafeRawBufferPointer(start: field.pointee.name, count: field.pointee.nameCount))
    }

    @inlinable
    package mutating func name(_ text: String) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe append(text: UnsafeRawBufferPointer($0)) }
    }

    @inlinable @inline(__always)
    package mutating func append(text: UnsafeRawBufferPointer) {
        Parts.append(headOfString: text.count, to: &output)
        unsafe output.append(text)
    }

    @inlinable @inline(__always)
    package mutating func append(text: UnsafeRawPointer) {
        unsafe PlanWalk.withText(at: text) { unsafe append(text: $0) }
    }

    @inlinable @inline(__always)
    package mutating func null() { Parts.appendNull(to: &output) }
    @inlinable @inline(__always)
    package mutating func append(_ value: Bool) { Parts.append(value, to: &output) }

    @inlinable @inline(__always)
    package mutating func append<I: FixedWidthInteger>(_ value: I) {
        if let small = Int64(exactly: value) {
            Parts.append(small, to: &output)
        } else {
            Parts.append(UInt64(truncatingIfNeeded: value), to: &output)
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ value: Double) throws { Parts.append(value, to: &output) }

    @inlinable @inline(__always)
    package mutating func append(_ value: Float) throws {
        try append(PlanWalk.widened(value))
    }

    @usableFromInline
    package mutating func append(_ value: UnsafeRawPointer, by coder: any ValueCoding.Type) throws {
        let start = try unsafe context.writePart(value, by: coder, path, depth: depth)
        let document = context.document()
        let part = try print(document, start, context.repeatsNames)
        output.append(part.span)
        context.removePart(from: start)
    }

    @inlinable @inline(__always)
    package mutating func begin(isObject: Bool, count: Int) throws -> Int {
        depth &+= 1
        if depth > PlanWalk.maximumDepth { throw PlanFailure() }
        if isObject {
            Parts.append(headOfMap: count, to: &output)
        } else {
            Parts.append(headOfArray: count, to: &output)
        }
        return 0
    }

    @inlinable @inline(__always)
    package mutating func end(_ place: Int, isObject: Bool, count: Int) { depth &-= 1 }

    @inlinable @inline(__always)
    package mutating func enter(_ field: UnsafePointer<PlanField>) { unsafe path.append(field) }
    @inlinable @inline(__always)
    package mutating func enter(_ name: String) { path.append(name) }
    @inlinable @inline(__always)
    package mutating func enter(element: Int) { path.append(element: element) }
    @inlinable @inline(__always)
    package mutating func move(toElement element: Int) { path.replaceLast(element: element) }
    @inlinable @inline(__always)
    package mutating func leave() { path.removeLast() }
}

/// The parts of values in a binary format: each scalar, and the heads of strings and containers.
@usableFromInline
package protocol BinaryParts {
    static func append(_ value: Bool, to output: inout ByteBuffer)
    static func appendNull(to output: inout ByteBuffer)
    static func append(_ value: Int64, to output: inout ByteBuffer)
    static func append(_ value: UInt64, to output: inout ByteBuffer)
    static func append(_ value: Double, to output: inout ByteBuffer)
    static func append(headOfString count: Int, to output: inout ByteBuffer)
    static func append(headOfArray count: Int, to output: inout ByteBuffer)
    static func append(headOfMap count: Int, to output: inout ByteBuffer)
}
