/// A weight from 0 to 1 in thousandths, as in `q=0.8`. Zero means "not acceptable".
///
/// The weight is stored as an integer and parsed digit by digit, without a floating-point type.
///
/// Source: RFC 9110 §12.4.2.
public struct QualityValue: Hashable, Sendable {
    /// The weight in thousandths, 0…1000.
    public let thousandths: Int

    /// Makes a weight; nil if it is not in 0…1000 thousandths.
    public init?(thousandths: Int) {
        guard 0...1000 ~= thousandths else { return nil }
        self.thousandths = thousandths
    }

    private init(clamping thousandths: Int) { self.thousandths = min(max(thousandths, 0), 1000) }

    /// The highest weight, which is the default of a range without a weight.
    public static let one = QualityValue(clamping: 1000)
    /// "Not acceptable".
    public static let zero = QualityValue(clamping: 0)
}

extension QualityValue {
    /// Parses a weight: `1`, `0.8`, `.2`; nil for anything else, such as `2`, `-1`, `1.5`, `1e-1` or `NaN`.
    ///
    /// Digits after the third are ignored (non-standard: the grammar has at most three). A weight above zero is at least 0.001,
    /// since zero would mean "not acceptable". `.2` for `0.2` is non-standard too.
    public init?(parsing text: some StringProtocol) {
        guard let value = withBytes(of: text.utf8, { QualityValue(parsing: $0) }) else { return nil }
        self = value
    }

    /// Parses a weight from bytes.
    init?(parsing bytes: Span<UInt8>) {
        var position = 0
        var thousandths = 0
        var hasDigits = false
        var isAboveZero = false
        if position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 {
            thousandths = bytes[position] == 0x31 ? 1000 : 0
            hasDigits = true
            position += 1
        }
        if position < bytes.count {
            guard bytes[position] == 0x2E else { return nil }
            position += 1
            var worth = 100
            while position < bytes.count {
                guard 0x30...0x39 ~= bytes[position] else { return nil }
                let digit = Int(bytes[position] - 0x30)
                thousandths += digit * worth
                worth /= 10
                isAboveZero = isAboveZero || digit > 0
                hasDigits = true
                position += 1
            }
            if thousandths == 0, isAboveZero { thousandths = 1 }
            if thousandths == 1000, isAboveZero { return nil }
        }
        guard hasDigits else { return nil }
        self.init(thousandths: thousandths)
    }

    /// Multiplies, and rounds to the nearest thousandth (half up); at least 0.001 if neither weight is zero.
    package static func * (one: QualityValue, other: QualityValue) -> QualityValue {
        if one == .zero || other == .zero { return .zero }
        return QualityValue(clamping: max(1, (one.thousandths * other.thousandths + 500) / 1000))
    }
}

extension QualityValue: Comparable {
    /// Whether one weight is less than the other.
    public static func < (one: QualityValue, other: QualityValue) -> Bool { one.thousandths < other.thousandths }
}

extension QualityValue: CustomStringConvertible {
    /// The weight with the fewest digits: `1`, `0.8`, `0.125`, `0`.
    public var description: String {
        if thousandths % 1000 == 0 { return thousandths == 0 ? "0" : "1" }
        var digits = String(1000 + thousandths).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "0.\(digits)"
    }
}

extension QualityValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Makes the weight nearest to the literal; clamps it to 0…1.
    public init(floatLiteral value: Double) {
        // NaN yields zero. The value is truncated, since `rounded()` would link libm into the core.
        self.init(clamping: value > 0 ? Int(min(value, 1) * 1000 + 0.5) : 0)
    }

    /// Makes 0 or 1; clamps the literal to 0…1.
    public init(integerLiteral value: Int) {
        self = value > 0 ? .one : .zero
    }
}
