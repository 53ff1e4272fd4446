import Mimeograph

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A parser of decimal numbers from the bytes of a text. It trims nothing.
package enum TextNumber {
    /// Returns the integer that all bytes form; nil if they form none that fits.
    @inline(__always)
    static func integer<I: FixedWidthInteger>(_ type: I.Type, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> I? {
        var offset = 0
        var isNegative = false
        // SAFETY: all offsets are below the count.
        if count > 1 {
            let sign = unsafe bytes[0]
            isNegative = sign == UInt8(ascii: "-")
            offset = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
        }
        // Eighteen digits fit in 64 bits with their sign.
        guard count > offset, count &- offset <= 18 else { return unsafe long(type, bytes, count) }
        var value: Int64 = 0
        while offset < count {
            let digit = unsafe bytes[offset] &- 0x30
            if digit > 9 { return nil }
            value = value &* 10 &+ Int64(digit)
            offset &+= 1
        }
        return I(exactly: isNegative ? 0 &- value : value)
    }

    @inline(never)
    private static func long<I: FixedWidthInteger>(
        _ type: I.Type,
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> I? {
        // SAFETY: `count` bytes are there.
        unsafe I(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    }

    /// A decimal number: the digits as one integer, the power of ten of the last digit, and the sign.
    private struct Digits {
        var mantissa: UInt64 = 0
        var exponent = 0
        var isNegative = false
    }

    /// Parses a `Decimal` from the whole text. `Decimal` itself would parse the digits at the beginning and ignore the rest.
    package static func decimal(_ text: Span<UInt8>) -> Decimal? {
        // SAFETY: the bytes are only read, during the call, and they are valid text.
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress, let nearest = unsafe double(first, bytes.count), nearest.isFinite,
                let decimal = unsafe Decimal(string: String(validated: bytes)), decimal.isFinite
            else { return nil }
            return decimal
        }
    }

    /// The powers of ten that a `Double` holds exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21,
        1e22,
    ]

    /// Returns the number nearest to the one that all bytes form; nil if they form none. `nan`, `inf` and `-inf` are also
    /// numbers.
    static func double(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Double? {
        // Both operands are exact, and the result is rounded once. Source: Clinger, "How to Read Floating Point Numbers
        // Accurately", §2.
        guard let decimal = unsafe digits(of: bytes, count), decimal.mantissa <= 1 << 53,
            decimal.exponent >= -22, decimal.exponent <= 22
        else { return unsafe read(Double.self, bytes, count) }
        let mantissa = Double(decimal.mantissa)
        let value =
            decimal.exponent < 0 ? mantissa / powers[0 &- decimal.exponent] : mantissa * powers[decimal.exponent]
        return decimal.isNegative ? -value : value
    }

    /// Does the same for a `Float`.
    static func float(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Float? {
        guard let decimal = unsafe digits(of: bytes, count), decimal.mantissa <= 1 << 24,
            decimal.exponent >= -10, decimal.exponent <= 10
        else { return unsafe read(Float.self, bytes, count) }
        let mantissa = Float(decimal.mantissa)
        let power = Float(powers[decimal.exponent.magnitude < 11 ? Int(decimal.exponent.magnitude) : 0])
        let value = decimal.exponent < 0 ? mantissa / power : mantissa * power
        return decimal.isNegative ? -value : value
    }

    /// Returns the parts of a number of up to 18 digits without an exponent; nil for any other text.
    @inline(__always)
    private static func digits(of bytes: UnsafePointer<UInt8>, _ count: Int) -> Digits? {
        guard count > 0, count <= 20 else { return nil }
        var decimal = Digits()
        var offset = 0
        // SAFETY: all offsets are below the count.
        let sign = unsafe bytes[0]
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            decimal.isNegative = sign == UInt8(ascii: "-")
            offset = 1
        }
        let start = offset
        var point = -1
        while offset < count {
            let byte = unsafe bytes[offset]
            let digit = byte &- 0x30
            if digit <= 9 {
                decimal.mantissa = decimal.mantissa &* 10 &+ UInt64(digit)
            } else if byte == UInt8(ascii: "."), point < 0 {
                point = offset
            } else {
                return nil
            }
            offset &+= 1
        }
        let digits = count &- start &- (point < 0 ? 0 : 1)
        guard digits > 0, digits <= 18 else { return nil }
        if point >= 0 { decimal.exponent = point &+ 1 &- count }
        return decimal
    }

    /// Parses with the standard library, except for hexadecimal numbers and `nan(0x1)`, which are not numbers here.
    @inline(never)
    private static func read<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type,
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> Number? {
        // SAFETY: `count` bytes are there.
        let bytes = unsafe UnsafeBufferPointer(start: bytes, count: count)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        switch text.utf8.count {
        case 3 where unsafe bytes.elementsEqual("nan".utf8): return .nan
        case 3 where unsafe bytes.elementsEqual("inf".utf8): return .infinity
        case 4 where unsafe bytes.elementsEqual("-inf".utf8): return -.infinity
        default: break
        }
        let isDecimal = unsafe bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard isDecimal, let value = Number(text), value.isFinite else { return nil }
        return value
    }
}
