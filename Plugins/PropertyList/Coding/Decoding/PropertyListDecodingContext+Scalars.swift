import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PropertyListDecodingContext {
    @inline(__always)
    func boolean(at index: Int) -> Bool? {
        if view.has(.true, at: index) { return true }
        return view.has(.false, at: index) ? false : nil
    }

    @inline(__always)
    func string(at index: Int) -> String? {
        let word = word(at: index)
        let tag = word.bits &>> 60
        if tag == PropertyListWord.Tag.string.rawValue { return isNull(at: index) ? nil : view.string(word) }
        return tag == PropertyListWord.Tag.wideString.rawValue ? document.string(of: word) : nil
    }

    @inline(__always)
    func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        let word = word(at: index)
        guard word.bits &>> 60 == PropertyListWord.Tag.smallInteger.rawValue else { return otherInteger(type, word) }
        return I(exactly: word.smallInteger)
    }

    /// Large integers, and reals that are integers, which Foundation reads as integers.
    @inline(never)
    private func otherInteger<I: FixedWidthInteger>(_ type: I.Type, _ word: PropertyListWord) -> I? {
        switch word.tag {
        case .int64: I(exactly: Int64(bitPattern: view.word64(at: word.offset)))
        case .uint64: I(exactly: view.word64(at: word.offset))
        case .real, .singleReal: PropertyListDecodingContext.integer(type, exactly: document.real(of: word))
        default: nil
        }
    }

    /// Not `init(exactly:)`, which would need the C library of mathematics.
    private static func integer<I: FixedWidthInteger>(_ type: I.Type, exactly value: Double) -> I? {
        // Below 2^127 in magnitude, which all integers here but the largest of `UInt128` are; NaN is not.
        guard value.magnitude < 0x1p127 else { return nil }
        let whole = Int128(value)
        return Double(whole) == value ? I(exactly: whole) : nil
    }

    /// The real, or the number nearest to the integer.
    @inline(__always)
    func double(at index: Int) -> Double? {
        let word = word(at: index)
        let tag = word.bits &>> 60
        if tag == PropertyListWord.Tag.real.rawValue { return Double(bitPattern: view.word64(at: word.offset)) }
        if tag == PropertyListWord.Tag.smallInteger.rawValue { return Double(word.smallInteger) }
        return otherDouble(word)
    }

    @inline(never)
    private func otherDouble(_ word: PropertyListWord) -> Double? {
        switch word.tag {
        case .singleReal: document.real(of: word)
        case .int64: Double(Int64(bitPattern: view.word64(at: word.offset)))
        case .uint64: Double(view.word64(at: word.offset))
        default: nil
        }
    }

    /// Foundation rounds what is text, and refuses a double of the binary format that is no float.
    func float(at index: Int) -> Float? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Float(word.smallInteger)
        case .int64: return Float(Int64(bitPattern: view.word64(at: word.offset)))
        case .uint64: return Float(view.word64(at: word.offset))
        case .real, .singleReal:
            let double = document.real(of: word)
            let float = Float(double)
            return document.format != .binary || Double(float) == double || double.isNaN ? float : nil
        default: return nil
        }
    }
}

// MARK: - Other values

extension PropertyListDecodingContext {
    func date(at index: Int) throws -> Date {
        let word = word(at: index)
        guard word.tag == .date else { throw failure(expecting: Date.self, "a date", at: index, path: path.steps) }
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: view.word64(at: word.offset)))
    }

    func data(at index: Int) throws -> Data {
        let word = word(at: index)
        guard word.tag == .data else { throw failure(expecting: Data.self, "data", at: index, path: path.steps) }
        return Data(document.data(of: word))
    }

    /// The dictionary that `Decimal` writes. Its own `init(from:)` traps on an exponent of more than eight bits, and accepts a
    /// length beyond that of the mantissa, of which later arithmetic reads as many words.
    func decimal(at index: Int) throws -> Decimal {
        // What is missing is no dictionary, and has no members to look up.
        guard view.object(at: index) != nil else { return try Decimal(from: decoder(at: index)) }
        for (name, range) in [("exponent", -128...127), ("length", 0...8)] {
            guard let member = document.index(ofKey: name, inObjectAt: index),
                let value = scalar(Int32.self, at: view.resolved(member)), !range.contains(Int(value))
            else { continue }
            let step = CodingStep.key(PlainCodingKey(name))
            throw corrupted("The \(name) is none of a Decimal.", at: view.resolved(member), path: path.steps + [step])
        }
        return try Decimal(from: decoder(at: index))
    }

    /// The value as a reference into the document.
    func propertyList(at index: Int) -> PropertyList {
        index == PropertyListDecodingContext.absent ? .null : PropertyList(document, at: index)
    }
}
