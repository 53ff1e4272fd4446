import Mimeograph

extension JSONDecodingContext {
    /// The string, number or boolean at an index as a `T`, or nil where it makes none.
    ///
    /// Only for types that ``JSONScalar`` includes. Where `T` is known to the compiler one branch is left.
    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int) -> T? {
        if T.self == String.self {
            guard view.has(.string, at: index) else { return nil }
            return reinterpret(view.string(view.word(at: index)), as: type)
        }
        if T.self == Bool.self {
            if view.has(.true, at: index) { return reinterpret(true, as: type) }
            return view.has(.false, at: index) ? reinterpret(false, as: type) : nil
        }
        if T.self == Double.self { return double(at: index).map { reinterpret($0, as: type) } }
        if T.self == Float.self { return float(at: index).map { reinterpret($0, as: type) } }
        if T.self == Int.self { return integer(Int.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == Int64.self { return integer(Int64.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt.self { return integer(UInt.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt64.self { return integer(UInt64.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == Int32.self { return integer(Int32.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt32.self { return integer(UInt32.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == Int16.self { return integer(Int16.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt16.self { return integer(UInt16.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == Int8.self { return integer(Int8.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt8.self { return integer(UInt8.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == Int128.self { return integer(Int128.self, at: index).map { reinterpret($0, as: type) } }
        if T.self == UInt128.self { return integer(UInt128.self, at: index).map { reinterpret($0, as: type) } }
        return nil
    }

    @inline(__always)
    private func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        let word = word(at: index)
        guard word.bits &>> 60 == JSONWord.Tag.smallInteger.rawValue else { return largeInteger(type, at: index, word) }
        return I(exactly: word.smallInteger)
    }

    @inline(never)
    private func largeInteger<I: FixedWidthInteger>(_ type: I.Type, at index: Int, _ word: JSONWord) -> I? {
        switch word.tag {
        case .int64: I(exactly: Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: I(exactly: view.bits(at: index + 1))
        case .double, .bigNumber: JSONExactInteger.parse(type, document.bytes[word.low..<word.low + word.aux])
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
    private func float(at index: Int) -> Float? {
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
        if text == positive { return .infinity }
        if text == negative { return -.infinity }
        return text == nan ? .nan : nil
    }
}
