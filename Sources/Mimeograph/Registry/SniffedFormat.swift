/// What a body looks like, for a person who has to find out what went wrong. It never decides anything.
package enum SniffedFormat: String, Sendable {
    /// It begins as JSON does.
    case json = "JSON"
    /// It begins as an HTML page does.
    case html = "HTML"
    /// It begins as XML does.
    case xml = "XML"
    /// It is a binary property list.
    case binaryPropertyList = "a binary property list"
    /// It is a PNG image.
    case png = "a PNG image"
    /// It is a JPEG image.
    case jpeg = "a JPEG image"
    /// It is a GIF image.
    case gif = "a GIF image"
    /// It is compressed with gzip.
    case gzip = "gzip data"
    /// It is a PDF.
    case pdf = "a PDF document"

    /// Looks at the first bytes of a body.
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

    /// The media type to read it as, where a registry may be told to.
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
