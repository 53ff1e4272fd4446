#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shortest bytes of each value that is no container.
enum MessagePackBytes {
    /// A number in so many bytes, the highest first.
    static func big(_ number: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    /// The head of a container: its count in the first byte where it is less than `limit`, else in two or four.
    static func head(_ count: Int, small: UInt8, _ limit: Int, _ first: UInt8) -> [UInt8] {
        if count < limit { return [small | UInt8(count)] }
        if count <= 0xFFFF { return [first] + big(UInt64(count), 2) }
        return [first + 1] + big(UInt64(count), 4)
    }

    static func bool(_ value: Bool) -> [UInt8] { [value ? 0xC3 : 0xC2] }

    static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
        if value >= 0 {
            let number = UInt64(value)
            if number < 0x80 { return [UInt8(number)] }
            if number <= 0xFF { return [0xCC] + big(number, 1) }
            if number <= 0xFFFF { return [0xCD] + big(number, 2) }
            return number <= 0xFFFF_FFFF ? [0xCE] + big(number, 4) : [0xCF] + big(number, 8)
        }
        let number = Int64(value)
        let bits = UInt64(bitPattern: number)
        if number >= -32 { return [UInt8(truncatingIfNeeded: number)] }
        if number >= -0x80 { return [0xD0] + big(bits, 1) }
        if number >= -0x8000 { return [0xD1] + big(bits, 2) }
        return number >= -0x8000_0000 ? [0xD2] + big(bits, 4) : [0xD3] + big(bits, 8)
    }

    static func float(_ value: Float) -> [UInt8] { [0xCA] + big(UInt64(value.bitPattern), 4) }

    static func double(_ value: Double) -> [UInt8] { [0xCB] + big(value.bitPattern, 8) }

    static func text(_ value: String) -> [UInt8] {
        let bytes = Array(value.utf8)
        if bytes.count < 32 { return [0xA0 | UInt8(bytes.count)] + bytes }
        return sized(bytes, 0xD9)
    }

    static func binary(_ bytes: [UInt8]) -> [UInt8] { sized(bytes, 0xC4) }

    private static func sized(_ bytes: [UInt8], _ first: UInt8) -> [UInt8] {
        if bytes.count <= 0xFF { return [first] + big(UInt64(bytes.count), 1) + bytes }
        if bytes.count <= 0xFFFF { return [first + 1] + big(UInt64(bytes.count), 2) + bytes }
        return [first + 2] + big(UInt64(bytes.count), 4) + bytes
    }

    /// The timestamp extension. Source: MessagePack specification, "Timestamp extension type".
    static func timestamp(_ date: Date, _ path: [any CodingKey]) throws -> [UInt8] {
        let time = date.timeIntervalSince1970
        var seconds = time.rounded(.down)
        var nanoseconds = ((time - seconds) * 1e9).rounded()
        if nanoseconds >= 1e9 {
            seconds += 1
            nanoseconds = 0
        }
        guard let whole = Int64(exactly: seconds) else {
            throw EncodingError.invalidValue(
                date,
                EncodingError.Context(codingPath: path, debugDescription: "The date is beyond those of a timestamp.")
            )
        }
        let fraction = UInt64(nanoseconds)
        if fraction == 0, whole >= 0, whole <= 0xFFFF_FFFF { return [0xD6, 0xFF] + big(UInt64(whole), 4) }
        if whole >= 0, whole < 1 << 34 { return [0xD7, 0xFF] + big(fraction << 34 | UInt64(whole), 8) }
        return [0xC7, 12, 0xFF] + big(fraction, 4) + big(UInt64(bitPattern: whole), 8)
    }
}
