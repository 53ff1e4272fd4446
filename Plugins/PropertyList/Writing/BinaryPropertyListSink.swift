import Mimeograph

/// Writes the binary format.
///
/// Values that are no containers are written at once, each once, and numbered in this order; of containers only the
/// references are kept until the end, because how many bytes a reference has depends on the number of all objects. So
/// containers come after everything else in the file, and the root is the last object.
///
/// Source: CFBinaryPList.c of CoreFoundation.
struct BinaryPropertyListSink: PropertyListSink {
    /// In a reference: the number is that of a container.
    private static let containerFlag: UInt32 = 1 << 31

    private struct Container {
        let kind: PropertyListContainer
        let start: Int
        let count: Int
    }

    private var bytes: [UInt8] = Array("bplist00".utf8)
    private var scalars = UniqueObjects()
    private var containers: [Container] = []
    /// The references of finished containers, for a dictionary all keys first.
    private var references: [UInt32] = []
    /// The references of open containers, and where those of each begin.
    private var pending: [UInt32] = []
    private var open: [Int] = []

    private let allowsNull: Bool

    init(allowsNull: Bool = true) { self.allowsNull = allowsNull }

    /// The whole file.
    consuming func finish() -> [UInt8] {
        let objectCount = scalars.count + containers.count
        let referenceSize = BinaryPropertyListSink.size(of: UInt64(objectCount))
        for container in containers {
            scalars.offsets.append(bytes.count)
            appendMarker(container.kind == .array ? 0xA0 : 0xD0, count: container.count)
            let width = container.kind == .array ? container.count : 2 * container.count
            for reference in references[container.start..<container.start + width] {
                var number = UInt64(reference & ~BinaryPropertyListSink.containerFlag)
                if reference >= BinaryPropertyListSink.containerFlag { number += UInt64(scalars.count) }
                append(number, size: referenceSize)
            }
        }
        let table = bytes.count
        let offsetSize = BinaryPropertyListSink.size(of: UInt64(table))
        bytes.reserveCapacity(table + offsetSize * objectCount + 32)
        for offset in scalars.offsets { append(UInt64(offset), size: offsetSize) }
        append(0, size: 6)
        bytes.append(UInt8(offsetSize))
        bytes.append(UInt8(referenceSize))
        append(UInt64(objectCount), size: 8)
        append(UInt64(objectCount - 1), size: 8)
        append(UInt64(table), size: 8)
        return bytes
    }

    mutating func appendNull() throws(SerializationError) {
        if !allowsNull { throw .nullInPropertyList }
        unique { $0.append(0x00) }
    }

    mutating func append(_ value: Bool) { unique { $0.append(value ? 0x09 : 0x08) } }

    mutating func append(_ value: Int64) {
        unique { BinaryPropertyListSink.append(integer: value, to: &$0) }
    }

    mutating func append(_ value: UInt64) {
        if let small = Int64(exactly: value) { return append(small) }
        unique {
            $0.append(0x14)
            BinaryPropertyListSink.append(0, size: 8, to: &$0)
            BinaryPropertyListSink.append(value, size: 8, to: &$0)
        }
    }

    mutating func append(_ value: Double) {
        unique {
            $0.append(0x23)
            BinaryPropertyListSink.append(value.bitPattern, size: 8, to: &$0)
        }
    }

    mutating func append(date seconds: Double) throws(SerializationError) {
        guard PropertyListCalendar.contains(seconds) else { throw .dateOutsideOfCalendar }
        unique {
            $0.append(0x33)
            BinaryPropertyListSink.append(seconds.bitPattern, size: 8, to: &$0)
        }
    }

    mutating func append(_ uid: PropertyList.UID) {
        unique {
            let size = BinaryPropertyListSink.size(of: UInt64(uid.index))
            $0.append(0x80 + UInt8(size - 1))
            BinaryPropertyListSink.append(UInt64(uid.index), size: size, to: &$0)
        }
    }

