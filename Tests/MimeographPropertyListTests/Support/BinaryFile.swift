/// A binary property list made by hand: objects as bytes, with a table and a trailer around them.
struct BinaryFile {
    var objects: [[UInt8]]
    var referenceSize = 1
    var offsetSize = 1
    var root = 0
    /// The offsets in the table that differ from the true ones.
    var offsets: [Int: Int] = [:]
    /// The number in the trailer, if it differs from the true one.
    var objectCount: UInt64?
    var tableOffset: UInt64?
    var signature = Array("bplist00".utf8)

    init(_ objects: [UInt8]...) { self.objects = objects }

    init(objects: [[UInt8]], referenceSize: Int = 1, offsetSize: Int = 1) {
        self.objects = objects
        self.referenceSize = referenceSize
        self.offsetSize = offsetSize
    }

    /// Returns a changed copy.
    func with(_ change: (inout BinaryFile) -> Void) -> BinaryFile {
        var copy = self
        change(&copy)
        return copy
    }

    var bytes: [UInt8] {
        var bytes = signature
        var starts: [Int] = []
        for object in objects {
            starts.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for (index, start) in starts.enumerated() {
            bytes += BinaryFile.number(UInt64(truncatingIfNeeded: offsets[index] ?? start), offsetSize)
        }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes += BinaryFile.number(objectCount ?? UInt64(objects.count), 8)
        bytes += BinaryFile.number(UInt64(root), 8)
        bytes += BinaryFile.number(tableOffset ?? UInt64(table), 8)
        return bytes
    }

    /// Returns the lowest bytes of a number, the highest of them first.
    static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
