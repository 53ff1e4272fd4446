import Mimeograph
import MimeographJSON
import MimeographXML

/// Makes a value that one format read into one that another format writes.
enum Conversion {
    /// The value for a media type; the value itself where there is nothing to do.
    static func value(_ value: any Sendable, for type: MediaType) -> any Sendable {
        switch value {
        case let document as XML.Document:
            let element = XML.Element(root: document)
            return type.isJSON ? XMLToJSON.convert(element) : element
        case let json as JSON where type.isXML: return JSONToXML.convert(json)
        default: return value
        }
    }
}

extension MediaType {
    fileprivate var isJSON: Bool { essence == "application/json" || essence == "text/json" || suffix == "json" }
    fileprivate var isXML: Bool { essence == "application/xml" || essence == "text/xml" || suffix == "xml" }
}
