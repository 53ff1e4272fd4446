import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types of FoundationEssentials that JSON writes in its own way. ``JSONDecodingContext/path`` leads to the value.
extension JSONDecodingContext {
    func date(at index: Int) throws -> Date {
        try checkNotNull(Date.self, at: index)
        switch strategies?.dateDecoding ?? .deferredToDate {
        case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try seconds(at: index))
        case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(at: index))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(at: index) / 1_000)
        case .iso8601:
            let text = try text(at: index)
            if let date = JSONTimestamp.parse(text) { return date }
            throw corrupted("Expected a date and time as RFC 3339 writes them.", at: index, path: path.steps)
        case .custom(let read): return try read(decoder(at: index))
        }
    }

    func data(at index: Int) throws -> Data {
        try checkNotNull(Data.self, at: index)
        switch strategies?.dataDecoding ?? .base64 {
        case .deferredToData: return try Data(from: decoder(at: index))
        case .base64:
            if let data = Data(base64Encoded: try text(at: index)) { return data }
            throw corrupted("Expected Base64 text.", at: index, path: path.steps)
        case .custom(let read): return try read(decoder(at: index))
        }
    }

    func url(at index: Int) throws -> URL {
        try checkNotNull(URL.self, at: index)
        if let url = URL(string: try text(at: index)) { return url }
        throw corrupted("Expected a URL.", at: index, path: path.steps)
    }

    /// The number exactly as it is written, where `Decimal` can hold it; digits beyond those are rounded away, as Foundation
    /// does.
    func decimal(at index: Int) throws -> Decimal {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Decimal(Int(word.smallInteger))
        case .int64, .uint64, .double, .bigNumber:
            if let decimal = Decimal(string: view.string(word)), decimal.isFinite { return decimal }
            // It looks at the exponent as it is written: `1.0e-128` is too small for it, and 0e999 too large.
            if let decimal = JSON(document, at: index).decimal { return decimal }
            throw corrupted("The number does not fit in Decimal.", at: index, path: path.steps)
        default: throw failure(expecting: Decimal.self, "a number", at: index, path: path.steps)
        }
    }

    private func seconds(at index: Int) throws -> Double {
        if let seconds = double(at: index) { return seconds }
        throw scalarFailure(Double.self, at: index, path: path.steps)
    }

    private func text(at index: Int) throws -> String {
        let word = word(at: index)
        if word.tag == .string { return view.string(word) }
        throw failure(expecting: String.self, "a string", at: index, path: path.steps)
    }

    /// Null is an error about the type itself, as Foundation has it, whatever the type is written as.
    private func checkNotNull(_ type: any Any.Type, at index: Int) throws {
        if isNull(at: index) { throw failure(expecting: type, "\(type)", at: index, path: path.steps) }
    }
}

/// Date and time as RFC 3339 writes them, for `Date`; `InternetTimestamp` of `MimeographTree` says what is read and written.
enum JSONTimestamp {
    /// The moment that the text names, or nil where it names none.
    static func parse(_ text: String) -> Date? {
        InternetTimestamp.secondsSince1970(text).map { Date(timeIntervalSince1970: $0) }
    }

    /// The moment in UTC, to the second (rounded down); nil outside the years 0 to 9999, which RFC 3339 cannot write.
    static func text(_ date: Date) -> String? {
        InternetTimestamp.text(secondsSince1970: date.timeIntervalSince1970)
    }
}
