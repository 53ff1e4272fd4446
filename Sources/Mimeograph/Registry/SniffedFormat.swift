/// The apparent format of a body, for error messages only.
package enum SniffedFormat: String, Sendable {
    case json = "JSON"
    case html = "HTML"
    case xml = "XML"
    case binaryPropertyList = "a binary property list"
    case png = "a PNG image"
    case jpeg = "a JPEG image"
    case gif = "a GIF image"
    case gzip = "gzip data"
    case pdf = "a PDF document"

    /// Detects the format from the first bytes of a body.
    package init?(_ prefix: Span<UInt8>) {
        let signed: [(Signature, SniffedFormat)] =
            [(.png, .png), (.jpeg, .jpeg), (.gzip, .gzip), (.binaryPropertyList, .binaryPropertyList)]
            + Signature.gif.map { ($0, .gif) }
        if let (_, format) = signed.first(where: { $0.0.matches(prefix) }) {
            self = format
            return
        }
        var start = 0
        if prefix.count >= 3, prefix[0] == 0xEF, prefix[1] == 0xBB, prefix[2] == 0xBF { start = 3 }
        while start < prefix.count, [0x20, 0x09, 0x0A, 0x0D].contains(prefix[start]) { start += 1 }
        guard start < prefix.count else { return nil }
        func begins(_ text: StaticString) -> Bool {
            let text = "\(text)".utf8
            guard text.count <= prefix.count - start else { return false }
            return text.enumerated().allSatisfy { prefix[start + $0.offset] | 0x20 == $0.element | 0x20 }
        }
        switch prefix[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = begins("<!doctype html") || begins("<html") ? .html : .xml
        case UInt8(ascii: "%") where begins("%pdf-"): self = .pdf
        default: return nil
        }
    }

    /// The media type to suggest in a remedy.
    package var mediaType: MediaType {
        switch self {
        case .json: "application/json"
        case .html: "text/html"
        case .xml: "application/xml"
        case .binaryPropertyList: "application/x-bplist"
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .gif: "image/gif"
        case .gzip: "application/gzip"
        case .pdf: "application/pdf"
        }
    }
}
