import Mimeograph
import MimeographTree

extension JSONDecodingContext {
    @inline(__always)
    func string(at index: Int) -> String? {
        view.has(.string, at: index) ? view.string(view.word(at: index)) : nil
    }

    @inline(__always)
    func boolean(at index: Int) -> Bool? {
        if view.has(.true, at: index) { return true }
        return view.has(.false, at: index) ? false : nil
    }

    @inline(__always)
    func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        let word = word(at: index)
        guard word.bits &>> 60 == JSONWord.Tag.smallInteger.rawValue else { return largeInteger(type, at: index, word) }
        return I(exactly: word.smallInteger)
    }

    @inline(never)
    private func largeInteger<I: FixedWidthInteger>(_ type: I.Type, at index: Int, _ word: JSONWord) -> I? {
        switch word.tag {
        case .int64: I(exactly: Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: I(exactly: view.bits(at: index + 1))
        case .double, .bigNumber: JSONExactInteger.parse(type, document.numberBytes(of: word))
        default: nil
        }
    }

    /// The number nearest to the one written; nil where that is infinite.
    @inline(__always)
    func double(at index: Int) -> Double? {
        let word = word(at: index)
        let tag = word.bits &>> 60
        if tag == JSONWord.Tag.double.rawValue { return Double(bitPattern: view.bits(at: index + 1)) }
        if tag == JSONWord.Tag.smallInteger.rawValue { return Double(word.smallInteger) }
        return otherDouble(at: index, word)
    }

    @inline(never)
    private func otherDouble(at index: Int, _ word: JSONWord) -> Double? {
        switch word.tag {
        case .int64: return Double(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Double(view.bits(at: index + 1))
        case .bigNumber:
            let value = Double(bitPattern: view.bits(at: index + 1))
            return value.isFinite ? value : nil
        case .string: return nonConforming(at: index)
        default: return nil
        }
    }

    /// The number nearest to the one written. Rounding twice, to `Double` and then to `Float`, could miss it where the
    /// `Double` lies half-way between two `Float`s, so there the text decides.
    func float(at index: Int) -> Float? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Float(word.smallInteger)
        case .int64: return Float(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Float(view.bits(at: index + 1))
        default: break
        }
        guard let double = double(at: index) else { return nil }
        guard double.isFinite else { return Float(double) }
        let isHalfWay = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        let value = isHalfWay ? Float(view.string(word)) : Float(double)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    private func nonConforming(at index: Int) -> Double? {
        guard case .convertFromString(let positive, let negative, let nan) = strategies?.nonConformingFloatDecoding
        else {
            return nil
        }
        let text = view.string(view.word(at: index))
        if text.hasSameBytes(as: positive) { return .infinity }
        if text.hasSameBytes(as: negative) { return -.infinity }
        return text.hasSameBytes(as: nan) ? .nan : nil
    }
}
