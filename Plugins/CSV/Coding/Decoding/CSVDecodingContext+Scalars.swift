import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CSVDecodingContext {
    /// Whether a field is nil for a type that is no text.
    @inline(__always)
    func isEmpty(_ column: Int) -> Bool {
        guard let row, column < row.count else { return true }
        return row[column].count == 0
    }

    /// Whether a field is nil for a text.
    @inline(__always)
    func isAbsent(_ column: Int) -> Bool {
        guard let row, column < row.count else { return true }
        return row[column].isAbsent && format.emptyFieldIsNil
    }

    /// Whether a field is nil for an optional of a type.
    func isNil<Value>(_ column: Int, for type: Value.Type) -> Bool {
        guard isEmpty(column) else { return false }
        if CodingScalar.refusesEmptyText(type) || isAbsent(column) { return true }
        // An empty text is one of its values, and stands without quotes.
        if type == String.self || type is any RawRepresentable.Type { return false }
        return row.map { column >= $0.count || $0[column].isAbsent } ?? true
    }

    /// The field as a string, number or boolean; nil where it is none.
    @inline(__always)
    func scalar<T>(_ type: T.Type, _ column: Int) -> T? {
        guard let row, column < row.count else { return nil }
        let field = row[column]
        if T.self == String.self { return reinterpret(row.text(of: field), as: type) }
        if field.hasEscapes { return nil }
        let (first, count) = unsafe (row.first(of: field), field.count)
        // SAFETY: the field has so many bytes from there on.
        if T.self == Int.self { return unsafe reinterpret(CSVNumber.integer(Int.self, first, count), asOptional: type) }
        if T.self == Double.self { return unsafe reinterpret(CSVNumber.double(first, count), asOptional: type) }
        if T.self == Bool.self { return unsafe reinterpret(CSVNumber.boolean(first, count), asOptional: type) }
        return unsafe other(type, first, count)
    }

    @inline(__always)
    private func other<T>(_ type: T.Type, _ first: UnsafePointer<UInt8>, _ count: Int) -> T? {
        @inline(__always)
        func integer<I: FixedWidthInteger>(_ wanted: I.Type) -> T? {
            // SAFETY: as above.
            unsafe reinterpret(CSVNumber.integer(wanted, first, count), asOptional: type)
        }
        if T.self == Float.self { return unsafe reinterpret(CSVNumber.float(first, count), asOptional: type) }
        if T.self == Int64.self { return integer(Int64.self) }
        if T.self == UInt.self { return integer(UInt.self) }
        if T.self == UInt64.self { return integer(UInt64.self) }
        if T.self == Int32.self { return integer(Int32.self) }
        if T.self == UInt32.self { return integer(UInt32.self) }
        if T.self == Int16.self { return integer(Int16.self) }
        if T.self == UInt16.self { return integer(UInt16.self) }
        if T.self == Int8.self { return integer(Int8.self) }
        if T.self == UInt8.self { return integer(UInt8.self) }
        if T.self == Int128.self { return integer(Int128.self) }
        if T.self == UInt128.self { return integer(UInt128.self) }
        return nil
    }

    /// The error for a field that is no value of a type.
    @inline(never)
    func scalarFailure(_ type: any Any.Type, _ column: Int, _ key: (any CodingKey)?) -> DecodingError {
        if isEmpty(column), type != String.self {
            return failure(column, path(key), "Expected \(type) but found an empty field.") { .valueNotFound(type, $0) }
        }
        if row == nil {
            return failure(-1, path(key), "The row is over; a decoder is good during init(from:) only.") {
                .dataCorrupted($0)
            }
        }
        return failure(column, path(key), "Expected \(type) but found another text.") { .typeMismatch(type, $0) }
    }

    /// A value of any type in one field.
    func value<Value: Decodable>(_ type: Value.Type, _ column: Int, _ key: (any CodingKey)?) throws -> Value {
        if CodingScalar.includes(type) {
            if let value = scalar(type, column) { return value }
            throw scalarFailure(type, column, key)
        }
        if type == Date.self { return reinterpret(try date(column, key), as: type) }
        if type == Data.self { return reinterpret(try data(column, key), as: type) }
        if type == URL.self { return reinterpret(try made(URL.self, column, key) { URL(string: $0) }, as: type) }
        if type == Decimal.self { return reinterpret(try decimal(column, key), as: type) }
        if !format.emptyFieldIsNil, let optional = type as? any CSVOptional.Type,
            let value = try optional.decode(self, column, key) as? Value
        {
            return value
        }
        // A type this small holds no text: it is an enumeration, whose cases the compiler compares with the text.
        if MemoryLayout<Value>.size <= 2, let row, column < row.count, row[column].count > StreamSafeText.longestRun,
            !StreamSafeText.holds(row.text(of: row[column]))
        {
            throw SerializationError.textNotStreamSafe(codingPath: path(key))
        }
        return try type.init(from: CSVFieldDecoder(context: self, column: column, key: key))
    }

    private func made<Value>(
        _ type: Value.Type,
        _ column: Int,
        _ key: (any CodingKey)?,
        _ make: (String) -> Value?
    ) throws -> Value {
        if !isEmpty(column), let text = scalar(String.self, column), let value = make(text) { return value }
        throw scalarFailure(type, column, key)
    }

    private func seconds(_ type: any Any.Type, _ column: Int, _ key: (any CodingKey)?) throws -> Double {
        if let seconds = scalar(Double.self, column) { return seconds }
        throw scalarFailure(type, column, key)
    }

    private func date(_ column: Int, _ key: (any CodingKey)?) throws -> Date {
        let date: Date?
        switch format.dateDecoding {
        case .deferredToDate: date = Date(decodedSince2001: try seconds(Date.self, column, key))
        case .secondsSince1970: date = Date(decodedSince1970: try seconds(Date.self, column, key))
        case .millisecondsSince1970: date = Date(decodedSince1970: try seconds(Date.self, column, key) / 1_000)
        case .iso8601:
            return try made(Date.self, column, key) { text in
                InternetTimestamp.secondsSince1970(text).map { Date(timeIntervalSince1970: $0) }
            }
        case .custom(let read): return try read(CSVFieldDecoder(context: self, column: column, key: key))
        }
        if let date { return date }
        throw failure(column, path(key), "The number is not a point in time that Date can hold.") {
            .dataCorrupted($0)
        }
    }

    private func data(_ column: Int, _ key: (any CodingKey)?) throws -> Data {
        switch format.dataDecoding {
        case .base64:
            // No bytes have no digits.
            if let text = scalar(String.self, column), let data = Data(base64Encoded: text) { return data }
            throw scalarFailure(Data.self, column, key)
        case .custom(let read): return try read(CSVFieldDecoder(context: self, column: column, key: key))
        }
    }

    /// `Decimal` itself would read the digits at the beginning and forget about the rest.
    private func decimal(_ column: Int, _ key: (any CodingKey)?) throws -> Decimal {
        guard let double = scalar(Double.self, column), double.isFinite else {
            throw scalarFailure(Decimal.self, column, key)
        }
        return try made(Decimal.self, column, key) { text in
            Decimal(string: text).flatMap { $0.isFinite ? $0 : nil }
        }
    }
}

/// An optional, whatever it wraps. Its own `init(from:)` asks whether the field is nil, but not for which type.
private protocol CSVOptional {
    static func decode(_ context: CSVDecodingContext, _ column: Int, _ key: (any CodingKey)?) throws -> Self
}

extension Optional: CSVOptional where Wrapped: Decodable {
    fileprivate static func decode(
        _ context: CSVDecodingContext,
        _ column: Int,
        _ key: (any CodingKey)?
    ) throws -> Wrapped? {
        context.isNil(column, for: Wrapped.self) ? nil : try context.value(Wrapped.self, column, key)
    }
}
