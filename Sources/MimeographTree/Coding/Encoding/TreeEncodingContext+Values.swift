import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// MARK: - Words

extension TreeEncodingContext {
    /// Writes a word, and makes room for it.
    @inline(__always)
    func append(_ word: TapeWord) {
        state.words.reserve(4)
        state.words.appendReserved(word.bits)
    }

    /// Writes the two words of a number or a date.
    @inline(__always)
    func append(_ word: TapeWord, _ bits: UInt64) {
        state.words.reserve(4)
        state.words.appendReserved(word.bits)
        state.words.appendReserved(bits)
    }

    /// Writes UTF-8 text or data.
    @inline(__always)
    func append(_ tag: TapeWord.Tag, of bytes: UnsafeRawBufferPointer) {
        append(unsafe state.content.word(tag, of: bytes))
    }

    /// Writes the text of a number that no word holds, and the nearest `Double`.
    private func append(bigNumber text: String) {
        var text = text
        let nearest = Double(text) ?? .infinity
        // SAFETY: the buffer is only read, during the call.
        let word = text.withUTF8 { unsafe state.content.word(.bigNumber, of: UnsafeRawBufferPointer($0)) }
        append(word, nearest.bitPattern)
    }

    /// Writes null, or the text that stands for it.
    package func appendNull() {
        if format.hasNullText { write(TreeFormat.nullString) } else { append(TapeWord(.null)) }
    }

