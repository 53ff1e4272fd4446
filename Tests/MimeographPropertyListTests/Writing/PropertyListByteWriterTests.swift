import Testing

@testable import MimeographPropertyList

@Suite struct PropertyListByteWriterTests {
    /// There is memory from the first byte on, whatever the requested capacity.
    @Test(arguments: [0, 1, 127, 4096]) func smallest(capacity: Int) {
        var output = PropertyListByteWriter(capacity: capacity)
        output.reserve(0)
        for byte in 0..<UInt8(PropertyListByteWriter.slack) { output.put(byte) }
        #expect(output.finish() == Array(0..<UInt8(PropertyListByteWriter.slack)))
        var empty = PropertyListByteWriter(capacity: capacity)
        #expect(empty.finish() == [])
    }

    /// The written bytes stay when the memory grows.
    @Test func grows() {
        var output = PropertyListByteWriter(capacity: 0)
        var expected: [UInt8] = []
        for round in 0..<3_000 {
            output.reserve(0)
            output.put(UInt8(truncatingIfNeeded: round))
            expected.append(UInt8(truncatingIfNeeded: round))
        }
        #expect(output.finish() == expected)
    }
}
