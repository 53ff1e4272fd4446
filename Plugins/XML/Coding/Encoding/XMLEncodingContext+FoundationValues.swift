import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types of FoundationEssentials that XML writes in its own way.
extension XMLEncodingContext {
    func foundation(date value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        guard let date = value as? Date else { return }
        let text: String?
        switch format.dateEncoding {
        case .iso8601: text = XMLTimestamp.text(date)
        case .internetMessage: text = XMLTimestamp.internetMessageText(date)
        case .secondsSince1970: text = date.timeIntervalSince1970.xmlText
        case .millisecondsSince1970: text = (date.timeIntervalSince1970 * 1_000).xmlText
        case .deferredToDate: text = date.timeIntervalSinceReferenceDate.xmlText
        case .custom(let write):
            return try encode(date, to: target, path, plainRules) { try write(date, $0) }
        }
        guard let text else {
            throw invalid(date, "The date is beyond the years that the format of dates can write.", path)
        }
        try self.write(text, to: target, path)
    }

    func foundation(data value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        guard let data = value as? Data else { return }
        switch format.dataEncoding {
        case .base64: try write(data.base64EncodedString(), to: target, path)
        case .hexadecimal: try write(XMLHexadecimal.text(of: data), to: target, path)
        case .custom(let write): try encode(data, to: target, path, plainRules) { try write(data, $0) }
        }
    }

    /// A URL or a `Decimal`.
    func foundation(text value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        if let url = value as? URL {
            try write(url.absoluteString, to: target, path)
        } else if let decimal = value as? Decimal {
            guard decimal.isFinite else { throw invalid(decimal, "A Decimal that is no number has no text.", path) }
            try write(decimal.description, to: target, path)
        }
    }
}