    mutating func append(data: Span<UInt8>) {
        let start = bytes.count
        appendMarker(0x40, count: data.count)
        append(data)
        finishUnique(from: start)
    }

    mutating func append(key utf8: Span<UInt8>) throws(SerializationError) { try append(string: utf8) }

    mutating func append(string utf8: Span<UInt8>) throws(SerializationError) {
        let start = bytes.count
        if BinaryPropertyListSink.isASCII(utf8) {
            appendMarker(0x50, count: utf8.count)
            append(utf8)
        } else {
            let text = String(decoding: [UInt8](utf8), as: UTF8.self)
            appendMarker(0x60, count: text.utf16.count)
            for unit in text.utf16 {
                bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
                bytes.append(UInt8(truncatingIfNeeded: unit))
            }
        }
        finishUnique(from: start)
    }

    mutating func begin(_ kind: PropertyListContainer) { open.append(pending.count) }

    mutating func end(_ kind: PropertyListContainer) {
        guard let start = open.popLast() else { return }
        let width = pending.count - start
        let first = references.count
        switch kind {
        case .array: references.append(contentsOf: pending[start...])
        case .dictionary:
            for key in stride(from: start, to: pending.count, by: 2) { references.append(pending[key]) }
            for value in stride(from: start + 1, to: pending.count, by: 2) { references.append(pending[value]) }
        }
        pending.removeLast(width)
        pending.append(BinaryPropertyListSink.containerFlag | UInt32(truncatingIfNeeded: containers.count))
        containers.append(Container(kind: kind, start: first, count: kind == .array ? width : width / 2))
    }
}

extension BinaryPropertyListSink {
    /// Writes an object, unless it was written before, and refers to it.
    @inline(__always)
    private mutating func unique(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        finishUnique(from: start)
    }

    /// Takes the object that begins at `start` back, if it was written before, and refers to it.
    @inline(__always)
    private mutating func finishUnique(from start: Int) {
        pending.append(scalars.number(ofObjectFrom: start, in: &bytes))
    }

    private static func append(integer value: Int64, to bytes: inout [UInt8]) {
        switch value {
        case 0...0xFF:
            bytes.append(0x10)
            bytes.append(UInt8(value))
        case 0...0xFFFF:
            bytes.append(0x11)
            append(UInt64(value), size: 2, to: &bytes)
        case 0...0xFFFF_FFFF:
            bytes.append(0x12)
            append(UInt64(value), size: 4, to: &bytes)
        default:
            bytes.append(0x13)
            append(UInt64(bitPattern: value), size: 8, to: &bytes)
        }
    }

    /// Writes a marker with a length, which follows as an integer where it is 15 or more.
    private mutating func appendMarker(_ marker: UInt8, count: Int) {
        if count < 15 {
            bytes.append(marker | UInt8(count))
        } else {
            bytes.append(marker | 0x0F)
            BinaryPropertyListSink.append(integer: Int64(count), to: &bytes)
        }
    }

    private mutating func append(_ value: UInt64, size: Int) {
        BinaryPropertyListSink.append(value, size: size, to: &bytes)
    }

    /// Writes the lowest bytes of a number, the highest of them first.
    @inline(__always)
    private static func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
        var shift = 8 &* size
        while shift > 0 {
            shift &-= 8
            bytes.append(UInt8(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift)))
        }
    }

    private mutating func append(_ span: Span<UInt8>) {
        // SAFETY: the buffer is read only during this call.
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// The bytes that a number needs: 1, 2, 4 or 8.
    static func size(of value: UInt64) -> Int {
        value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
    }

    private static func isASCII(_ utf8: Span<UInt8>) -> Bool {
        var index = 0
        var seen: UInt64 = 0
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe utf8.bytes
        while index &+ 8 <= utf8.count {
            // SAFETY: eight bytes from the index on lie in the span.
            seen |= unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < utf8.count {
            seen |= UInt64(utf8[index])
            index &+= 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
