/// The checksums of a PNG's chunks.
///
/// Source: W3C PNG (third edition) §5.3 and annex D.
enum Checksums {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// Returns the same bytes with the checksum of each complete chunk corrected.
    static func putRight(in input: [UInt8]) -> [UInt8] {
        var bytes = input
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            let end = at + 8 + length
            let sum = ~bytes[at + 4..<end].reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
            for byte in 0..<4 { bytes[end + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * byte)) }
            at = end + 4
        }
        return bytes
    }
}
