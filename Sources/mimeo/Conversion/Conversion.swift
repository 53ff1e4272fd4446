import Mimeograph
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographXML

/// Makes a value that one format read into one that another format writes.
enum Conversion {
    /// The value for a body of that type, and what was lost on the way; the value itself where nothing is to be done.
    ///
    /// XML and property lists become each other by way of JSON.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for numbers that the other format cannot hold.
    static func convert(
        _ value: any Sendable,
        for type: MediaType
    ) throws(SerializationError) -> (value: any Sendable, losses: [String]) {
        switch value {
        case let document as XML.Document:
            let element = XML.Element(root: document)
            let losses = document.documentType == nil ? [] : [documentTypeLoss]
            if type.isJSON { return (XMLToJSON.convert(element), losses) }
            if type.isPropertyList {
                return (try PropertyListConversion.propertyList(XMLToJSON.convert(element)), losses)
            }
            return (element, losses)
        case let json as JSON where type.isPropertyList: return (try PropertyListConversion.propertyList(json), [])
        case let json as JSON where type.isXML: return (JSONToXML.convert(json), [])
        case let list as PropertyList where type.isJSON:
            let (json, losses) = try PropertyListConversion.json(list)
            return (json, losses.map(\.rawValue))
        case let list as PropertyList where type.isXML:
            let (json, losses) = try PropertyListConversion.json(list)
            return (JSONToXML.convert(json), losses.map(\.rawValue))
        case let image as Image where image.frames.count > 1:
            return (image.firstFrame, ["of \(image.frames.count) frames the first is written"])
        default: return (value, [])
        }
    }

    /// Whether the type is one of those that become each other.
    static func isOfTree(_ type: MediaType) -> Bool { type.isJSON || type.isXML || type.isPropertyList }

    private static let documentTypeLoss =
        "the document type declaration is left out; its entities and default attributes are in the content"
}

extension MediaType {
    fileprivate var isJSON: Bool { isAccepted(by: JSONResponseSerializer().acceptedTypes) }
    fileprivate var isXML: Bool { isAccepted(by: XMLDocumentResponseSerializer().acceptedTypes) }
    fileprivate var isPropertyList: Bool { isAccepted(by: PropertyListResponseSerializer().acceptedTypes) }

    private func isAccepted(by ranges: [MediaRange]) -> Bool { ranges.contains { $0.match(self) != nil } }
}
