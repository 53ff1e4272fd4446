public import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Additional strategies that work with every format.

extension DateStrategy<Date> {
    /// A strategy for dates such as `Tue, 03 Feb 2026 04:05:06 +0100 (CET)`, as in RSS and mail. It also reads variants in feeds
    /// (non-standard): full names, `Sept`, the month before the day, `9:05`, `+01:00`, no zone or no time. It writes dates in
    /// UTC, to the second. Source: RFC 5322 §3.3, §4.3.
    public static var internetMessage: DateStrategy<Date> {
        .custom(
            decode: { try $0.value(XMLDecodingContext.noDate, XMLTimestamp.parseInternetMessage) },
            encode: { date, encoder in
                guard let text = XMLTimestamp.internetMessageText(date) else {
                    throw EncodingError.invalidValue(
                        date.timeIntervalSinceReferenceDate,
                        EncodingError.Context(
                            codingPath: encoder.codingPath,
                            debugDescription: XMLEncodingContext.dateOutOfRange
                        )
                    )
                }
                try text.encode(to: encoder)
            }
        )
    }
}

extension DataStrategy<Data> {
    /// A strategy that codes each byte as two hexadecimal digits, written in uppercase. Source: XML Schema 1.0 part 2 §3.2.15.
    public static var hexadecimal: DataStrategy<Data> {
        .custom(
            decode: { decoder in
                try decoder.value(("The text does not consist of pairs of hexadecimal digits.", nil)) { text in
                    XMLHexadecimal.bytes(of: text).map { Data($0) }
                }
            },
            encode: { try XMLHexadecimal.text(of: $0).encode(to: $1) }
        )
    }
}

extension Decoder {
    /// Decodes a text, trims white space around it, and parses it with `parse`.
    ///
    /// - Parameter failure: The description of the error if the text is invalid, and its remedy in XML.
    fileprivate func value<Value>(
        _ failure: (description: String, remedy: String?),
        _ parse: (Substring) -> Value?
    ) throws -> Value {
        if let xml = self as? XMLValueDecoder {
            return try xml.context.parsed(Value.self, at: xml.position, xml.path, failure, parse)
        }
        let container = try singleValueContainer()
        if let value = parse(XMLScalar.trimmed(try container.decode(String.self))) { return value }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: failure.description)
    }
}