    @inline(never)
    package func write(_ value: String) {
        var value = value
        // SAFETY: the buffer is only read, during the call.
        value.withUTF8 { unsafe append(.string, of: UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    package func write(_ value: Bool) { append(TapeWord(value ? .true : .false)) }

    /// Writes a text for a value that could have been nil.
    @inline(__always)
    func write(present text: String) {
        if textShape == .rows, text.isEmpty { append(TapeWord.presentText) } else { write(text) }
    }

    @inline(__always)
    package func write(_ value: Double) -> Bool {
        guard value.isFinite || writesNonFinite else { return write(nonFinite: value) }
        append(TapeWord(.double), value.bitPattern)
        return true
    }

    @inline(__always)
    func write(_ value: Float) -> Bool {
        guard value.isFinite || writesNonFinite else { return write(nonFinite: Double(value)) }
        append(TapeWord(.double, offset: 4), Double.bits(widening: value.bitPattern))
        return true
    }

    @inline(never)
    private func write(nonFinite value: Double) -> Bool {
        guard let texts = strategies?.nonFinite else { return false }
        write(value.isNaN ? texts.nan : value > 0 ? texts.positive : texts.negative)
        return true
    }

    @inline(__always)
    package func write<I: FixedWidthInteger>(integer value: I) -> Bool {
        guard let small = Int64(exactly: value) else { return write(large: value) }
        if TapeWord.isSmall(small) {
            append(TapeWord(smallInteger: small))
        } else {
            append(TapeWord(.int64), UInt64(bitPattern: small))
        }
        return true
    }

    private func write<I: FixedWidthInteger>(large value: I) -> Bool {
        if let value = UInt64(exactly: value) {
            append(TapeWord(.uint64), value)
            return true
        }
        if format.hasWideIntegers { append(bigNumber: String(value)) }
        return format.hasWideIntegers
    }

    /// Whether ``scalar(_:)`` can write a value. If the compiler knows `T`, this folds to `true`, except for floating-point types
    /// and for integers of more than 64 bits.
    @inline(__always)
    func isWritable<T>(_ value: T) -> Bool {
        if T.self == Double.self { return !refusesNonFinite || reinterpret(value, as: Double.self).isFinite }
        if T.self == Float.self { return !refusesNonFinite || reinterpret(value, as: Float.self).isFinite }
        if T.self == Int128.self { return fits(reinterpret(value, as: Int128.self)) }
        if T.self == UInt128.self { return fits(reinterpret(value, as: UInt128.self)) }
        return true
    }

    private func fits<I: FixedWidthInteger>(_ value: I) -> Bool {
        format.hasWideIntegers || Int64(exactly: value) != nil || UInt64(exactly: value) != nil
    }
}

extension TreeEncodingContext {
    /// Writes a value of a type that ``CodingScalar`` includes; returns false if the format cannot write it.
    ///
    /// If the compiler knows `T`, one branch remains.
    @inline(__always)
    func scalar<T>(_ value: T) -> Bool {
        if T.self == String.self {
            write(reinterpret(value, as: String.self))
            return true
        }
        if T.self == Bool.self {
            write(reinterpret(value, as: Bool.self))
            return true
        }
        if T.self == Int.self { return write(integer: reinterpret(value, as: Int.self)) }
        if T.self == Double.self { return write(reinterpret(value, as: Double.self)) }
        if T.self == Float.self { return write(reinterpret(value, as: Float.self)) }
        if T.self == Int64.self { return write(integer: reinterpret(value, as: Int64.self)) }
        if T.self == UInt.self { return write(integer: reinterpret(value, as: UInt.self)) }
        if T.self == UInt64.self { return write(integer: reinterpret(value, as: UInt64.self)) }
        if T.self == Int32.self { return write(integer: reinterpret(value, as: Int32.self)) }
        if T.self == UInt32.self { return write(integer: reinterpret(value, as: UInt32.self)) }
        if T.self == Int16.self { return write(integer: reinterpret(value, as: Int16.self)) }
        if T.self == UInt16.self { return write(integer: reinterpret(value, as: UInt16.self)) }
        if T.self == Int8.self { return write(integer: reinterpret(value, as: Int8.self)) }
        if T.self == UInt8.self { return write(integer: reinterpret(value, as: UInt8.self)) }
        if T.self == Int128.self { return write(integer: reinterpret(value, as: Int128.self)) }
        if T.self == UInt128.self { return write(integer: reinterpret(value, as: UInt128.self)) }
        return false
    }
}

// MARK: - Values

extension TreeEncodingContext {
    /// Encodes a whole value, which ``view`` and ``document(form:)`` then contain.
    ///
    /// - Parameter number: The number of the value among others, which becomes the first step of its path; nil if it stands
    ///   alone.
    /// - Throws: `EncodingError` for a value that the format cannot hold.
    package func encode<T: Encodable>(_ value: T, number: Int? = nil) throws {
        state.containers.begin()
        defer { endContainers() }
        if let number { state.path.append(index: number) }
        switch kind(of: T.self) {
        case .plain where textShape == nil:
            try push()
            try value.encode(to: encoder)
            if state.top.container == .none {
                throw EncodingError.invalidValue("\(T.self)", errorContext("The value did not encode anything."))
            }
            try pop()
        case let kind: try element(value, kind)
        }
        try finish(T.self)
    }

    /// Encodes the output of a closure; an empty object if it writes nothing.
    package func encode(_ write: (any Encoder) throws -> Void) throws {
        state.containers.begin()
        defer { endContainers() }
        try custom(write)
        try finish([Any].self)
    }

    private func finish(_ type: any Any.Type) throws {
        if !branchContexts.isEmpty { flatten() }
        if state.content.isOverfull || state.words.count > Int(UInt32.max) { throw tooLarge(type) }
    }

    @inline(never)
    private func tooLarge(_ type: any Any.Type) -> any Error {
        let description = "The value is too large: its strings and data exceed 4 GB, or one of them exceeds 256 MB."
        return EncodingError.invalidValue("\(type)", errorContext(description))
    }

    /// The tape of the encoded value, which is valid as long as the context lives.
    package var view: TapeView {
        // SAFETY: the memory belongs to the context, and nothing is written to it any more.
        let words = unsafe UnsafeBufferPointer(rebasing: UnsafeBufferPointer(state.words.memory)[..<state.words.count])
        return unsafe TapeView(words, state.content.padded)
    }

    /// Returns a document of the encoded value.
    ///
    /// - Parameter form: The form of the document, if a format has several.
    package func document(form: Int = 0) -> TapeDocument {
        let (bytes, tape) = view.copies()
        return TapeDocument(bytes: bytes, tape: tape, form: form)
    }

    /// Writes a value to which the path leads, and removes the last step of the path. If it throws, the earlier state is
    /// restored.
    @inline(__always)
    func element<T: Encodable>(_ value: T, _ mark: Mark) throws {
        do {
            try element(value, kind(of: T.self))
        } catch {
            state.path.removeLast()
            restore(mark)
            throw error
        }
        state.path.removeLast()
    }

    /// Writes a value of any type, whose kind is known. The path leads to it.
    @inline(__always)
    func element<T: Encodable>(_ value: T, _ kind: EncodableKind) throws {
        if textShape != nil { return try textElement(value, kind) }
        try typedElement(value, kind)
    }

    func typedElement<T: Encodable>(_ value: T, _ kind: EncodableKind) throws {
        switch kind {
        case .plain: try plain(value)
        case .scalar: if !scalar(value) { throw unwritable(value) }
        case .date: try date(reinterpret(value, as: Date.self))
        case .data: try data(reinterpret(value, as: Data.self))
        case .url: try url(reinterpret(value, as: URL.self))
        case .decimal: try decimal(reinterpret(value, as: Decimal.self))
        case .value: if let type = format.value { try tree(value, as: type) }
        case .composite(let type): try composite(value, as: type)
        case .planned(let plan): try unsafe plan._withUnsafeGuaranteedRef { try planned(value, $0) }
        }
    }

    private func composite<T, Composite: TreeEncodableComposite>(_ value: T, as type: Composite.Type) throws {
        try Composite.encode(reinterpret(value, as: type), into: self)
    }

    private func tree<T, Value: TreeValue>(_ value: T, as type: Value.Type) throws {
        try append(reinterpret(value, as: type).node)
    }

    /// Writes a value with its own `encode(to:)`.
    package func plain<T: Encodable>(_ value: T) throws {
        try push()
        try value.encode(to: encoder)
        try pop()
    }

    /// Writes the output of a strategy's closure.
    private func custom(_ write: (any Encoder) throws -> Void) throws {
        try push()
        try write(encoder)
        if textShape == .rows, state.top.container == .none {
            append(TapeWord(.null))
            state.top.container = .single
        }
        try pop()
    }

    /// Returns the name to write for a key of the object to which `steps` lead.
    @inline(never)
    func convertedName(of key: some CodingKey, _ steps: [CodingStep]) -> String {
        switch strategies?.keys {
        case nil, .useDefaultKeys: return key.stringValue
        case .snakeCase:
            let text = key.stringValue
            let context = root ?? self
            if let known = context.convertedNames[ByteEqualString(text)] { return known }
            let converted = SnakeCase.snakeCase(text)
            context.convertedNames[ByteEqualString(text)] = converted
            return converted
        case .custom(_, let convert): return convert(steps.codingPath + [key]).stringValue
        }
    }
}

// MARK: - Types of FoundationEssentials

extension TreeEncodingContext {
    private func date(_ date: Date) throws {
        switch format.dates(strategies) {
        case .native: try native(date.timeIntervalSinceReferenceDate)
        case .deferredToDate: try seconds(date.timeIntervalSinceReferenceDate, of: date)
        case .secondsSince1970: try seconds(date.timeIntervalSince1970, of: date)
        case .millisecondsSince1970: try seconds(date.timeIntervalSince1970 * 1_000, of: date)
        case .iso8601:
            guard let text = InternetTimestamp.text(secondsSince1970: date.timeIntervalSince1970) else {
                // The error does not contain the date: Foundation traps when it prints a date that is far away.
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    errorContext("RFC 3339 supports only the years 0 to 9999.")
                )
            }
            write(text)
        case .custom(_, let encode): try custom { try encode(date, $0) }
        }
    }

    private func native(_ seconds: Double) throws {
        if let dates = format.nativeDates, !dates.range.contains(seconds) {
            // The error does not contain the date, as above.
            throw EncodingError.invalidValue(seconds, errorContext(dates.sentence))
        }
        try checkDecodable(secondsSince2001: seconds)
        append(TapeWord(.date), seconds.bitPattern)
    }

    private func seconds(_ seconds: Double, of date: Date) throws {
        try checkDecodable(secondsSince2001: date.timeIntervalSinceReferenceDate)
        if !scalar(seconds) { throw unwritable(seconds) }
    }

    /// Rejects a date that the decoder would reject.
    private func checkDecodable(secondsSince2001 seconds: Double) throws {
        if Date(decodedSince2001: seconds) != nil { return }
        throw EncodingError.invalidValue(seconds, errorContext("The date is too far away, or not a point in time."))
    }

    private func data(_ data: Data) throws {
        switch format.data(strategies) {
        case .native: append(data)
        case .deferredToData: try element(data, .plain)
        case .base64:
            // The printer of rows writes data as Base64. Unlike a text, data is never a formula.
            if textShape == .rows { append(data) } else { write(data.base64EncodedString()) }
        case .custom(_, let encode): try custom { try encode(data, $0) }
        }
    }

    private func append(_ data: Data) {
        // SAFETY: the buffer is only read, during the call.
        unsafe data.withUnsafeBytes { unsafe append(.data, of: $0) }
    }

    private func url(_ url: URL) throws {
        // The receiver of a form does not know the base URL.
        if textShape == .nested, url.baseURL != nil {
            throw EncodingError.invalidValue("", errorContext("The URL is relative to a base; use its absoluteURL."))
        }
        write(url.absoluteString)
    }

    private func decimal(_ decimal: Decimal) throws {
        if format.decimal == nil { return try plain(decimal) }
        guard decimal.isFinite else { throw unwritable(decimal) }
        append(bigNumber: decimal.description)
    }
}
