import Mimeograph

/// Writes the labels of domain names in ASCII.
///
/// Source: RFC 3492 §6.3, with the parameters of §5.
enum Punycode {
    /// The domain with each label that is not ASCII as `xn--…`; its letters must be in lower case already.
    static func encoded(domain: String) -> String {
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain }
        return domain.parts(at: ".").map { label in
            guard !label.utf8.allSatisfy({ $0 < 0x80 }), let encoded = encoded(label) else { return String(label) }
            return "xn--\(encoded)"
        }.joined(separator: ".")
    }

    /// nil for a label longer than any that a domain name has.
    private static func encoded(_ label: Substring) -> String? {
        let scalars = label.unicodeScalars.map(\.value)
        // With so few of them no sum below can overflow.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
        var handled = output.count
        let basicCount = handled
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (UInt32(128), UInt32(0), UInt32(72))
        while handled < scalars.count, let smallest = scalars.filter({ $0 >= next }).min() {
            delta += (smallest - next) * UInt32(handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, UInt32(handled + 1), isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
        var rest = delta
        var base: UInt32 = 36
        while true {
            let threshold = base <= bias ? 1 : min(26, base - bias)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            base += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 97 + value : 22 + value)
    }

    private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias: UInt32 = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }
}
