/// Conversions between the widths of binary floating point that also keep the payloads of NaNs.
///
/// The processor's own conversions make signaling NaNs quiet, and `Float16` is not available everywhere.
extension Double {
    /// Returns the bits of the `Double` that equals a float of two bytes. Source: RFC 8949 Appendix D.
    package static func bits(wideningHalf half: UInt16) -> UInt64 {
        let sign = UInt64(half & 0x8000) << 48
        let exponent = UInt64(half >> 10 & 0x1F)
        let fraction = UInt64(half & 0x3FF)
        if exponent == 0 { return sign | (Double(fraction) * 0x1p-24).bitPattern }
        return sign | (exponent == 31 ? 0x7FF : exponent + 1008) << 52 | fraction << 42
    }

    /// The bits of the `Float` that equals this number; nil if there is none.
    package var singleBits: UInt32? {
        if isNaN {
            if bitPattern & 0x1FFF_FFFF != 0 { return nil }
            return UInt32(bitPattern >> 32) & 0x8000_0000 | 0xFF << 23 | UInt32(bitPattern >> 29 & 0x7F_FFFF)
        }
        let single = Float(self)
        return Double(single) == self ? single.bitPattern : nil
    }

    /// The bits of the float of two bytes that equals this number; nil if there is none.
    package var halfBits: UInt16? {
        let sign = UInt16(bitPattern >> 48) & 0x8000
        let exponent = Int(bitPattern >> 52 & 0x7FF) - 1008
        let fraction = bitPattern & (1 << 52 - 1)
        if exponent > 0, exponent < 31 || exponent == 0x7FF - 1008 {
            if fraction & (1 << 42 - 1) != 0 { return nil }
            return sign | UInt16(min(exponent, 31)) << 10 | UInt16(fraction >> 42)
        }
        // Zero, or a multiple of 2^-24 below 2^-14.
        let scaled = magnitude * 0x1p24
        guard scaled < 1024, scaled.rounded(.towardZero) == scaled else { return nil }
        return sign | UInt16(scaled)
    }
}
