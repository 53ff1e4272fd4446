import Mimeograph

/// A writer of the binary format.
///
/// Values that are not containers are written at once, each only once, and numbered in this order. For containers only the
/// references are kept until the end, because the size of a reference depends on the number of all objects. So containers come
/// after everything else in the file, and the root is the last object.
///
/// Source: CFBinaryPList.c of CoreFoundation.
struct BinaryPropertyListWriter: PropertyListValueWriter, ~Copyable {
    /// A flag in a reference: the number is that of a container.
    private static let containerFlag: UInt32 = 1 << 31

    private struct Container {
        let kind: PropertyListContainer
        let start: Int
        let count: Int
    }

    private var output = PropertyListByteWriter(capacity: 1024)
    private var scalars = UniqueObjects()
    private var containers: [Container] = []
    /// The references of finished containers; a dictionary has all keys first.
    private var references: [UInt32] = []
    /// The references of open containers, and the start of each container's references.
    private var pending: [UInt32] = []
    private var open: [Int] = []

    private let allowsNull: Bool

    init(allowsNull: Bool = true) {
        self.allowsNull = allowsNull
        output.put("bplist00")
    }

    /// Returns the whole file.
    consuming func finish() -> [UInt8] {
        let objectCount = scalars.count + containers.count
        let referenceSize = BinaryPropertyListWriter.size(of: UInt64(objectCount))
        for container in containers {
            scalars.offsets.append(output.count)
            let width = container.kind == .array ? container.count : 2 * container.count
            output.reserve(referenceSize * width)
            putMarker(container.kind == .array ? 0xA0 : 0xD0, count: container.count)
            for reference in references[container.start..<container.start + width] {
                var number = UInt64(reference & ~BinaryPropertyListWriter.containerFlag)
                if reference >= BinaryPropertyListWriter.containerFlag { number += UInt64(scalars.count) }
                output.put(bigEndian: number, size: referenceSize)
            }
        }
        let table = output.count
        let offsetSize = BinaryPropertyListWriter.size(of: UInt64(table))
        output.reserve(offsetSize * objectCount)
        for offset in scalars.offsets { output.put(bigEndian: UInt64(offset), size: offsetSize) }
        output.put(0, length: 6)
        output.put(UInt8(offsetSize))
        output.put(UInt8(referenceSize))
        output.put(bigEndian: UInt64(objectCount), size: 8)
        output.put(bigEndian: UInt64(objectCount - 1), size: 8)
        output.put(bigEndian: UInt64(table), size: 8)
        return output.finish()
    }

    mutating func appendNull() throws(SerializationError) {
        if !allowsNull { throw .nullInPropertyList }
        unique { $0.put(0x00) }
    }

    mutating func append(_ value: Bool) { unique { $0.put(value ? 0x09 : 0x08) } }

    mutating func append(_ value: Int64) {
        unique { $0.put(integer: value) }
    }

    mutating func append(_ value: UInt64) {
        if let small = Int64(exactly: value) { return append(small) }
        unique {
            $0.put(0x14)
            $0.put(bigEndian: 0, size: 8)
            $0.put(bigEndian: value, size: 8)
        }
    }

    mutating func append(_ value: Double) {
        unique {
            $0.put(0x23)
            $0.put(bigEndian: value.bitPattern, size: 8)
        }
    }

    mutating func append(date seconds: Double) throws(SerializationError) {
        guard PropertyListCalendar.contains(seconds) else { throw .dateOutsideOfCalendar }
        unique {
            $0.put(0x33)
            $0.put(bigEndian: seconds.bitPattern, size: 8)
        }
    }

    mutating func append(_ uid: PropertyList.UID) {
        unique {
            let size = BinaryPropertyListWriter.size(of: UInt64(uid.index))
            $0.put(0x80 + UInt8(size - 1))
            $0.put(bigEndian: UInt64(uid.index), size: size)
        }
    }

    mutating func append(data: Span<UInt8>) {
        let start = beginObject()
        putMarker(0x40, count: data.count)
        output.append(data)
        finishUnique(from: start)
    }

    mutating func append(key utf8: Span<UInt8>) throws(SerializationError) { try append(string: utf8) }

    mutating func append(string utf8: Span<UInt8>) throws(SerializationError) {
        let start = beginObject()
        if BinaryPropertyListWriter.isASCII(utf8) {
            putMarker(0x50, count: utf8.count)
            output.append(utf8)
        } else {
            let text = String(decoding: [UInt8](utf8), as: UTF8.self)
            let count = text.utf16.count
            output.reserve(2 * count)
            putMarker(0x60, count: count)
            for unit in text.utf16 { output.put(bigEndian: UInt64(unit), size: 2) }
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
        pending.append(BinaryPropertyListWriter.containerFlag | UInt32(truncatingIfNeeded: containers.count))
        containers.append(Container(kind: kind, start: first, count: kind == .array ? width : width / 2))
    }
}

extension BinaryPropertyListWriter {
    /// Writes an object, unless it was written before, and adds a reference to it.
    @inline(__always)
    private mutating func unique(_ write: (inout PropertyListByteWriter) -> Void) {
        let start = beginObject()
        write(&output)
        finishUnique(from: start)
    }

    /// Removes the object that begins at `start` if it was written before, and adds a reference to it.
    @inline(__always)
    private mutating func finishUnique(from start: Int) {
        pending.append(scalars.number(ofObjectFrom: start, in: &output))
    }

    /// Reserves room for a short object, and returns its offset.
    @inline(__always)
    private mutating func beginObject() -> Int {
        output.reserve(0)
        return output.count
    }

    /// Writes a marker with a length; a length of 15 or more follows as an integer.
    @inline(__always)
    private mutating func putMarker(_ marker: UInt8, count: Int) {
        if count < 15 {
            output.put(marker | UInt8(truncatingIfNeeded: count))
        } else {
            output.put(marker | 0x0F)
            output.put(integer: Int64(count))
        }
    }

    /// Returns the number of bytes that a number needs: 1, 2, 4 or 8.
    static func size(of value: UInt64) -> Int {
        value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
    }

    private static func isASCII(_ utf8: Span<UInt8>) -> Bool {
        var index = 0
        var seen: UInt64 = 0
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe utf8.bytes
        while index &+ 8 <= utf8.count {
            // SAFETY: eight bytes from the index lie in the span.
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

extension PropertyListByteWriter {
    /// Writes an integer as an object of the binary format.
    @inline(__always)
    fileprivate mutating func put(integer value: Int64) {
        let bits = UInt64(bitPattern: value)
        // A marker has the binary logarithm of the size; a negative integer has eight bytes.
        switch bits {
        case ...0xFF: put(bigEndian: 0x1000 | bits, size: 2)
        case ...0xFFFF: put(bigEndian: 0x11_0000 | bits, size: 3)
        case ...0xFFFF_FFFF: put(bigEndian: 0x12_0000_0000 | bits, size: 5)
        default:
            put(0x13)
            put(bigEndian: bits, size: 8)
        }
    }
}
