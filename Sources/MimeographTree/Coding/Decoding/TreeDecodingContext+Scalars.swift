import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TreeDecodingContext: ScalarReading {
    /// Whether the value at the index is null, absent, or another value that stands for null.
    @inline(__always)
    func isNull(at index: Int) -> Bool {
        let word = view.word(at: index)
        return word.has(.null) || hasOtherNulls && isOtherNull(at: index, word)
    }

    /// Whether the value at the index is nil for an optional of a type. In formats of texts, the same value can be nil for one
    /// type and empty for another.
    @inline(__always)
    func isNil<Wrapped>(at index: Int, for type: Wrapped.Type) -> Bool {
        let word = view.word(at: index)
        if word.has(.null) { return true }
        if !hasOtherNulls { return false }
        return textShape == nil ? isOtherNull(at: index, word) : isNilText(word, at: index, for: type)
    }

    private func isOtherNull(at index: Int, _ word: TapeWord) -> Bool {
        if word.bits &>> 32 == nullText { return isNullText(word) }
        if textShape != nil { return word.has(.extended) && isNullList(index) }
        return word.has(.extended) && isNullExtension(index, word)
    }

    /// Whether the five bytes of a text are `$null`.
    private func isNullText(_ word: TapeWord) -> Bool {
        (view.eightBytes(at: word.offset) ?? 0) & 0xFF_FFFF_FFFF == 0x6C_6C_75_6E_24
    }

    /// Whether the extension at an index stands for null, or is a tag of null.
    private func isNullExtension(_ index: Int, _ word: TapeWord) -> Bool {
        if let (kind, number) = format.nullExtension, word.payload == kind.rawValue {
            return view.bits(at: index + 1) == number
        }
        return untagged(index).map { isNull(at: $0) } ?? false
    }

    @inline(__always)
    @usableFromInline package func string(at index: Int) -> String? {
        let word = view.word(at: index)
        if word.has(.string) {
            if word.bits &>> 32 == nullText, isNullText(word) { return nil }
            return view.utf8String(of: word)
        }
        return otherString(at: index, word)
    }

    @inline(never)
    private func otherString(at index: Int, _ word: TapeWord) -> String? {
        if word.has(.wideString) { return document.string(of: word) }
        if textShape != nil { return textString(at: index, word) }
        return untagged(index).flatMap { string(at: $0) }
    }

    /// Returns the index of the content of a tag; nil without a tag.
    private func untagged(_ index: Int) -> Int? {
        let untagged = view.untagged(index)
        return untagged == index ? nil : untagged
    }

    @inline(__always)
    @usableFromInline package func boolean(at index: Int) -> Bool? {
        if view.has(.true, at: index) { return true }
        return view.has(.false, at: index) ? false : taggedBoolean(at: index)
    }

    @inline(never)
    private func taggedBoolean(at index: Int) -> Bool? {
        textShape == nil ? untagged(index).flatMap { boolean(at: $0) } : textBoolean(at: index)
    }

    @inline(__always)
    @usableFromInline package func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        let word = view.word(at: index)
        guard word.has(.smallInteger) else { return otherInteger(type, at: index, word) }
        return I(exactly: word.smallInteger)
    }

    @inline(never)
    private func otherInteger<I: FixedWidthInteger>(_ type: I.Type, at index: Int, _ word: TapeWord) -> I? {
        if textShape != nil { return textInteger(type, at: index) }
        return switch word.tag {
        case .int64: I(exactly: Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: I(exactly: view.bits(at: index + 1))
        case .double, .bigNumber:
            word.payload == 0
                ? integer(type, exactly: Double(bitPattern: view.bits(at: index + 1)))
                : ExactInteger.parse(type, document.content(of: word))
        case .extended: wideNumber(at: index)?.integer(type) ?? untagged(index).flatMap { integer(type, at: $0) }
        default: nil
        }
    }

    /// Returns the number of the extension at an index.
    private func wideNumber(at index: Int) -> (any WideNumber)? { format.extendedNumber?(document, index) }

    /// Returns a real number as an integer if it is one. It does not use `init(exactly:)`, which would need the C math library.
    private func integer<I: FixedWidthInteger>(_ type: I.Type, exactly value: Double) -> I? {
        // All integers here except the largest of `UInt128` are below 2^127 in magnitude; NaN is not.
        guard value.magnitude < 0x1p127 else { return nil }
        let whole = Int128(value)
        return Double(whole) == value ? I(exactly: whole) : nil
    }

    /// Returns the `Double` nearest to the written number; nil if only rounding makes it infinite.
    @inline(__always)
    @usableFromInline package func double(at index: Int) -> Double? {
        let word = view.word(at: index)
        if word.has(.double) { return Double(bitPattern: view.bits(at: index + 1)) }
        if word.has(.smallInteger) { return Double(word.smallInteger) }
        return otherDouble(at: index, word)
    }

    @inline(never)
    private func otherDouble(at index: Int, _ word: TapeWord) -> Double? {
        if textShape != nil { return textDouble(at: index) }
        switch word.tag {
        case .int64: return Double(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Double(view.bits(at: index + 1))
        case .bigNumber:
            let value = Double(bitPattern: view.bits(at: index + 1))
            return value.isFinite ? value : nil
        case .string: return nonFinite(at: index)
        case .extended:
            return wideNumber(at: index)?.nearest(single: false) ?? untagged(index).flatMap { double(at: $0) }
        default: return nil
        }
    }

    /// Returns the `Float` nearest to the written number; nil if only rounding makes it infinite. Rounding twice, to `Double` and
    /// then to `Float`, could miss the nearest one if the `Double` lies halfway between two `Float`s. In that case the text
    /// decides.
    @usableFromInline package func float(at index: Int) -> Float? {
        if textShape != nil { return textFloat(at: index) }
        let word = view.word(at: index)
        switch word.tag {
        case .smallInteger: return Float(word.smallInteger)
        case .int64: return Float(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Float(view.bits(at: index + 1))
        case .extended:
            if let value = wideNumber(at: index)?.nearest(single: true) { return Float(value) }
            return untagged(index).flatMap { float(at: $0) }
        default: break
        }
        guard let double = double(at: index) else { return nil }
        guard double.isFinite else { return Float(double) }
        let isHalfWay = word.payload != 0 && double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        guard let float = isHalfWay ? Float(view.utf8String(of: word)) : Float(double), float.isFinite else {
            return nil
        }
        return word.payload != 0 || !hasExactFloats || Double(float) == double ? float : nil
    }

    private func nonFinite(at index: Int) -> Double? {
        guard let texts = strategies?.nonFinite else { return nil }
        let text = view.utf8String(of: view.word(at: index))
        if text.hasSameBytes(as: texts.positive) { return .infinity }
        if text.hasSameBytes(as: texts.negative) { return -.infinity }
        return text.hasSameBytes(as: texts.nan) ? .nan : nil
    }
}

/// Dates, data, URLs and decimals. ``TreeDecodingContext/path`` leads to the value.
extension TreeDecodingContext {
    func date(at index: Int) throws -> Date {
        let strategy = format.dates(strategies)
        if case .native = strategy { return try nativeDate(at: index) }
        if textShape == nil { try checkNotNull(Date.self, at: index) }
        switch strategy {
        case .native, .deferredToDate: return try date(Date(decodedSince2001: try seconds(at: index)), at: index)
        case .secondsSince1970: return try date(Date(decodedSince1970: try seconds(at: index)), at: index)
        case .millisecondsSince1970:
            return try date(Date(decodedSince1970: try seconds(at: index, in: "milliseconds") / 1_000), at: index)
        case .iso8601: return try timestamp(at: index)
        case .custom(let decode, _): return try decode(decoder(at: index))
        }
    }

    private func date(_ date: Date?, at index: Int) throws -> Date {
        if let date { return date }
        throw corrupted("The number is not a point in time that Date can hold.", at: index, path: path.steps)
    }

    private func nativeDate(at index: Int) throws -> Date {
        let word = view.word(at: index)
        if word.has(.date) {
            return try date(Date(decodedSince2001: Double(bitPattern: view.bits(at: index + 1))), at: index)
        }
        if word.has(.extended), let seconds = format.extendedDate?(document, index) {
            return try date(Date(decodedSince2001: seconds), at: index)
        }
        throw noDate(Date.self, "a date", at: index)
    }

    private func timestamp(at index: Int) throws -> Date {
        if let seconds = InternetTimestamp.secondsSince1970(try text(at: index, for: Date.self)) {
            return Date(timeIntervalSince1970: seconds)
        }
        throw malformed(Date.self, "Expected a date and time in the format of RFC 3339.", at: index)
    }

    func data(at index: Int) throws -> Data {
        let strategy = format.data(strategies)
        if textShape == nil {
            if case .native = strategy { return try nativeData(at: index) }
            try checkNotNull(Data.self, at: index)
        }
        switch strategy {
        case .deferredToData:
            return try textShape == nil ? Data(from: decoder(at: index)) : textValue(Data.self, at: index)
        case .native, .base64:
            if let data = Data(base64Encoded: try text(at: index, for: Data.self)) { return data }
            throw malformed(Data.self, "Expected Base64 text.", at: index)
        case .custom(let decode, _): return try decode(decoder(at: index))
        }
    }

    private func nativeData(at index: Int) throws -> Data {
        let word = view.word(at: view.untagged(index))
        guard word.has(.data) else { throw failure(expecting: Data.self, "data", at: index, path: path.steps) }
        return Data(document.content(of: word))
    }

    func url(at index: Int) throws -> URL {
        if textShape == nil { try checkNotNull(URL.self, at: index) }
        if let url = URL(string: try text(at: index, for: URL.self)) { return url }
        throw malformed(URL.self, "Expected a URL.", at: index)
    }

    /// Returns the number exactly as it is written, if `Decimal` can hold it. Excess digits are rounded away, as in Foundation.
    func decimal(at index: Int) throws -> Decimal {
        guard let exact = format.decimal else { return try keyedDecimal(at: index) }
        if textShape != nil {
            if let decimal = withText(at: index, exact) { return decimal }
            throw scalarFailure(Decimal.self, at: index, path: path.steps)
        }
        let word = view.word(at: index)
        switch word.tag {
        case .smallInteger: return Decimal(Int(word.smallInteger))
        case .int64 where word.payload == 0: return Decimal(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64 where word.payload == 0: return Decimal(view.bits(at: index + 1))
        case .double where word.payload == 0:
            let double = Double(bitPattern: view.bits(at: index + 1))
            if double.isFinite, let decimal = Decimal(string: "\(double)") { return decimal }
        case .int64, .uint64, .double, .bigNumber:
            if let decimal = Decimal(string: view.utf8String(of: word)), decimal.isFinite { return decimal }
            // `Decimal(string:)` looks at the exponent as written: `1.0e-128` is too small for it, and `0e999` too large.
            if let decimal = withBytes(of: document.content(of: word), exact) { return decimal }
        case .extended:
            if let number = wideNumber(at: index) {
                if let text = number.text, let decimal = Decimal(string: text), decimal.isFinite { return decimal }
            } else {
                guard let content = untagged(index) else { fallthrough }
                return try self.decimal(at: content)
            }
        default: throw failure(expecting: Decimal.self, "a number", at: index, path: path.steps)
        }
        throw corrupted("The number does not fit in Decimal.", at: index, path: path.steps)
    }

    /// Decodes the object that `Decimal` writes. Its own `init(from:)` traps on an exponent of more than eight bits. It also
    /// accepts a length greater than the mantissa's, and later arithmetic reads that many words.
    private func keyedDecimal(at index: Int) throws -> Decimal {
        // A value that is not an object has no members to check.
        guard view.object(at: index) != nil else { return try Decimal(from: decoder(at: index)) }
        // The members are found as `Decimal` finds them, by the names that a key strategy has converted.
        let members = try decoder(at: index).container(keyedBy: PlainCodingKey.self)
        for (name, range) in [("exponent", -128...127), ("length", 0...8)] as [(String, ClosedRange<Int64>)] {
            let key = PlainCodingKey(name)
            guard members.contains(key), let value = try? members.decode(Int64.self, forKey: key),
                !range.contains(value)
            else { continue }
            let member = document.index(ofKey: name, inObjectAt: index).map { view.resolved($0) } ?? index
            throw corrupted("The \(name) is out of range for a Decimal.", at: member, path: path.steps + [.key(key)])
        }
        return try Decimal(from: decoder(at: index))
    }

    private func seconds(at index: Int, in unit: String = "seconds") throws -> Double {
        if let seconds = double(at: index) { return seconds }
        if textShape == nil, string(at: index) != nil {
            throw noDate(Double.self, "a date as a number of \(unit)", at: index)
        }
        throw scalarFailure(Double.self, at: index, path: path.steps)
    }

    /// Returns the text from which a type is made.
    private func text(at index: Int, for type: any Any.Type) throws -> String {
        if let text = string(at: index) { return text }
        if textShape != nil { throw failure(expecting: type, "\(type)", at: index, path: path.steps) }
        throw failure(expecting: String.self, "a string", at: index, path: path.steps)
    }

    /// Returns the error for a text that is not valid for a type. In a format of texts, it is the error for a value of another
    /// kind.
    private func malformed<T>(_ type: T.Type, _ description: String, at index: Int) -> any Error {
        if textShape != nil { return scalarFailure(type, at: index, path: path.steps) }
        return corrupted(description, at: index, path: path.steps)
    }

    /// Throws an error about the type itself if the value is null, as Foundation does, however the type is written.
    private func checkNotNull(_ type: any Any.Type, at index: Int) throws {
        if isNull(at: index) { throw failure(expecting: type, "\(type)", at: index, path: path.steps) }
    }
}
